import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";

/** A font file of Fontsource, and the weights of it that our style sheets ask for. */
interface Cut {
  readonly file: string;
  readonly weights?: number | { readonly min: number; readonly max: number };
  readonly characters: string;
}

/** Latin-1, and the marks and letters beside it that prose in Western European languages and figures use. */
const text = [
  ...codePoints(0x20, 0x7e),
  ...codePoints(0xa0, 0xff),
  ..."ıŁłŒœŠšŸŽžƒˆ˜Ωπ–—‘’‚“”„†‡•…‰′″‹›⁄€™←↑→↓−∂∏∑√∞∫≈≠≤≥×·",
].join("");

function codePoints(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
}

/** Of which browsers set formulas: plain and slanted letters, digits and signs. */
const formulas = [
  ...codePoints(0x20, 0x7e),
  ...codePoints(0x1d434, 0x1d467),
  ...codePoints(0x1d6e2, 0x1d71b),
  ..."ΓΔΘΛΞΠΣΦΨΩℎ…′−∕∗√∝∞·×±⋅⋯⋮⋱∈∉∂∇∑∏∫≈≠≡≤≥≪≫∼∥‖∣⟂⊤⊙⊗→←↦∀∃⌈⌉⌊⌋⟨⟩ℝ",
].join("");

const cuts: readonly Cut[] = [
  { file: "source-serif-4-latin-wght-normal", weights: { min: 400, max: 600 }, characters: text },
  { file: "source-serif-4-latin-wght-italic", weights: 400, characters: text },
  { file: "inter-latin-wght-normal", weights: { min: 400, max: 650 }, characters: text },
  { file: "stix-two-math-latin-400-normal", characters: formulas },
];

/** Writes the page's fonts into `folder`, cut down to those weights and characters. */
export async function cutFonts(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  await Promise.all(
    cuts.map(async ({ file, weights, characters }) => {
      const family = file.slice(0, file.indexOf("-latin"));
      const scope = weights ? "@fontsource-variable" : "@fontsource";
      const whole = readFileSync(resolve(`${scope}/${family}/files/${file}.woff2`));
      const cut = await subsetFont(whole, characters, {
        targetFormat: "woff2",
        ...(weights && { variationAxes: { wght: weights } }),
      });
      writeFileSync(join(folder, `${file}.woff2`), cut);
    }),
  );
}

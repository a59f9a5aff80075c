import { formatSize } from "../drawing/numbers.js";
import { scriptRuns } from "../drawing/scripts.js";

/** A sentence in pieces, of which numbers are strong. */
export type Said = readonly (string | { readonly strong: string })[];

/** say`${1.5} of ${2}`: numbers as figures show them, whole ones without places. */
export function say(texts: TemplateStringsArray, ...values: readonly (number | string)[]): Said {
  return texts.flatMap((text, i) => {
    const value = values[i];
    return value === undefined ? [text] : [text, { strong: shown(value) }];
  });
}

function shown(value: number | string): string {
  if (typeof value === "string") return value;
  if (Number.isInteger(value)) return String(value).replace("-", "\u2212");
  return (value < 0 ? "\u2212" : "") + formatSize(value);
}

/** How far from the screen a check may be when it begins, as with figures. */
const near = "400px";

/**
 * A sentence whose numbers are worked out here and now: `run` is called when its place comes near the screen. What it
 * throws stands in the sentence's place.
 */
export function check(run: () => Said | Promise<Said>): HTMLElement {
  const place = document.createElement("p");
  place.className = "mm-check";
  place.textContent = "\u2026";
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      void fill(place, run);
    },
    { rootMargin: near },
  );
  observer.observe(place);
  return place;
}

async function fill(place: HTMLElement, run: () => Said | Promise<Said>): Promise<void> {
  try {
    const said = await run();
    place.replaceChildren(...said.map(pieceOf));
    place.dataset.phase = "done";
  } catch (error) {
    place.textContent = error instanceof Error ? error.message : String(error);
    place.dataset.phase = "failed";
  }
}

function pieceOf(piece: Said[number]): Node {
  if (typeof piece === "string") return document.createTextNode(piece);
  const strong = document.createElement("strong");
  strong.append(...scriptRuns(piece.strong).map(({ text, level }) => scriptOf(text, level)));
  return strong;
}

function scriptOf(text: string, level: "base" | "sub" | "sup"): Node | string {
  if (level === "base") return text;
  const script = document.createElement(level);
  script.textContent = text;
  return script;
}

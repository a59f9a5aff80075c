import katex from "katex";

/** The colours of roles, as a formula's source names them (so that it has them in Observable's own tools too). */
const roles: Readonly<Record<string, string>> = { "#0064B0": "key", "#C2410C": "value" };

/** What other letters stand for in the figures. */
const letters: Readonly<Record<string, string>> = {
  q: "query",
  S: "matrix",
  G: "gram",
  s: "score",
  w: "weight",
  x: "tokens",
  o: "read",
};

/**
 * Formulas stand in the notebook as `${tex`...`}`, as they would anywhere in Observable. Setting them at build time
 * leaves no trace of KaTeX's code on the page: they are taken out before Markdown sees them and put back, set, after it.
 */
export function prerenderFormulas() {
  const set: string[] = [];
  return {
    takeOut({ mode, value }: { readonly mode: string; readonly value: string }): string {
      if (mode !== "md" && mode !== "html") return value;
      return value.replace(/\$\{tex(\.block)?`([^`]*)`\}/g, (_match, block, source) => {
        set.push(setFormula(source, block !== undefined));
        return `MMFORMULA${set.length - 1}END`;
      });
    },
    putBack(page: string): string {
      return page.replace(/MMFORMULA(\d+)END/g, (_match, index) => set[Number(index)] ?? "");
    },
  };
}

/**
 * The formula as MathML, without the copy of its source that KaTeX adds; throws an error that says what in its source is
 * wrong. KaTeX's other output takes ten times the nodes and inline styles.
 */
export function setFormula(source: string, displayMode: boolean): string {
  const set = katex.renderToString(source, { displayMode, output: "mathml", throwOnError: true });
  const [, content = ""] = /<semantics>([\s\S]*)<annotation/.exec(set) ?? [];
  const math = nameTerms(spaceFunctions(content));
  return displayMode
    ? `<span class="mm-formula"><math display="block">${math}</math></span>`
    : `<math>${math}</math>`;
}

/** The thin spaces around the name of a function, which browsers leave out. */
function spaceFunctions(content: string): string {
  const thin = '<mspace width="0.17em"></mspace>';
  return content
    .replace(/(<mi>[a-z]{2,}<\/mi><mo>\u2061<\/mo>)(?!<mo[^>]*>\(|<mtext>)/g, `$1${thin}`)
    .replace(/(<\/m(?:i|n|sub)>)(?=<mi>[a-z]{2,}<\/mi>)/g, `$1${thin}`);
}

/** Terms have their roles' colours, and the names of what they stand for in the figures: the second key is `key-1`. */
function nameTerms(content: string): string {
  return content
    .replace(
      / mathcolor="([^"]*)">(?=(?:<msub><mi>[a-z]<\/mi><mn>(\d)<\/mn>)?)/g,
      (written, colour: string, number: string | undefined) => {
        const role = roles[colour];
        if (!role) return written;
        const part = number === undefined ? role : `${role}-${Number(number) - 1}`;
        return ` class="mm-of-${role}" data-part="${part}">`;
      },
    )
    .replace(/<mi>([a-zA-Z])<\/mi>/g, (written, letter: string) => {
      const part = letters[letter];
      return part ? `<mi data-part="${part}">${letter}</mi>` : written;
    });
}

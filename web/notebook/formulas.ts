import katex from "katex";

/** The colours of roles, as a formula's source names them (so that it has them in Observable's own tools too). */
const roleColours: Readonly<Record<string, string>> = {
  "#0064B0": "var(--key)",
  "#C2410C": "var(--value)",
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

/** The formula as HTML; throws an error that says what in its source is wrong. */
export function setFormula(source: string, displayMode: boolean): string {
  const html = katex.renderToString(source, { displayMode, throwOnError: true });
  return Object.entries(roleColours).reduce(
    (text, [colour, role]) => text.replaceAll(`color:${colour}`, `color:${role}`),
    html,
  );
}

import { observable } from "@observablehq/notebook-kit/vite";
import type { IndexHtmlTransformHook, Plugin } from "vite";
import { type FigureCell, figuresOnPage } from "./figure-cells.js";
import { prerenderFormulas } from "./formulas.js";

/**
 * Notebook Kit's plugin for our one notebook. It would take every HTML entry for a notebook, so only the notebook's own
 * file goes through it; formulas are set here, at build time, and figures get their room on the page beforehand.
 */
export function notebook(template: string): Plugin {
  const formulas = prerenderFormulas();
  const kit = observable({
    template,
    transformNotebook: (source) => ({
      ...source,
      cells: source.cells.map((cell) => ({ ...cell, value: formulas.takeOut(cell) })),
    }),
  }) as Plugin;
  const transform = (kit.transformIndexHtml as { handler: IndexHtmlTransformHook }).handler;
  return {
    ...kit,
    transformIndexHtml: {
      order: "pre",
      async handler(html, context) {
        if (!html.includes("<notebook")) return html;
        const page = await transform.call(this, html, context);
        if (typeof page !== "string") throw new Error("the notebook did not become a page");
        return formulas.putBack(withoutTheme(markFigureCells(page, figuresOnPage(html))));
      },
    },
  };
}

/** A figure's cell has its width before any script has run, and a place for the figure's poster. */
function markFigureCells(page: string, cells: readonly FigureCell[]): string {
  return cells.reduce(
    (marked, { cell }) =>
      marked.replace(
        `<div id="cell-${cell}" class="observablehq observablehq--cell">`,
        `<div id="cell-${cell}" class="observablehq observablehq--cell mm-figure-cell"><!--poster ${cell}-->`,
      ),
    page,
  );
}

/** The page has styles of its own; the kit's theme would load a second set. */
function withoutTheme(page: string): string {
  return page.replace(
    /<style type="text\/css">\s*@import url\("observable:styles\/theme-[^<]*<\/style>/,
    "",
  );
}

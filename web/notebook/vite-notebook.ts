import { observable } from "@observablehq/notebook-kit/vite";
import type { IndexHtmlTransformHook, Plugin } from "vite";
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
        return formulas.putBack(withoutTheme(markFigureCells(page, figureCells(html))));
      },
    },
  };
}

/** Which figure a cell shows, by the cell's id. */
function figureCells(html: string): Map<string, string> {
  const cells = html.matchAll(/<script id="(\d+)" type="module">([\s\S]*?)<\/script>/g);
  const found = new Map<string, string>();
  for (const [, id, code] of cells) {
    const figure = /\bfigure\("([a-z-]+)"/.exec(code ?? "")?.[1];
    if (id && figure) found.set(id, figure);
  }
  return found;
}

/** A figure's cell has its width, and nearly its height, before any script has run: nothing on the page moves. */
function markFigureCells(page: string, figures: Map<string, string>): string {
  let marked = page;
  for (const [id, figure] of figures) {
    marked = marked.replace(
      `<div id="cell-${id}" class="observablehq observablehq--cell">`,
      `<div id="cell-${id}" class="observablehq observablehq--cell mm-figure-cell mm-room-${figure}">`,
    );
  }
  return marked;
}

/** The page has styles of its own; the kit's theme would load a second set. */
function withoutTheme(page: string): string {
  return page.replace(
    /<style type="text\/css">\s*@import url\("observable:styles\/theme-[^<]*<\/style>/,
    "",
  );
}

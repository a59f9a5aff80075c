import type { FigureOptions } from "./figure-options.js";

/** A cell of the notebook that shows a figure. */
export interface FigureCell {
  readonly cell: string;
  readonly figure: string;
  readonly options: FigureOptions;
}

/** The figures of the notebook's source, in its order. What a cell gives them must be written out: it is read while building. */
export function figuresOnPage(notebook: string): FigureCell[] {
  const cells = notebook.matchAll(/<script id="(\d+)" type="module">([\s\S]*?)<\/script>/g);
  return [...cells].flatMap(([, cell = "", code = ""]) => {
    const call = /\bfigure\("([a-z-]+)"(?:,\s*(\{[^{}]*\}))?\)/.exec(code);
    const [, figure, written = "{}"] = call ?? [];
    return figure ? [{ cell, figure, options: readLiteral(written) }] : [];
  });
}

function readLiteral(written: string): FigureOptions {
  return new Function(`"use strict"; return (${written});`)() as FigureOptions;
}

import type { DefineState } from "observable:runtime/define.js";
import { defineFigureElement } from "../element/figure-element.js";
import type { CellDefinition, Shipped } from "./cells.js";
import { loadFaces } from "./faces.js";
import lateFaces from "./late.css?url";

/*
 * What the page that Notebook Kit's plugin writes asks for: a module that runs its cells. The figures that the page was
 * built with begin at once. Cells, the page's buttons, and the faces that only figures, formulas and cited titles use
 * wait until the first figure has its share of the line.
 */

const cells: Shipped[] = [];

/** Called once a cell, from the top of the page to its end, before anything has been drawn. */
export function define(state: DefineState, definition: CellDefinition): void {
  cells.push({ state, definition });
}

const firstFigure = new Promise((resolve) => {
  for (const event of ["mm-drawn", "mm-error"]) document.addEventListener(event, resolve);
});
const painted = () =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));

/** What the cells change and what the new faces do is laid out in frames of their own. */
async function begin(): Promise<void> {
  const faces = loadFaces(lateFaces).catch(() => []);
  try {
    const { beginPage } = await import("./page.js");
    beginPage(cells);
  } finally {
    const loaded = await faces;
    await painted();
    for (const face of loaded) document.fonts.add(face);
  }
}

void firstFigure.then(painted).then(begin);
// A task of its own: this one has all the modules behind it.
setTimeout(defineFigureElement);

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

const calm = firstFigure.then(painted);
const faces = calm.then(() => loadFaces(lateFaces)).catch(() => []);

async function begin(): Promise<void> {
  const { beginPage } = await import("./page.js");
  beginPage(cells);
}

// What new faces and what the cells change is laid out in frames of their own.
void calm
  .then(begin)
  .finally(() => faces)
  .finally(painted)
  .finally(async () => {
    for (const face of await faces) document.fonts.add(face);
  });
// A task of its own: this one has all the modules behind it.
setTimeout(defineFigureElement);

import { type Shipped, shipped, start } from "./cells.js";
import { offerCode } from "./code.js";
import { joinFormulasToFigures } from "./lights.js";
import { tellMissingFigures } from "./missing-figures.js";
import { keepOffline } from "./offline.js";
import { offerPageBar } from "./page-bar.js";
import { hasStoredWork, readWork } from "./storage.js";

/** Runs the cells of the page, and gives the reader what can be done with it. */
export function beginPage(cells: readonly Shipped[]): void {
  offerCode();
  offerPageBar();
  joinFormulasToFigures();
  tellMissingFigures();
  void keepOffline();
  const version = document.querySelector("main")?.dataset.notebook ?? "";
  // Cells that the reader has changed wait for what knows the reader's cells; the others do not.
  const touched = new Set(readWork(version)?.touched);
  for (const cell of cells) {
    const { id } = cell.definition;
    shipped.set(id, cell);
    if (!touched.has(id)) start(cell.state, cell.definition);
  }
  if (!hasStoredWork(version)) return;
  import("./editing/editing.js").catch((error) => {
    console.error(error);
    for (const { state, definition } of cells) {
      if (touched.has(definition.id)) start(state, definition);
    }
  });
}

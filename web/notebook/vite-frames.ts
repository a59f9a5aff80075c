import { type Cell, transpile } from "@observablehq/notebook-kit";
import type { FigureCell } from "./figure-cells.js";

/**
 * Each cell's output in a frame of its own, with its code, where it has any that runs, folded away beneath it. A figure's
 * cell has its width before any script has run, and a place for the figure's poster. Prose below the first figure waits
 * until it comes near the screen (page.css), in about the room that it will take.
 */
export function frameCells(
  document: Document,
  cells: readonly Cell[],
  figures: readonly FigureCell[],
): void {
  const withFigure = new Set(figures.map(({ cell }) => cell));
  let belowFigure = false;
  for (const cell of cells) {
    const { id } = cell;
    const output = document.getElementById(`cell-${id}`);
    if (!output) throw new Error(`the page has no cell ${id}`);
    const code = output.nextElementSibling?.matches("pre") ? output.nextElementSibling : undefined;
    const frame = document.createElement("div");
    frame.className = "mm-cell";
    frame.dataset.cell = String(id);
    output.before(frame);
    frame.append(output);
    if (!code) {
      if (belowFigure) markProse(frame);
      continue;
    }
    frame.append(foldCode(document, code, cell));
    // Prose with holes in it is no prose: it shows when it is whole.
    if (cell.mode !== "js") output.classList.add("mm-incomplete");
    if (!withFigure.has(String(id))) continue;
    belowFigure = true;
    output.classList.add("mm-figure-cell");
    output.append(document.createComment(`poster ${id}`));
  }
}

function markProse(frame: HTMLElement): void {
  frame.classList.add("mm-prose");
  if (frame.querySelector("h2")) frame.classList.add("mm-section");
  const characters = (frame.textContent ?? "").trim().length;
  frame.style.setProperty("--length", String(characters));
}

function foldCode(document: Document, code: Element, cell: Cell): Element {
  const fold = document.createElement("details");
  fold.className = "mm-code";
  fold.innerHTML =
    '<summary>Code</summary><button type="button" class="mm-edit" hidden>Edit</button>';
  const [summary, edit] = fold.children as unknown as [Element, Element];
  const names = namesOf(cell);
  if (names.length > 0) summary.textContent = `Code of ${names.join(", ")}`;
  // Where formulas stood there are now marks for them; the reader sees what was written.
  const text = code.firstElementChild;
  if (text?.textContent?.includes("MMFORMULA")) text.textContent = cell.value;
  edit.before(code);
  return fold;
}

/** What a cell without anything to show gives to others. */
function namesOf(cell: Cell): readonly string[] {
  const { inputs = [], outputs = [] } = transpile(cell);
  return inputs.includes("view") || inputs.includes("display") ? [] : outputs;
}

import type { MatrixMemoryFigure } from "../element/figure-element.js";
import { showProblem } from "./cells.js";

/*
 * The code of the page's cells, as it was built with them: a figure's opens from its hairline. Of the editor only the
 * button is here; the rest loads when it is pressed.
 */

export function offerCode(): void {
  document.addEventListener("mm-drawn", ({ target }) => addCodeButton(target as Element));
  for (const figure of document.querySelectorAll<MatrixMemoryFigure>("matrix-memory-figure")) {
    if (figure.isDrawn) addCodeButton(figure);
  }
  for (const edit of document.querySelectorAll<HTMLElement>(".mm-edit")) edit.hidden = false;
  document.addEventListener("click", ({ target }) => {
    const edit = (target as Element).closest(".mm-edit");
    const frame = edit?.closest<HTMLElement>(".mm-cell");
    if (frame) void openEditor(frame);
  });
}

/** Its cell's code, or its open editor, shown and hidden from the figure's own hairline. */
function addCodeButton(figure: Element): void {
  const fold = figure.closest(".mm-cell")?.querySelector<HTMLDetailsElement>(".mm-code");
  if (!fold || figure.querySelector('[slot="action"]')) return;
  const button = document.createElement("button");
  button.type = "button";
  button.slot = "action";
  button.textContent = "Code";
  const tell = () => button.setAttribute("aria-expanded", String(fold.open));
  fold.addEventListener("toggle", tell);
  button.addEventListener("click", () => {
    fold.open = !fold.open;
  });
  tell();
  figure.append(button);
}

async function openEditor(frame: HTMLElement): Promise<void> {
  const output = frame.firstElementChild as Element;
  try {
    const { editCell } = await import("./editing/editing.js");
    await editCell(Number(frame.dataset.cell));
  } catch {
    showProblem(output, "The editor could not be loaded. Is the network there?");
  }
}

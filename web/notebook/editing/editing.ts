import "./editing.css";
import source from "../index.html?raw";
import { type CellView, createCellView } from "./cell-view.js";
import { fromFile } from "./file.js";
import { createFrames } from "./frames.js";
import { createSession } from "./session.js";
import { createStatus } from "./status.js";

/* Everything that a page which is only read does not need: it loads with the first "Edit", or with stored work. */

const main = document.querySelector("main") as HTMLElement;
const frames = createFrames(main);
const views = new Map<number, CellView>();
let editing = false;

const session = createSession({
  original: fromFile(source),
  version: main.dataset.notebook ?? "",
  frames,
  changed: update,
});

const status = createStatus({
  session,
  isEditing: () => editing,
  setEditing(now) {
    editing = now;
    update();
  },
});

function viewOf(id: number): CellView {
  const found = views.get(id);
  if (found) return found;
  const view = createCellView(frames.of(id), id, {
    session,
    isEditing: () => editing,
    open: editCell,
    focusStatus: () => status.focus(),
  });
  views.set(id, view);
  return view;
}

function update(): void {
  for (const { id } of session.work.notebook.cells) viewOf(id).update();
  status.update();
  document.querySelector('[data-page="edit"]')?.setAttribute("aria-pressed", String(editing));
}

/** Opens a cell's editor and puts the reader in it. */
export function editCell(id: number): Promise<void> {
  return viewOf(id).open();
}

/** Shows at every cell what can be done with it, or no more. */
export function editPage(now = !editing): void {
  editing = now;
  update();
}

await session.begin();
// What was typed and not run is where it was.
for (const id of session.work.drafts.keys()) void viewOf(id).open();

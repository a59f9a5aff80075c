import { h, type VNode } from "snabbdom";
import { createPatch } from "../../element/virtual-dom.js";
import { cellLabel } from "./cell-label.js";
import type { CodeEditor } from "./code-editor.js";
import type { Frame } from "./frames.js";
import type { Session } from "./session.js";
import { type Cell, cellOf } from "./work.js";

/** What the reader does with cells, beyond the one at hand. */
export interface CellActions {
  readonly session: Session;
  /** Whether all cells show what can be done with them. */
  isEditing(): boolean;
  open(id: number): Promise<void>;
  /** After something that took the focus's place away. */
  focusStatus(): void;
}

export type CellView = ReturnType<typeof createCellView>;

const reasons = {
  opened: "This cell came with a file. Read it before you run it.",
  unfinished: "This cell did not finish last time. It runs again when you say so.",
};

/** A cell's editor, and under it the row of what can be done with the cell. */
export function createCellView(frame: Frame, id: number, actions: CellActions) {
  const { session } = actions;
  const patch = createPatch(document);
  const fold = frame.element.querySelector<HTMLDetailsElement>(":scope > .mm-code");
  const place = document.createElement("div");
  place.className = "mm-editor";
  (fold ?? frame.element).append(place);
  let bar: Element | VNode = frame.element.appendChild(document.createElement("div"));
  let editor: CodeEditor | undefined;
  let isOpen = false;

  const textOf = (cell: Cell) => session.work.drafts.get(id) ?? cell.value;

  async function open(): Promise<void> {
    const cell = cellOf(session.work, id);
    if (!cell || isOpen) return editor?.focus();
    isOpen = true;
    update();
    try {
      const { createCodeEditor } = await import("./code-editor.js");
      if (!isOpen) return;
      place.replaceChildren();
      editor = createCodeEditor({
        parent: place,
        text: textOf(cell),
        language: cell.mode === "js" ? "js" : "text",
        label: `Code of ${cellLabel(cell)}`,
        describedBy: `keys-${id}`,
        typed: (text) => session.type(id, text),
        run: () => void session.run(id),
        leave: () => focusButton("run"),
      });
      editor.focus();
    } catch (error) {
      close();
      throw error;
    }
  }

  function close(): void {
    isOpen = false;
    editor?.close();
    editor = undefined;
    place.replaceChildren();
    update();
  }

  function focusButton(action: string): void {
    frame.element.querySelector<HTMLElement>(`.mm-bar [data-action="${action}"]`)?.focus();
  }

  function update(): void {
    const cell = cellOf(session.work, id);
    if (!cell) return;
    const held = session.work.held.get(id);
    editor?.setText(textOf(cell));
    showCode(cell, held !== undefined);
    bar = patch(bar, h("div", { attrs: { class: "mm-cell-tools" } }, drawBar(cell, held)));
  }

  /** The code as it stands: in the editor, or to be read; for prose only where it must be seen before it runs. */
  function showCode(cell: Cell, held: boolean): void {
    if (fold) {
      fold.classList.toggle("mm-editing", isOpen);
      const code = fold.querySelector("code");
      if (code && code.textContent !== cell.value) code.textContent = cell.value;
      if (isOpen || held) fold.open = true;
    } else if (!isOpen) {
      const source = place.querySelector("pre");
      if (!held) source?.remove();
      else if (source) source.textContent = cell.value;
      else place.appendChild(document.createElement("pre")).textContent = cell.value;
    }
  }

  function drawBar(cell: Cell, held: keyof typeof reasons | undefined): VNode[] {
    const editing = actions.isEditing();
    const touched = session.isTouched(id);
    if (!isOpen && !editing && !touched && !held) return [];
    const { cells } = session.work.notebook;
    const isNew = frame.original === undefined;
    const button = (action: string, text: string, work: () => unknown, disabled = false) =>
      h(
        "button",
        {
          key: action,
          attrs: { type: "button", "data-action": action, disabled },
          on: { click: () => void work() },
        },
        text,
      );
    const moving = (by: -1 | 1) => () => {
      session.move(id, by);
      focusButton(by < 0 ? "up" : "down");
    };
    const adding = (mode: Cell["mode"]) => () => actions.open(session.add(id, mode));
    return [
      h("p", { key: "why", attrs: { class: "mm-why" } }, held ? reasons[held] : ""),
      h(
        "div",
        {
          key: "bar",
          attrs: { class: "mm-bar", role: "group", "aria-label": `Cell: ${cellLabel(cell)}` },
        },
        [
          ...(isOpen || held ? [button("run", "Run", () => session.run(id))] : []),
          isOpen
            ? button("close", "Close", () => {
                close();
                focusButton("edit");
              })
            : button("edit", "Edit", () => actions.open(id)),
          ...(!isNew && (touched || session.work.drafts.has(id))
            ? [
                button("reset", "Reset", async () => {
                  await session.reset(id);
                  if (editor) editor.focus();
                  else focusButton("edit");
                }),
              ]
            : []),
          ...(editing || isOpen
            ? [
                button("up", "Move up", moving(-1), cells[0]?.id === id),
                button("down", "Move down", moving(1), cells.at(-1)?.id === id),
                button("delete", "Delete", () => {
                  session.remove(id);
                  actions.focusStatus();
                }),
                button("code", "Add code", adding("js")),
                button("text", "Add text", adding("md")),
              ]
            : []),
        ],
      ),
      ...(isOpen
        ? [h("p", { key: "keys", attrs: { id: `keys-${id}`, class: "mm-why" } }, keys)]
        : []),
    ];
  }

  return { open, update, close };
}

const isApple = /Mac|iP(hone|ad)/.test(navigator.platform);
const keys = `${isApple ? "\u2318" : "Ctrl+"}Enter runs the cell. Escape leaves the editor.`;

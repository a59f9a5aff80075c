import { setSingleKeys, singleKeys } from "../single-keys.js";
import { openDialog } from "./dialog.js";

const isApple = /Mac|iP(hone|ad)/.test(navigator.platform);
const mod = isApple ? "\u2318" : "Ctrl+";
const alt = isApple ? "\u2325" : "Alt+";

const keys: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    "The page",
    [
      [`/ or ${mod}K`, "find a section, a figure, a cell"],
      ["?", "these keys"],
    ],
  ],
  [
    "A handle in a figure",
    [
      ["Arrow keys", "move it"],
      ["Shift+arrow", "move it further"],
      [`${alt}arrow`, "move it a little"],
    ],
  ],
  ["A formula", [["Arrow keys", "light its terms in the figure"]]],
  [
    "A number",
    [
      ["Enter", "take it"],
      ["Escape", "bring back the one before"],
    ],
  ],
  [
    "The editor of a cell",
    [
      [`${mod}Enter`, "run the cell"],
      ["Tab", "indent"],
      ["Escape", "leave, to the cell\u2019s buttons"],
      [`${mod}Z`, "undo what was typed"],
    ],
  ],
];

/** Opens the list of the page's keys. */
export function openKeys(): void {
  if (document.querySelector("dialog[open]")) return;
  const dialog = openDialog("Keys");
  const add = <Name extends keyof HTMLElementTagNameMap>(
    parent: Element,
    name: Name,
    text = "",
  ): HTMLElementTagNameMap[Name] => {
    const element = parent.appendChild(document.createElement(name));
    element.textContent = text;
    return element;
  };
  for (const [title, lines] of keys) {
    add(dialog, "h2", title);
    const list = add(dialog, "dl");
    for (const [key, what] of lines) {
      const row = add(list, "div");
      add(add(row, "dt"), "kbd", key);
      add(row, "dd", what);
    }
  }
  const label = add(dialog, "label");
  const box = add(label, "input");
  box.type = "checkbox";
  box.checked = singleKeys();
  box.addEventListener("change", () => setSingleKeys(box.checked));
  label.append(" / and ? are keys of this page");
  const close = add(dialog, "button", "Close");
  close.type = "button";
  close.addEventListener("click", () => dialog.close());
  // The list is read from its top, however far down that button is.
  close.focus({ preventScroll: true });
}

import { h, type VNode } from "snabbdom";
import { createPatch } from "../../element/virtual-dom.js";
import { openDialog } from "./dialog.js";
import { type Entry, entries } from "./places.js";

/** Opens the index of the page: sections, figures, cells, and what can be done, filtered by what is typed. */
export function openPalette(): void {
  if (document.querySelector("dialog[open]")) return;
  const all = entries();
  const dialog = openDialog("Find in this page");
  const patch = createPatch(document);
  let tree: Element | VNode = dialog.appendChild(document.createElement("div"));
  let typed = "";
  let chosen = 0;

  const found = () => all.filter(({ name }) => matches(name, typed));

  function go(entry: Entry | undefined): void {
    if (!entry) return;
    dialog.close();
    entry.go();
  }

  function choose(index: number): void {
    const { length } = found();
    chosen = length === 0 ? 0 : (index + length) % length;
    draw();
    dialog.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  function press(event: KeyboardEvent): void {
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => choose(chosen + 1),
      ArrowUp: () => choose(chosen - 1),
      PageDown: () => choose(Math.min(chosen + 8, found().length - 1)),
      PageUp: () => choose(Math.max(chosen - 8, 0)),
      Enter: () => go(found()[chosen]),
    };
    const move = moves[event.key];
    if (!move || event.isComposing) return;
    event.preventDefault();
    move();
  }

  function draw(): void {
    const shown = found();
    tree = patch(
      tree,
      h("div", [
        h("input", {
          attrs: {
            type: "text",
            role: "combobox",
            "aria-label": "Section, figure, cell or action",
            "aria-expanded": "true",
            "aria-controls": "mm-found",
            "aria-autocomplete": "list",
            autocomplete: "off",
            spellcheck: "false",
            placeholder: "Section, figure, cell or action",
            ...(shown.length > 0 ? { "aria-activedescendant": `mm-found-${chosen}` } : {}),
          },
          on: {
            keydown: press,
            input: (event: Event) => {
              typed = (event.target as HTMLInputElement).value;
              choose(0);
            },
          },
        }),
        h(
          "ul",
          { attrs: { id: "mm-found", role: "listbox", "aria-label": "Found" } },
          shown.map((entry, index) =>
            h(
              "li",
              {
                key: `${entry.kind} ${all.indexOf(entry)}`,
                attrs: {
                  id: `mm-found-${index}`,
                  role: "option",
                  "aria-selected": String(index === chosen),
                },
                on: { click: () => go(entry) },
              },
              [h("span", entry.name), h("span", { attrs: { class: "mm-kind" } }, entry.kind)],
            ),
          ),
        ),
        h("p", { attrs: { role: "status" } }, shown.length === 0 ? "Nothing has that name." : ""),
      ]),
    );
  }

  draw();
  dialog.querySelector("input")?.focus();
}

/** Every word typed is somewhere in the name. */
function matches(name: string, typed: string): boolean {
  const text = name.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

import { h, type VNode } from "snabbdom";

export interface MenuItem {
  readonly label: string;
  /** What it is, where the label alone may not say it. */
  readonly note: string;
  run(): void;
}

export interface MenuOptions {
  readonly id: string;
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** The button that opened it. */
  readonly opener: HTMLElement;
  /** Begin with the last item: it was opened by the up arrow. */
  readonly last: boolean;
  close(): void;
}

/** A menu as readers of keyboards, screens and screen readers know it: arrows, letters, Home, End, Escape, Tab. */
export function drawMenu(options: MenuOptions): VNode {
  const { id, label, items, opener, last, close } = options;
  return h(
    "div",
    {
      key: `${id}-menu`,
      attrs: { class: "mm-menu", role: "menu", "aria-label": label },
      hook: {
        insert: ({ elm }) =>
          itemsOf(elm as HTMLElement)
            .at(last ? -1 : 0)
            ?.focus(),
      },
      on: {
        keydown: (event: KeyboardEvent) => pressKey(event, options),
        focusout: (event: FocusEvent) => {
          const menu = event.currentTarget as HTMLElement;
          const to = event.relatedTarget as Node | null;
          // Focus that leaves the window comes back; what the opener does with it is the opener's to say.
          if (to && to !== opener && !menu.contains(to)) close();
        },
      },
    },
    items.map((item) => drawItem(item, options)),
  );
}

function drawItem({ label, note, run }: MenuItem, { opener, close }: MenuOptions): VNode {
  const choose = () => {
    opener.focus();
    close();
    run();
  };
  return h(
    "button",
    {
      key: label,
      attrs: { type: "button", role: "menuitem", tabindex: -1 },
      on: { click: choose },
    },
    [h("span", { attrs: { class: "mm-menu-label" } }, label), " ", h("span", note)],
  );
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")];
}

function pressKey(event: KeyboardEvent, { opener, close }: MenuOptions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  if (key === "Escape") opener.focus();
  if (key === "Escape" || key === "Tab") close();
  const all = itemsOf(event.currentTarget as HTMLElement);
  const next = wanted(key, all, all.indexOf(event.target as HTMLElement));
  next?.focus();
  if (!next && key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
}

function wanted(key: string, all: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case "ArrowDown":
      return all[(at + 1) % all.length];
    case "ArrowUp":
      return all.at(at - 1);
    case "Home":
      return all[0];
    case "End":
      return all.at(-1);
  }
  if (key.length !== 1) return undefined;
  const starts = (item: HTMLElement) =>
    item.textContent?.toLowerCase().startsWith(key.toLowerCase()) ?? false;
  return [...all.slice(at + 1), ...all.slice(0, at + 1)].find(starts);
}

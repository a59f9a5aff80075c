import { h, type On, type VNode } from "snabbdom";
import type { AnyFigure, Table } from "../figures/index.js";
import type { State } from "./state.js";
import type { Menu, Tools } from "./tools/tools.js";

/** A figure as its actions see it: what can be linked, saved and embedded. */
export interface Subject {
  /** The `<matrix-memory-figure>`. */
  readonly element: HTMLElement;
  readonly figure: AnyFigure;
  readonly state: State;
  table(): Table;
  toSVG(): string;
  toPNG(): Promise<Blob>;
  toCSV(): string;
}

/** What can be done with a figure, at the right end of its hairline. */
export interface Actions {
  draw(): VNode;
  dispose(): void;
}

/** The menus and what they do load when a reader first comes near them. */
export function createActions(subject: Subject, reset: () => void, changed: () => void): Actions {
  let tools: Tools | undefined;
  let loading: Promise<Tools> | undefined;
  let failed = "";

  function load(): Promise<Tools> {
    loading ??= import("./tools/tools.js").then(
      ({ createTools }) => {
        tools = createTools(subject, changed);
        return tools;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  /** With the tools at hand nothing is awaited: some browsers let only the click itself write to the clipboard. */
  function use(work: (tools: Tools) => void): void {
    failed = "";
    if (tools) {
      work(tools);
      return;
    }
    load().then(work, () => {
      failed = "This could not be loaded. Is the network there?";
      changed();
    });
  }

  return {
    draw: () =>
      drawActions({
        openMenu: tools?.openMenu,
        told: failed || tools?.told || "",
        opened: tools?.draw() ?? [],
        approach: () => void load().catch(() => undefined),
        copyLink: (button) => use((ready) => ready.copyLink(button)),
        toggle: (menu, opener, last) => use((ready) => ready.toggle(menu, opener, last)),
        reset,
      }),
    dispose: () => tools?.dispose(),
  };
}

export interface ActionsView {
  readonly openMenu: Menu | undefined;
  readonly told: string;
  /** What hangs below: a menu, a field. */
  readonly opened: readonly VNode[];
  /** A pointer or the focus has come near. */
  approach(): void;
  copyLink(button: HTMLElement): void;
  toggle(menu: Menu, opener: HTMLElement, last: boolean): void;
  reset(): void;
}

export function drawActions(view: ActionsView): VNode {
  const { opened, told, approach, copyLink, reset } = view;
  const attrs = { class: "mm-actions" };
  return h("div", { attrs, on: { pointerenter: approach, focusin: approach } }, [
    // The page's own actions stand first: "Code" in the notebook.
    h("slot", { key: "page", attrs: { name: "action" } }),
    button("Link", {}, { click: (event) => copyLink(event.currentTarget as HTMLElement) }),
    menuButton("Save", "save", view),
    menuButton("Embed", "embed", view),
    button("Reset", {}, { click: reset }),
    h("span", { key: "told", attrs: { class: "mm-told", role: "status" } }, told),
    ...opened,
  ]);
}

function menuButton(label: string, menu: Menu, { openMenu, toggle }: ActionsView): VNode {
  const open = (event: Event, last: boolean) =>
    toggle(menu, event.currentTarget as HTMLElement, last);
  return button(
    label,
    { "aria-haspopup": "menu", "aria-expanded": String(openMenu === menu) },
    {
      click: (event) => open(event, false),
      keydown: (event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        open(event, event.key === "ArrowUp");
      },
    },
  );
}

function button(label: string, attrs: Record<string, string>, on: On): VNode {
  return h("button", { key: label, attrs: { type: "button", ...attrs }, on }, label);
}

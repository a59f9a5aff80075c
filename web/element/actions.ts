import { h, type VNode } from "snabbdom";
import type { AnyFigure, Table } from "../figures/index.js";
import type { State } from "./host.js";
import type { Tools } from "./tools/tools.js";

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

const menus = { save: "Save", embed: "Embed" } as const;

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

  const early = () => void load().catch(() => undefined);

  function menuButton(menu: keyof typeof menus): VNode {
    const open = (last: boolean) => (event: Event) => {
      const button = event.currentTarget as HTMLElement;
      use((ready) => ready.toggle(menu, button, last));
    };
    return h(
      "button",
      {
        key: menu,
        attrs: {
          type: "button",
          "aria-haspopup": "menu",
          "aria-expanded": String(tools?.openMenu === menu),
        },
        on: {
          click: open(false),
          keydown: (event: KeyboardEvent) => {
            if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
            event.preventDefault();
            open(event.key === "ArrowUp")(event);
          },
        },
      },
      menus[menu],
    );
  }

  return {
    draw: () =>
      h("div", { attrs: { class: "mm-actions" }, on: { pointerenter: early, focusin: early } }, [
        // The page's own actions stand first: "Code" in the notebook.
        h("slot", { key: "page", attrs: { name: "action" } }),
        h(
          "button",
          {
            key: "link",
            attrs: { type: "button" },
            on: {
              click: (event: Event) => {
                const button = event.currentTarget as HTMLElement;
                use((ready) => ready.copyLink(button));
              },
            },
          },
          "Link",
        ),
        menuButton("save"),
        menuButton("embed"),
        h("button", { key: "reset", attrs: { type: "button" }, on: { click: reset } }, "Reset"),
        h(
          "span",
          { key: "told", attrs: { class: "mm-told", role: "status" } },
          failed || tools?.told || "",
        ),
        ...(tools?.draw() ?? []),
      ]),
    dispose: () => tools?.dispose(),
  };
}

import type { VNode } from "snabbdom";
import type { Subject } from "../actions.js";
import { copyText, drawByHand } from "./copying.js";
import { drawMenu, type MenuItem } from "./menu.js";
import { savings } from "./saving.js";
import { linkTo, snippets } from "./snippets.js";

/** What the actions of a figure do, loaded when they are first needed. */
export interface Tools {
  readonly openMenu: Menu | undefined;
  /** What has just been done, for a few seconds. */
  readonly told: string;
  copyLink(button: HTMLElement): void;
  /** Opens a menu, at its last item if asked to, or closes it. */
  toggle(menu: Menu, opener: HTMLElement, last: boolean): void;
  draw(): VNode[];
  dispose(): void;
}

export type Menu = "save" | "embed";

const labels: Readonly<Record<Menu, string>> = {
  save: "Save the figure as it stands",
  embed: "Copy the figure as it stands",
};

const millisecondsTold = 5000;

interface Opened {
  readonly menu: Menu;
  readonly opener: HTMLElement;
  readonly last: boolean;
  readonly items: readonly MenuItem[];
}

/** A text that could not be copied, for the reader to copy. */
interface ByHand {
  readonly what: string;
  readonly text: string;
  readonly opener: HTMLElement;
}

export function createTools(subject: Subject, changed: () => void): Tools {
  let opened: Opened | undefined;
  let byHand: ByHand | undefined;
  let told = "";
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  let pointing: AbortController | undefined;

  function tell(text: string): void {
    told = text;
    clearTimeout(forgetting);
    if (text !== "") forgetting = setTimeout(() => tell(""), millisecondsTold);
    changed();
  }

  function close(): void {
    opened = undefined;
    pointing?.abort();
    changed();
  }

  function open(menu: Menu, opener: HTMLElement, last: boolean): void {
    byHand = undefined;
    const items = menu === "save" ? saveItems() : embedItems(opener);
    opened = { menu, opener, last, items };
    pointing?.abort();
    pointing = new AbortController();
    const actions = opener.parentElement as HTMLElement;
    const away = (event: Event) => {
      if (!event.composedPath().includes(actions)) close();
    };
    opener.ownerDocument.addEventListener("pointerdown", away, {
      capture: true,
      signal: pointing.signal,
    });
    tell("");
  }

  async function copy(what: string, text: string, opener: HTMLElement): Promise<void> {
    byHand = undefined;
    if (await copyText(text)) tell(`Copied ${what}.`);
    else {
      byHand = { what, text, opener };
      tell("");
    }
  }

  function embedItems(opener: HTMLElement): MenuItem[] {
    return snippets(subject).map(({ label, note, text }) => ({
      label,
      note,
      run: () => void copy(label, text, opener),
    }));
  }

  function saveItems(): MenuItem[] {
    return savings(subject).map(({ label, note, save }) => ({
      label,
      note,
      run: () =>
        void save().then(
          (name) => tell(`Saved as ${name}.`),
          (error: unknown) => tell(error instanceof Error ? error.message : String(error)),
        ),
    }));
  }

  return {
    get openMenu() {
      return opened?.menu;
    },
    get told() {
      return told;
    },
    copyLink: (button) => void copy("the link to this state", linkTo(subject), button),
    toggle: (menu, opener, last) => (opened?.menu === menu ? close() : open(menu, opener, last)),
    draw: () => [
      ...(opened
        ? [drawMenu({ ...opened, id: opened.menu, label: labels[opened.menu], close })]
        : []),
      ...(byHand
        ? [
            drawByHand({
              ...byHand,
              close: () => {
                byHand = undefined;
                changed();
              },
            }),
          ]
        : []),
    ],
    dispose: () => {
      clearTimeout(forgetting);
      pointing?.abort();
    },
  };
}

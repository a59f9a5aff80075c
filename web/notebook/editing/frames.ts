import type { DefineState } from "observable:runtime/define.js";
import { type CellDefinition, shipped } from "../cells.js";

/** A cell's place on the page: its output, what is wrong with it, its code. */
export interface Frame {
  readonly element: HTMLElement;
  readonly state: DefineState;
  /** What the page was built with: a definition where the cell runs, else what it shows. */
  readonly original: { readonly definition?: CellDefinition; readonly html: string } | undefined;
}

/** The frames of the page as it was built, and those of the reader's own cells; what has left the page is kept. */
export function createFrames(main: HTMLElement) {
  const frames = new Map<number, Frame>();
  for (const element of main.querySelectorAll<HTMLElement>(":scope > .mm-cell")) {
    const id = Number(element.dataset.cell);
    const { state = stateOf(element), definition } = shipped.get(id) ?? {};
    const html = definition ? "" : state.root.innerHTML;
    frames.set(id, { element, state, original: definition ? { definition, html } : { html } });
  }

  return {
    of(id: number): Frame {
      const found = frames.get(id);
      if (found) return found;
      const element = document.createElement("div");
      element.className = "mm-cell";
      element.dataset.cell = String(id);
      const output = element.appendChild(document.createElement("div"));
      output.id = `cell-${id}`;
      output.className = "observablehq observablehq--cell";
      const frame = { element, state: stateOf(element), original: undefined };
      frames.set(id, frame);
      return frame;
    },

    /** Puts these cells on the page, in this order, and takes the others off; nothing that may stay is moved. */
    arrange(ids: readonly number[]): void {
      const wanted = new Set(ids);
      for (const [id, { element }] of frames) if (!wanted.has(id)) element.remove();
      let place = main.querySelector(":scope > .mm-cell");
      for (const id of ids) {
        const { element } = this.of(id);
        if (element === place) place = nextFrame(place);
        else main.insertBefore(element, place);
      }
    },
  };
}

export type Frames = ReturnType<typeof createFrames>;

const nextFrame = (element: Element): Element | null =>
  element.nextElementSibling?.matches(".mm-cell") ? element.nextElementSibling : null;

function stateOf(element: HTMLElement): DefineState {
  return { root: element.firstElementChild as HTMLElement, expanded: [], variables: [] };
}

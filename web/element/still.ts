import type { MatrixMemory } from "matrix-memory";
import type { VNode } from "snabbdom";
import { type AnyFigure, type Drawing, plainText, type Sentence } from "../figures/index.js";
import { type Actions, drawActions } from "./actions.js";
import { exportDrawing } from "./export.js";
import { initialState, type State } from "./state.js";
import { drawFigure, drawSVG } from "./view.js";
import { createPatch } from "./virtual-dom.js";

/*
 * Figures drawn without a browser, in a document that is given: files for readers without scripts, and what stands in a
 * figure's place until it is live.
 */

export interface StillOptions {
  readonly document: Document;
  readonly core: MatrixMemory;
  readonly figure: AnyFigure;
  /** What the figure's element is given; the rest is as it begins. */
  readonly initial: Readonly<Record<string, unknown>>;
}

/** One state of a figure, measured to the end, to be drawn at any width. */
export interface Still {
  readonly state: State;
  readonly sentence: string;
  draw(width: number): { readonly svg: string; readonly width: number; readonly height: number };
  /** The whole figure as HTML with `stage` in place of its drawing, as high as it will be when it is live. */
  write(options: { number: string | undefined; stage: string; style: string }): string;
}

export async function createStill(options: StillOptions): Promise<Still> {
  const { document, core, figure } = options;
  const values = initialState(figure, options.initial);
  await figure.prepare?.();
  const measured = await figure.measurement?.run(core, values, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const model = figure.compute(core, values, measured);
  const sentence = figure.describe(model);
  const parts = { document, figure, values };
  const drawingOf = (width: number) =>
    figure.draw(
      { document, width, parameters: values, change: nothing, lit: undefined, light: nothing },
      model,
    );
  return {
    state: values,
    sentence: plainText(sentence),
    draw: (width) => {
      const drawing = drawingOf(width);
      const drawn = render(document, drawSVG(figure, drawing)) as SVGSVGElement;
      const { title } = figure;
      const svg = exportDrawing({
        drawn,
        title,
        sentence: plainText(sentence),
        theme: () => "",
      });
      return { svg, width: drawing.width, height: drawing.height };
    },
    write: (written) => {
      const blank: Drawing = { width: 0, height: 0, children: [] };
      return writeFigure({ ...parts, ...written, sentence, drawing: blank });
    },
  };
}

const nothing = () => undefined;

/** Hooks and all: Plot fills its place when it is inserted. */
function render(document: Document, node: VNode): Element {
  const place = document.body.appendChild(document.createElement("div"));
  const { elm } = createPatch(document)(place, node);
  (elm as Element).remove();
  return elm as Element;
}

function writeFigure(parts: {
  readonly document: Document;
  readonly figure: AnyFigure;
  readonly values: State;
  readonly number: string | undefined;
  readonly stage: string;
  readonly style: string;
  readonly sentence: Sentence;
  readonly drawing: Drawing;
}): string {
  const { document, figure, values, number, stage, style, sentence, drawing } = parts;
  const actions: Actions = { draw: () => drawActions(blankActions), dispose: nothing };
  const whole = render(
    document,
    drawFigure({
      figure,
      number,
      caption: undefined,
      drawing,
      sentence,
      actions,
      spoken: "",
      problem: undefined,
      notice: undefined,
      measuring: figure.measurement ? idle : undefined,
      start: nothing,
      controls: {
        schema: figure.parameters,
        values,
        refusals: new Map(),
        offer: nothing,
        refuse: nothing,
        playing: { name: undefined, still: false, toggle: nothing, stop: nothing },
      },
    }),
  );
  whole.classList.add("mm-still");
  whole.setAttribute("style", style);
  for (const part of whole.querySelectorAll("slot, p:empty, [role=status]")) part.remove();
  for (const part of whole.querySelectorAll(".mm-header *, .mm-controls, .mm-controls *")) {
    withoutLife(part);
  }
  for (const field of whole.querySelectorAll("input")) field.replaceWith(roomOf(field));
  (whole.querySelector(".mm-stage") as Element).outerHTML = stage;
  return whole.outerHTML;
}

const blankActions = {
  openMenu: undefined,
  told: "",
  opened: [],
  approach: nothing,
  copyLink: nothing,
  toggle: nothing,
  reset: nothing,
};

const idle = {
  phase: "idle",
  fraction: 0,
  result: undefined,
  problem: undefined,
  start: nothing,
  cancel: nothing,
} as const;

/**
 * Browsers look whether each field of a page can be filled in, and lay out for that what they need not show yet. A field of
 * this page has its size from its class.
 */
function roomOf(field: HTMLInputElement): Element {
  const room = field.ownerDocument.createElement("span");
  room.className = field.className;
  return room;
}

/** The controls only keep their room: what makes them work, and how they are called, is not said twice. */
function withoutLife(part: Element): void {
  for (const { name } of [...part.attributes]) {
    if (!/^(class|max|value)$/.test(name)) part.removeAttribute(name);
  }
}

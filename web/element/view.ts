import { h, type VNode } from "snabbdom";
import { htmlScripts } from "../drawing/scripts.js";
import { group } from "../drawing/svg.js";
import type { AnyFigure, Drawing, Sentence } from "../figures/index.js";
import type { Actions } from "./actions.js";
import { type ControlContext, drawControls } from "./controls.js";
import type { Measuring } from "./measuring.js";

export interface View {
  readonly figure: AnyFigure;
  readonly number: string | undefined;
  readonly caption: string | undefined;
  readonly drawing: Drawing;
  readonly sentence: Sentence;
  readonly spoken: string;
  readonly problem: string | undefined;
  /** What the reader should know of how the figure came to stand as it does. */
  readonly notice: string | undefined;
  readonly actions: Actions;
  readonly measuring: Measuring | undefined;
  readonly controls: ControlContext;
  start(): void;
}

/** A figure from its hairline to its sentence. */
export function drawFigure(view: View): VNode {
  return h(
    "figure",
    { attrs: { class: "mm-figure mm-palette", "aria-label": view.figure.title } },
    [
      drawHeader(view),
      h("p", { attrs: { class: "mm-notice" } }, view.notice ?? ""),
      h("div", { attrs: { class: "mm-stage" } }, [drawSVG(view.figure, view.drawing)]),
      ...drawControlRows(view),
      h("figcaption", { attrs: { class: "mm-sentence" } }, [
        drawCaption(view.caption),
        ...sentencePieces(view.sentence),
      ]),
      h("p", { attrs: { class: "mm-problem", role: "alert" } }, view.problem ?? ""),
      h("div", { attrs: { class: "mm-spoken", role: "status" } }, view.spoken),
    ],
  );
}

/** The author's words, from the attribute or from the page. */
function drawCaption(text: string | undefined): VNode {
  return h(
    "slot",
    { key: "caption", attrs: { name: "caption" } },
    text === undefined ? [] : [h("span", { attrs: { class: "mm-caption" } }, text)],
  );
}

function drawControlRows({ figure, controls, measuring, start }: View): VNode[] {
  const { settings, vectors } = drawControls(controls);
  const run = measuring ? [drawRun(figure, measuring, start)] : [];
  return [
    h("div", { key: "settings", attrs: { class: "mm-controls" } }, [...settings, ...run]),
    h("div", { key: "vectors", attrs: { class: "mm-controls mm-vectors" } }, vectors),
  ];
}

function drawHeader({ figure, number, actions }: View): VNode {
  return h("div", { attrs: { class: "mm-header" } }, [
    ...(number === undefined
      ? []
      : [h("span", { attrs: { class: "mm-figure-number" } }, `Figure ${number}`)]),
    h("span", { attrs: { class: "mm-figure-title" } }, figure.title),
    actions.draw(),
  ]);
}

export function drawSVG(figure: AnyFigure, drawing: Drawing): VNode {
  const { width, height } = drawing;
  const attrs = {
    class: "mm-drawing",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "group",
    "aria-label": figure.title,
  };
  return h("svg", { attrs }, [group({ key: "all" }, drawing.children)]);
}

function sentencePieces(sentence: Sentence): (VNode | string)[] {
  return sentence.flatMap((piece) =>
    typeof piece === "string" ? htmlScripts(piece) : [h("strong", htmlScripts(piece.strong))],
  );
}

/** What is running keeps its place when idle, so that nothing moves when it starts. */
function drawRun(figure: AnyFigure, measuring: Measuring, start: () => void): VNode {
  const running = measuring.phase === "running";
  const percent = Math.round(measuring.fraction * 100);
  const idle = running ? "" : " mm-idle";
  return h("div", { key: "run", attrs: { class: "mm-run", "data-phase": measuring.phase } }, [
    h(
      "button",
      { attrs: { type: "button", class: "mm-button" }, on: { click: start } },
      figure.measurement?.action ?? "Run",
    ),
    h("progress", {
      attrs: {
        max: 100,
        value: percent,
        class: idle.trim(),
        "aria-label": "Progress of the computation",
      },
    }),
    h("span", { attrs: { class: `mm-percent${idle}` } }, `${percent}\u00A0%`),
    h(
      "button",
      {
        attrs: { type: "button", class: `mm-button${idle}` },
        on: { click: () => measuring.cancel() },
      },
      "Cancel",
    ),
  ]);
}

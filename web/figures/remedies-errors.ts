import type { VNode } from "snabbdom";
import { reachable } from "../drawing/cell-keys.js";
import type { Panel } from "../drawing/layout.js";
import { lightable } from "../drawing/light.js";
import { crosses, discs } from "../drawing/marks.js";
import { formatNumber } from "../drawing/numbers.js";
import { group, linePath, type Point, s } from "../drawing/svg.js";
import type { DrawContext } from "./define.js";
import type { Recall, RemediesModel, RemediesSchema } from "./remedies-model.js";

type Context = DrawContext<RemediesSchema>;

/** Errors beyond this stand in a band of their own above it; 1 is what answering nothing would cost. */
const highestError = 2;
const margin = { left: 34, right: 4, top: 42, bottom: 26 };
const bandHeight = 24;

export function partOf(item: number): string {
  return `item-${item + 1}`;
}

export function litItem(lit: string | undefined): number | undefined {
  return lit?.startsWith("item-") ? Number(lit.slice(5)) - 1 : undefined;
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly base: number;
  /** Pixels an item. */
  readonly column: number;
  readonly radius: number;
  at(item: number, error: number): Point;
}

function frameOf(panel: Panel, items: number): Frame {
  const left = panel.x + margin.left;
  const right = panel.x + panel.width - margin.right;
  const top = panel.y + margin.top;
  const base = panel.y + panel.height - margin.bottom;
  const column = (right - left) / items;
  const unit = (base - top - bandHeight) / highestError;
  return {
    left,
    right,
    top,
    base,
    column,
    radius: Math.min(4, column / 2.6),
    at: (item, error) => [
      left + (item + 0.5) * column,
      error > highestError ? top + bandHeight / 2 : base - error * unit,
    ],
  };
}

/** The error of each item twice, before and after, joined: a disc where the read is nearest to its own value, else a cross. */
export function drawErrors(context: Context, panel: Panel, model: RemediesModel): VNode {
  const frame = frameOf(panel, model.pairs);
  const every = Math.ceil(model.pairs / (panel.width < 400 ? 8 : 12));
  const numbered = model.before.errors.flatMap((_, j) => (j % every === 0 ? [j] : []));
  const joined = model.before.errors.map((error, j) =>
    linePath([frame.at(j, error), frame.at(j, model.after.errors[j] ?? 0)]),
  );
  return group({ key: "errors" }, [
    drawTitle(panel),
    drawLevels(frame),
    group({ key: "marks", "aria-hidden": "true" }, [
      s("path", { key: "joined", class: "mm-pair-line", d: joined.join("") || "M0 0" }),
      ...drawMarks("before", "neutral", "mm-ring", frame, model.before),
      ...drawMarks("after", "value", "mm-dot", frame, model.after),
      ...numbered.map((j) =>
        s(
          "text",
          {
            key: j,
            class: "mm-axis-title",
            x: frame.at(j, 0)[0],
            y: frame.base + 19,
            "text-anchor": "middle",
          },
          String(j + 1),
        ),
      ),
    ]),
    group(
      { key: "items", role: "listbox", "aria-label": "stored items" },
      model.before.errors.map((_, j) => drawItem(context, model, j, frame)),
    ),
  ]);
}

function drawTitle({ x, y, width }: Panel): VNode {
  const name = (key: string, role: string, text: string) =>
    s("tspan", { key, class: `mm-role-text mm-${role}` }, text);
  const line = (key: string, className: string, dy: number, text: VNode[] | string) =>
    s(
      "text",
      { key, class: className, x: x + width / 2, y: y + dy, "text-anchor": "middle" },
      text,
    );
  return group({ key: "heading", "aria-hidden": "true" }, [
    line("title", "mm-panel-title", 16, [
      s("tspan", { key: "error" }, "error of each item, "),
      name("before", "neutral", "before"),
      s("tspan", { key: "and" }, " and "),
      name("after", "value", "after"),
    ]),
    line("cross", "mm-axis-title", 35, "\u00D7 another value is nearer"),
  ]);
}

function drawLevels({ left, right, at }: Frame): VNode {
  const name = (error: number, text: string) =>
    s(
      "text",
      {
        key: text,
        class: "mm-axis-title",
        x: left - 6,
        y: at(0, error)[1],
        dy: "0.35em",
        "text-anchor": "end",
      },
      text,
    );
  const levels = [0, 0.5, 1, 1.5, 2].flatMap((error) => {
    const [, y] = at(0, error);
    const line = error === 0 ? "mm-plot-base" : error === 1 ? "mm-mark-line" : "mm-grid";
    return [
      s("line", { key: `line-${error}`, class: line, x1: left, x2: right, y1: y, y2: y }),
      name(error, String(error)),
    ];
  });
  return group({ key: "levels", "aria-hidden": "true" }, [
    ...levels,
    name(Number.POSITIVE_INFINITY, ">2"),
  ]);
}

/** Discs of the items that are nearest to their own value, crosses of the others. */
function drawMarks(
  key: string,
  role: "neutral" | "value",
  disc: string,
  { at, radius }: Frame,
  recall: Recall,
): VNode[] {
  const centres = (right: boolean) =>
    recall.errors.flatMap((error, j) => (recall.right[j] === right ? [at(j, error)] : []));
  const mark = (name: string, className: string, d: string) =>
    s("path", { key: `${key}-${name}`, class: `${className} mm-${role}`, d: d || "M0 0" });
  return [
    mark("discs", disc, discs(centres(true), radius)),
    mark("crosses", "mm-cross", crosses(centres(false), radius)),
  ];
}

/** The column of an item, which can be pointed at, reached with the arrow keys, and read aloud. */
function drawItem(context: Context, model: RemediesModel, j: number, frame: Frame): VNode {
  const node = s("rect", {
    key: j,
    class: "mm-item",
    x: frame.left + j * frame.column,
    y: frame.top,
    width: frame.column,
    height: frame.base - frame.top + 2,
  });
  const say = ({ errors, right }: Recall) =>
    `error ${formatNumber(errors[j] ?? 0)}, ${right[j] ? "nearest" : "another value is nearer"}`;
  return reachable(lightable(node, context, partOf(j)), {
    row: 0,
    column: j,
    role: "option",
    label: `item ${j + 1}: before ${say(model.before)}; after ${say(model.after)}`,
    current: j === (litItem(context.lit) ?? 0),
  });
}

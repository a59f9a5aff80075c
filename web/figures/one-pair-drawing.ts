import type { VNode } from "snabbdom";
import { drawRightAngle } from "../drawing/angle.js";
import { drawArrow, insidePlane } from "../drawing/arrow.js";
import { drawLabels, type Label } from "../drawing/labels.js";
import { arrangePanels, type Panel } from "../drawing/layout.js";
import { drawMatrix, matrixCell, matrixSize } from "../drawing/matrix.js";
import { formatNumber, formatPoint } from "../drawing/numbers.js";
import { createPlane, drawPlane, lineAcross, type Plane } from "../drawing/plane.js";
import {
  awayFrom,
  borderOf,
  drawLine,
  drawSegment,
  noteAt,
  screenDirection,
  sideways,
  strokeOf,
  tipLabel,
} from "../drawing/plane-parts.js";
import { drawPointHandle } from "../drawing/point-handle.js";
import { direction, lengthOf, quarterTurn, scale } from "../drawing/points.js";
import { group, type Point, type Role, s } from "../drawing/svg.js";
import type { DrawContext, Drawing } from "./define.js";
import { type OnePairModel, type OnePairSchema, onePairParameters } from "./one-pair-model.js";

type Context = DrawContext<OnePairSchema>;

const middleSize = { width: 236, height: 292 };

export function drawOnePair(context: Context, model: OnePairModel): Drawing {
  const panels = arrangePanels(context.width, middleSize);
  const keys = createPlane({
    ...panels.left,
    id: "keys",
    title: "key and query",
    reach: onePairParameters.key.reach,
    unitCircle: model.unitKey,
  });
  const values = createPlane({
    ...panels.right,
    id: "values",
    title: "value and read",
    reach: onePairParameters.value.reach,
  });
  return {
    width: panels.width,
    height: panels.height,
    children: [
      drawPlane(keys),
      drawPlane(values),
      drawKeys(keys, model),
      drawValues(values, model),
      drawProduct(panels.middle, model),
      handleFor(context, keys, "key"),
      handleFor(context, keys, "query"),
      handleFor(context, values, "value"),
    ],
  };
}

function handleFor(context: Context, plane: Plane, name: "key" | "query" | "value"): VNode {
  const { label, role, reach } = onePairParameters[name];
  return drawPointHandle(plane, {
    id: name,
    label,
    role,
    part: name,
    reach,
    at: context.parameters[name],
    onCircle: name === "key" && context.parameters.unitKey,
    change: (to, manner) => context.change({ [name]: to }, manner),
  });
}

/** Key, query, the drop of one on the other, and the line of queries that read nothing. */
function drawKeys(plane: Plane, model: OnePairModel): VNode {
  const { key, query } = model;
  const hasKey = model.case !== "zero key";
  const foot = hasKey ? scale(key, model.dot / model.keySquared) : ([0, 0] as const);
  const shown = hasKey && lengthOf(query) > 0;
  return group({ key: "keys-content", "aria-hidden": "true" }, [
    hasKey ? drawLine(plane, "null-line", "mm-null-line", quarterTurn(key)) : undefined,
    drawArrow(plane, { id: "key", role: "key", to: key }),
    shown ? drawSegment(plane, "projection", "mm-projection", [0, 0], foot) : undefined,
    shown ? drawSegment(plane, "drop", "mm-drop", query, foot) : undefined,
    shown
      ? drawRightAngle(plane, {
          id: "drop-corner",
          corner: foot,
          first: query,
          second: backAlong(key, foot),
        })
      : undefined,
    drawArrow(plane, { id: "query", role: "query", to: query }),
    keyLabels(plane, model, foot),
  ]);
}

/** A point from the foot towards the origin (or away from it, where the foot is the origin). */
function backAlong(key: Point, foot: Point): Point {
  return lengthOf(foot) > 1e-6 ? [0, 0] : scale(direction(key), 0.5);
}

function keyLabels(plane: Plane, model: OnePairModel, foot: Point): VNode {
  const { key, query } = model;
  const labels: Label[] = [];
  const same = model.case === "query is key";
  labels.push(tipLabel(plane, "key", same ? "k = q" : "k", "key", key));
  if (!same) labels.push(tipLabel(plane, "query", "q", "query", query));
  if (model.case === "perpendicular") {
    labels.push(noteAt("dot", "k\u00B7q = 0", "query", plane.toPixels([0, 0]), awayFrom(query)));
  } else if (model.case === "general") {
    const middle = plane.toPixels(scale(foot, 0.5));
    labels.push(noteAt("dot", dotText(model), "query", middle, awayFrom(query, foot)));
  }
  if (model.case === "zero key") {
    labels.push(noteAt("nothing", "k = 0: nothing stored", "key", plane.toPixels([0, 0]), [0, 1]));
  } else {
    const [, end] = lineAcross(plane, quarterTurn(direction(key)));
    labels.push(
      noteAt(
        "null",
        "reads zero",
        "neutral",
        plane.toPixels(scale(end, 0.82)),
        screenDirection(key),
      ),
    );
  }
  const strokes = [strokeOf(plane, key), strokeOf(plane, query), strokeOf(plane, query, foot)];
  return drawLabels("key-labels", labels, strokes, borderOf(plane));
}

/** For a key of any length the projection's length is k.q / |k|; the text says both where they differ. */
function dotText({ dot, unitKey, keySquared }: OnePairModel): string {
  const value = `k\u00B7q = ${formatNumber(dot)}`;
  return unitKey
    ? value
    : `${value} = ${formatNumber(Math.sqrt(keySquared))} \u00D7 ${formatNumber(dot / Math.sqrt(keySquared))}`;
}

/** The value, the line of all possible reads, and the read. */
function drawValues(plane: Plane, model: OnePairModel): VNode {
  const { value, read, keyRead } = model;
  const hasLine = model.case !== "zero value" && model.case !== "zero key";
  const showKeyRead = hasLine && !model.unitKey && model.case !== "query is key";
  return group({ key: "values-content", "aria-hidden": "true" }, [
    hasLine ? drawLine(plane, "image-line", "mm-image-line", value) : undefined,
    drawArrow(plane, { id: "value", role: "value", to: value }),
    showKeyRead
      ? drawArrow(plane, { id: "key-read", role: "key", style: "faint", to: keyRead })
      : undefined,
    drawArrow(plane, { id: "read", role: "query", style: "outline", to: read }),
    valueLabels(plane, model, hasLine, showKeyRead),
  ]);
}

function valueLabels(
  plane: Plane,
  model: OnePairModel,
  hasLine: boolean,
  showKeyRead: boolean,
): VNode {
  const { value, read, keyRead } = model;
  const across = sideways(value);
  const labels: Label[] = [tipLabel(plane, "value", "v", "value", value)];
  const zero = lengthOf(read) <= 1e-9;
  const tip = plane.toPixels(insidePlane(plane, [0, 0], read));
  labels.push({
    id: "read",
    text: zero ? "S q = 0" : plane.contains(read) ? "S q" : `S q ${formatPoint(read)}`,
    role: "query",
    at: tip,
    towards: scale(across, -1),
  });
  if (showKeyRead) {
    const at = plane.toPixels(insidePlane(plane, [0, 0], keyRead));
    labels.push(noteAt("key-read", `S k = ${formatNumber(model.keySquared)} v`, "key", at, across));
  }
  if (hasLine) {
    const [end] = lineAcross(plane, direction(value));
    labels.push(noteAt("image", "all reads", "neutral", plane.toPixels(scale(end, 0.82)), across));
  }
  const strokes = [strokeOf(plane, value), strokeOf(plane, insidePlane(plane, [0, 0], read))];
  return drawLabels("value-labels", labels, strokes, borderOf(plane));
}

/** S as the table of products that an outer product is: each number is one of v times one of k. */
function drawProduct({ x, y }: Panel, model: OnePairModel): VNode {
  const [matrixWidth, matrixHeight] = matrixSize(2, 2);
  const left = x + 76;
  const top = y + 78;
  const largest = Math.max(...model.state.flat().map(Math.abs), 1);
  const margin = (text: string, role: Role, atX: number, atY: number, key: string) =>
    s(
      "text",
      { key, class: `mm-number mm-${role}`, x: atX, y: atY, dy: "0.35em", "text-anchor": "middle" },
      text,
    );
  return group({ key: "product", "aria-hidden": "true" }, [
    s(
      "text",
      { class: "mm-panel-title", x: left + matrixWidth / 2, y: y + 16, "text-anchor": "middle" },
      "S = v k\u1D40",
    ),
    ...model.key.map((number, column) =>
      margin(
        formatNumber(number),
        "key",
        left + 7 + (column + 0.5) * matrixCell.width,
        top - 22,
        `k${column}`,
      ),
    ),
    ...model.value.map((number, row) =>
      margin(
        formatNumber(number),
        "value",
        left - 34,
        top + 1 + (row + 0.5) * matrixCell.height,
        `v${row}`,
      ),
    ),
    drawMatrix({
      id: "matrix",
      x: left,
      y: top,
      rows: model.state,
      shade: (row, column) => ({
        role: "value",
        strength: Math.abs(model.state[row]?.[column] ?? 0) / largest,
      }),
    }),
    ...equation(model, left + matrixWidth / 2, top + matrixHeight + 46),
  ]);
}

function equation(model: OnePairModel, x: number, y: number): VNode[] {
  const line = (key: string, className: string, dy: number, text: string) =>
    s("text", { key, class: className, x, y: y + dy, "text-anchor": "middle" }, text);
  return [
    line("equation", "mm-number", 0, "S q = v (k\u00B7q)"),
    line("equation-scaled", "mm-number mm-strong", 27, `= ${formatNumber(model.dot)} v`),
    line("equation-numbers", "mm-number", 54, `= ${formatPoint(model.read)}`),
  ];
}

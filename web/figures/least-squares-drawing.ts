import type { VNode } from "snabbdom";
import { drawArrow, insidePlane, pairStyles } from "../drawing/arrow.js";
import { clipped, drawEllipse, imageOfCircle } from "../drawing/ellipse.js";
import { drawLabels, type Label } from "../drawing/labels.js";
import { arrangeGrid, type Panel } from "../drawing/layout.js";
import { drawMatrix, matrixSize } from "../drawing/matrix.js";
import { formatNumber } from "../drawing/numbers.js";
import { createPlane, drawPlane, type Plane } from "../drawing/plane.js";
import {
  borderOf,
  drawSegment,
  noteAt,
  sideways,
  strokeOf,
  tipLabel,
} from "../drawing/plane-parts.js";
import { add, scale, subtract } from "../drawing/points.js";
import { group, type Point, s } from "../drawing/svg.js";
import type { DrawContext, Drawing } from "./define.js";
import {
  badgeOf,
  isZero,
  type LeastSquaresModel,
  noiseRadius,
  type Reading,
} from "./least-squares-model.js";
import {
  drawKeyArrows,
  drawScores,
  keyHandles,
  keyLabels,
  scoreLabels,
  valueHandles,
} from "./pair-drawing.js";
import { type PairSchema, pairParameters, subscripts } from "./pairs.js";

type Context = DrawContext<PairSchema>;

const middleSize = { width: 226, height: 420 };
const superscripts = ["\u00B9", "\u00B2", "\u00B3"];

export function drawLeastSquares(context: Context, model: LeastSquaresModel): Drawing {
  const grid = arrangeGrid(context.width, middleSize);
  const [added, fitted] = ["added", "fitted"].map((id, column) => {
    const place = grid.columns[column] as (typeof grid.columns)[number];
    return {
      keys: createPlane({
        ...place.keys,
        id: `${id}-keys`,
        title: id === "added" ? "added: how far along each key" : "fitted: steps along the keys",
        reach: pairParameters.key1.reach,
        unitCircle: model.unitKeys,
      }),
      values: createPlane({
        ...place.values,
        id: `${id}-values`,
        title: id === "added" ? "what S makes of it" : "what S* makes of it",
        reach: pairParameters.value1.reach,
      }),
    };
  }) as [{ keys: Plane; values: Plane }, { keys: Plane; values: Plane }];
  const planes = [added.keys, added.values, fitted.keys, fitted.values];
  return {
    width: grid.width,
    height: grid.height,
    children: [
      ...planes.map(drawPlane),
      drawAddedKeys(added.keys, model),
      drawFittedKeys(fitted.keys, model),
      drawReading(added.values, model, model.added, "S"),
      drawReading(fitted.values, model, model.fitted, "S*"),
      drawMatrices(grid.middle, model),
      ...keyHandles(context, added.keys),
      ...keyHandles(context, fitted.keys, "fitted"),
      ...valueHandles(context, added.values),
      ...valueHandles(context, fitted.values, "fitted"),
    ],
  };
}

function noiseDisc(plane: Plane, model: LeastSquaresModel): VNode {
  const [first] = model.keys as [Point];
  const [cx, cy] = plane.toPixels(first);
  return s("circle", {
    key: "noise",
    class: "mm-noise mm-key",
    cx,
    cy,
    r: noiseRadius * plane.unit,
  });
}

/** Adding looks how far the query reaches along each key, on its own: perpendicular drops. */
function drawAddedKeys(plane: Plane, model: LeastSquaresModel): VNode {
  return group({ key: "added-keys-content", "aria-hidden": "true" }, [
    noiseDisc(plane, model),
    ...drawScores(plane, model),
    ...drawKeyArrows(plane, model),
    drawLabels(
      "labels",
      [...keyLabels(plane, model), ...scoreLabels(plane, model)],
      model.keys.map((key) => strokeOf(plane, key)),
      borderOf(plane),
    ),
  ]);
}

/** Fitting finds the steps along the keys that lead to the query; the dual basis measures them. */
function drawFittedKeys(plane: Plane, model: LeastSquaresModel): VNode {
  const labels: Label[] = keyLabels(plane, model);
  const walk =
    model.duals.length > 0 && model.asked === undefined ? walkTo(plane, model, labels) : [];
  const duals = model.duals.map(({ vector, length }, i) => {
    const text = `${plane.contains(vector) ? "" : "\u2192 "}|k${superscripts[i]}| = ${formatNumber(length)}`;
    labels.push({
      ...tipLabel(plane, `dual-${i}`, text, "key", vector),
      kind: "note",
      distance: 8,
    });
    return drawArrow(plane, { id: `dual-${i}`, role: "key", style: "dashed", to: vector });
  });
  const badge = badgeOf(model);
  return group({ key: "fitted-keys-content", "aria-hidden": "true" }, [
    noiseDisc(plane, model),
    ...duals,
    clipped(plane, "walk", walk),
    ...drawKeyArrows(plane, model),
    badge === undefined ? undefined : drawBadge(plane, badge),
    drawLabels(
      "labels",
      labels,
      [...model.keys, ...model.duals.map(({ vector }) => vector)].map((end) =>
        strokeOf(plane, end),
      ),
      borderOf(plane),
    ),
  ]);
}

function walkTo(plane: Plane, model: LeastSquaresModel, labels: Label[]): VNode[] {
  let from: Point = [0, 0];
  return model.duals.map(({ coefficient }, i) => {
    const key = model.keys[i] ?? [0, 0];
    const to = add(from, scale(key, coefficient));
    const at = plane.toPixels(insidePlane(plane, [0, 0], scale(add(from, to), 0.5)));
    labels.push(
      noteAt(
        `c${i}`,
        `c${subscripts[i]} = ${formatNumber(coefficient)}`,
        "query",
        at,
        sideways(key),
      ),
    );
    const step = drawSegment(plane, `step-${i}`, "mm-step", from, to);
    from = to;
    return step;
  });
}

function drawBadge(plane: Plane, text: string): VNode {
  const [x, y] = [plane.x + plane.width / 2, plane.y + plane.height - 12];
  return s(
    "text",
    { key: "badge", class: "mm-label mm-badge", x, y, "text-anchor": "middle" },
    text,
  );
}

/** Values, the read, and what the matrix makes of the unit circle and of the noise around the first key. */
function drawReading(
  plane: Plane,
  model: LeastSquaresModel,
  reading: Reading,
  name: string,
): VNode {
  const circle = imageOfCircle(reading);
  const noise = imageOfCircle(reading, noiseRadius);
  const labels = readLabels(plane, model, reading, name);
  const longest = insidePlane(plane, [0, 0], scale(circle[0], -1));
  if (!isZero(circle[0])) labels.push(stretchLabel(plane, reading, longest));
  return group({ key: `${plane.id}-content`, "aria-hidden": "true" }, [
    clipped(plane, plane.id, [
      drawEllipse(plane, { id: "image", className: "mm-image", centre: [0, 0], axes: circle }),
      drawSegment(plane, "axis", "mm-image-axis", [0, 0], scale(circle[0], -1)),
      drawEllipse(plane, {
        id: "noise",
        className: "mm-noise mm-query",
        centre: reading.readOfFirst,
        axes: noise,
      }),
    ]),
    ...model.values.map((value, i) =>
      drawArrow(plane, {
        id: `value-${i}`,
        role: "value",
        style: pairStyles[i] ?? "solid",
        to: value,
      }),
    ),
    drawArrow(plane, { id: "read", role: "query", style: "outline", to: reading.read }),
    drawLabels(
      "labels",
      labels,
      [...model.values, reading.read, longest].map((end) => strokeOf(plane, end)),
      borderOf(plane),
    ),
  ]);
}

/** A read that is a value shares that value's label. */
function readLabels(
  plane: Plane,
  model: LeastSquaresModel,
  { read }: Reading,
  name: string,
): Label[] {
  const same = model.values.findIndex((value) => isZero(subtract(value, read)) && !isZero(value));
  const values = model.values.map((value, i) => {
    const text = `v${subscripts[i]}`;
    return tipLabel(plane, `v${i}`, i === same ? `${name} q = ${text}` : text, "value", value);
  });
  if (same >= 0) return values;
  const text = isZero(read) ? `${name} q = 0` : `${name} q`;
  return [...values, { ...tipLabel(plane, "read", text, "query", read), distance: 15 }];
}

function stretchLabel(plane: Plane, { singularValues }: Reading, at: Point): Label {
  const text = `\u03C3\u2098\u2090\u2093 = ${formatNumber(singularValues[0] ?? 0)}`;
  return {
    ...noteAt("stretch", text, "neutral", plane.toPixels(scale(at, 0.72)), sideways(at)),
    distance: 5,
  };
}

function drawMatrices({ x, y }: Panel, model: LeastSquaresModel): VNode {
  const [width, height] = matrixSize(2, 2);
  const left = x + (middleSize.width - width) / 2;
  const centre = x + middleSize.width / 2;
  const largest = Math.max(
    1,
    ...[...model.added.state, ...model.fitted.state].flat().map(Math.abs),
  );
  const matrix = (id: string, title: string, top: number, { state }: Reading) =>
    drawMatrix({
      id,
      title,
      x: left,
      y: top,
      rows: state,
      shade: (i, j) => ({ role: "value", strength: Math.abs(state[i]?.[j] ?? 0) / largest }),
    });
  const line = (key: string, dy: number, text: string, className = "") =>
    s(
      "text",
      { key, class: `mm-number ${className}`, x: centre, y: y + dy, "text-anchor": "middle" },
      text,
    );
  const [, smallest = 0] = model.fitted.singularValues;
  return group({ key: "matrices", "aria-hidden": "true" }, [
    matrix("matrix-added", "S = V K\u1D40", y + 34, model.added),
    matrix("matrix-fitted", "S* = V K\u207A", y + 34 + height + 56, model.fitted),
    line("rank", 330, `rank ${model.rank} of ${model.keys.length} keys`),
    line(
      "stretch",
      356,
      `S* stretches ${formatNumber(smallest)} to ${formatNumber(model.fitted.singularValues[0] ?? 0)}`,
    ),
    line("condition", 382, `condition ${formatNumber(model.condition)}`),
  ]);
}

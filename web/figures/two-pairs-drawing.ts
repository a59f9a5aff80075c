import type { VNode } from "snabbdom";
import { angleBetween, drawAngle, drawRightAngle } from "../drawing/angle.js";
import { drawArrow, pairStyles } from "../drawing/arrow.js";
import { clipped } from "../drawing/ellipse.js";
import { drawLabels, type Label } from "../drawing/labels.js";
import { arrangePanels, type Panel } from "../drawing/layout.js";
import { lightable } from "../drawing/light.js";
import { drawMatrix, matrixSize } from "../drawing/matrix.js";
import { formatNumber } from "../drawing/numbers.js";
import { createPlane, drawPlane, type Plane } from "../drawing/plane.js";
import { borderOf, noteAt, sideways, strokeOf, tipLabel } from "../drawing/plane-parts.js";
import { add, lengthOf, onCircle, scale } from "../drawing/points.js";
import { group, type Point, s } from "../drawing/svg.js";
import type { DrawContext, Drawing } from "./define.js";
import {
  drawKeyArrows,
  drawScores,
  keyHandles,
  keyLabels,
  scoreLabels,
  valueHandles,
} from "./pair-drawing.js";
import { type PairSchema, pairParameters, subscripts } from "./pairs.js";
import type { TwoPairsModel } from "./two-pairs.js";

type Context = DrawContext<PairSchema>;

const middleSize = { width: 250, height: 372 };

export function drawTwoPairs(context: Context, model: TwoPairsModel): Drawing {
  const panels = arrangePanels(context.width, middleSize);
  const keys = createPlane({
    ...panels.left,
    id: "keys",
    title: "keys and query",
    reach: pairParameters.key1.reach,
    unitCircle: model.unitKeys,
  });
  const values = createPlane({
    ...panels.right,
    id: "values",
    title: "values and read",
    reach: pairParameters.value1.reach,
  });
  return {
    width: panels.width,
    height: panels.height,
    children: [
      drawPlane(keys),
      drawPlane(values),
      drawKeys(context, keys, model),
      drawRead(context, values, model),
      drawMatrices(context, panels.middle, model),
      ...keyHandles(context, keys),
      ...valueHandles(context, values),
    ],
  };
}

/** What two keys share: their angle, their number in G, and what it does to a read. */
function overlapOf(i: number, j: number): string {
  return `g${Math.min(i, j) + 1}${Math.max(i, j) + 1}`;
}

function drawKeys(context: Context, plane: Plane, model: TwoPairsModel): VNode {
  const [first, second] = model.keys as [Point, Point];
  const wedge = hasAngle(model) ? drawOverlap(context, plane, model, first, second) : undefined;
  const strokes = model.keys.map((key) => strokeOf(plane, key));
  return group({ key: "keys-content", "aria-hidden": "true" }, [
    wedge,
    ...drawScores(plane, model),
    ...drawKeyArrows(plane, model),
    drawLabels(
      "key-labels",
      [...keyLabels(plane, model), ...angleLabel(plane, model), ...scoreLabels(plane, model)],
      strokes,
      borderOf(plane),
    ),
  ]);
}

/** The angle that the first two keys stand at; a right one has the mark that right angles have. */
function drawOverlap(
  context: Context,
  plane: Plane,
  model: TwoPairsModel,
  first: Point,
  second: Point,
): VNode {
  const wedge = drawAngle(plane, { id: "angle", from: first, to: second });
  if (model.case !== "right angle") return lightable(wedge, context, "g12");
  const mark = { id: "right-angle", corner: [0, 0] as const, first, second };
  return lightable(group({ key: "angle" }, [drawRightAngle(plane, mark)]), context, "g12");
}

function isExact(model: TwoPairsModel): boolean {
  return model.case === "right angle" && model.unitKeys && !model.third;
}

function hasAngle(model: TwoPairsModel): boolean {
  return model.keys.slice(0, 2).every((key) => lengthOf(key) > 0);
}

function angleLabel(plane: Plane, model: TwoPairsModel): Label[] {
  if (!hasAngle(model)) return [];
  const [start, turn] = angleBetween(model.key1, model.key2);
  const at = plane.toPixels(onCircle(start + turn / 2, 0.36));
  const middle = onCircle(start + turn / 2);
  const text = `${formatNumber(model.angle, 0)}\u00B0`;
  return [{ ...noteAt("angle", text, "key", at, [middle[0], -middle[1]]), distance: 3 }];
}

/** The read, head to tail: each value shortened to what its key has of the query. */
function drawRead(context: Context, plane: Plane, model: TwoPairsModel): VNode {
  let from: Point = [0, 0];
  const labels: Label[] = [];
  const strokes = [...model.values, model.read].map((end) => strokeOf(plane, end));
  const terms = model.values.map((value, i) => {
    const share = model.scores[i] ?? 0;
    const to = add(from, scale(value, share));
    const arrow = drawArrow(plane, {
      id: `term-${i}`,
      role: "value",
      style: pairStyles[i] ?? "solid",
      from,
      to,
      touchable: isInterference(model, i),
    });
    const node = markTerm(context, model, arrow, i);
    strokes.push(strokeOf(plane, to, from));
    if (isInterference(model, i) && Math.abs(share) > 0.005 && plane.contains(from)) {
      const at = plane.toPixels(scale(add(from, to), 0.5));
      labels.push(
        noteAt(
          `term-${i}`,
          `${formatNumber(share)} v${subscripts[i]}`,
          "value",
          at,
          sideways(value),
        ),
      );
    }
    from = to;
    return node;
  });
  labels.unshift(
    ...model.values.map((value, i) =>
      tipLabel(plane, `v${i}`, `v${subscripts[i]}`, "value", value),
    ),
    { ...tipLabel(plane, "read", readName(model), "query", model.read), distance: 15 },
  );
  return group({ key: "values-content", "aria-hidden": "true" }, [
    ...model.values.map((value, i) =>
      drawArrow(plane, {
        id: `value-${i}`,
        role: "value",
        style: pairStyles[i] ?? "solid",
        to: value,
      }),
    ),
    drawArrow(plane, { id: "read", role: "query", style: "outline", to: model.read }),
    clipped(plane, "terms", terms),
    drawLabels("value-labels", labels, strokes, borderOf(plane)),
  ]);
}

function readName(model: TwoPairsModel): string {
  return lengthOf(model.read) < 1e-9 ? "S q = 0" : "S q";
}

/** With a stored key as the query, whatever the other pairs add is interference. */
function isInterference(model: TwoPairsModel, index: number): boolean {
  return model.asked !== undefined && index !== model.asked;
}

function markTerm(context: Context, model: TwoPairsModel, arrow: VNode, index: number): VNode {
  if (!isInterference(model, index)) return arrow;
  const attrs = arrow.data?.attrs;
  if (attrs) attrs.class = `${attrs.class} mm-interference`;
  return lightable(arrow, context, overlapOf(index, model.asked ?? index));
}

function drawMatrices(context: Context, { x, y }: Panel, model: TwoPairsModel): VNode {
  const count = model.keys.length;
  const gramCell = count === 2 ? {} : { cellWidth: 58, cellHeight: 36 };
  const [stateWidth] = matrixSize(2, 2);
  const [gramWidth, gramHeight] = matrixSize(count, count, gramCell);
  const centre = x + middleSize.width / 2;
  const sum = Array.from({ length: count }, (_, i) => `v${subscripts[i]}k${subscripts[i]}\u1D40`);
  const largest = Math.max(1, ...model.state.flat().map(Math.abs));
  return group({ key: "matrices" }, [
    drawMatrix({
      id: "matrix",
      title: `S = ${sum.join(" + ")}`,
      x: centre - stateWidth / 2,
      y: y + 34,
      rows: model.state,
      shade: (i, j) => ({ role: "value", strength: Math.abs(model.state[i]?.[j] ?? 0) / largest }),
    }),
    drawMatrix({
      id: "gram",
      title: isExact(model) ? "Gram matrix G = I: exact" : "Gram matrix G",
      x: centre - gramWidth / 2,
      y: y + 178,
      rows: model.gram,
      ...gramCell,
      shade: (i, j) => ({
        role: i === j ? "key" : "value",
        strength: Math.abs(model.gram[i]?.[j] ?? 0),
      }),
      cell: (node, i, j) => (i === j ? node : lightCell(context, model, node, i, j)),
    }),
    drawFormula(context, model, centre, y + 178 + gramHeight + 38),
  ]);
}

function lightCell(
  context: Context,
  model: TwoPairsModel,
  node: VNode,
  i: number,
  j: number,
): VNode {
  const value = formatNumber(model.gram[i]?.[j] ?? 0);
  const label = `G${i + 1}${j + 1} = ${value}: key ${i + 1} with key ${j + 1}`;
  return lightable(node, context, overlapOf(i, j), label);
}

/** The read as its sum, each term lighting up with what it stands for. */
function drawFormula(context: Context, model: TwoPairsModel, x: number, y: number): VNode {
  const terms = model.scores.flatMap((share, i) => {
    const sign = share < 0 ? " \u2212 " : " + ";
    const lead = i === 0 ? (share < 0 ? "\u2212" : "") : sign;
    const term = s(
      "tspan",
      { key: `term-${i}` },
      `${formatNumber(Math.abs(share))} v${subscripts[i]}`,
    );
    const lit = isInterference(model, i)
      ? lightable(term, context, overlapOf(i, model.asked ?? i))
      : term;
    return [s("tspan", { key: `sign-${i}` }, lead), lit];
  });
  const general = model.scores
    .map((_, i) => `(k${subscripts[i]}\u00B7q) v${subscripts[i]}`)
    .join(" + ");
  const small = model.scores.length > 2 ? " mm-small" : "";
  return group({ key: "formula" }, [
    s("text", { class: `mm-number${small}`, x, y, "text-anchor": "middle" }, `S q = ${general}`),
    s("text", { class: `mm-number mm-strong${small}`, x, y: y + 27, "text-anchor": "middle" }, [
      s("tspan", { key: "equals" }, "= "),
      ...terms,
    ]),
  ]);
}

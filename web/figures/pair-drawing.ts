import type { VNode } from "snabbdom";
import { drawRightAngle } from "../drawing/angle.js";
import { drawArrow, pairStyles } from "../drawing/arrow.js";
import type { Label } from "../drawing/labels.js";
import { formatNumber } from "../drawing/numbers.js";
import type { Plane } from "../drawing/plane.js";
import { awayFrom, drawSegment, noteAt, tipLabel } from "../drawing/plane-parts.js";
import { drawPointHandle } from "../drawing/point-handle.js";
import { lengthOf, scale } from "../drawing/points.js";
import { group, type Point } from "../drawing/svg.js";
import type { DrawContext } from "./define.js";
import {
  keyNames,
  type PairSchema,
  type Pairs,
  pairParameters,
  subscripts,
  valueNames,
} from "./pairs.js";

/* Drawing that the figures of two and three pairs share. */

type Context = DrawContext<PairSchema>;
type PointName = (typeof keyNames)[number] | (typeof valueNames)[number] | "query";

/** `where` tells handles apart that stand for the same vector in two planes. */
export function keyHandles(context: Context, plane: Plane, where?: string): VNode[] {
  const { ask, third } = context.parameters;
  const names: PointName[] = [...keyNames.slice(0, third ? 3 : 2)];
  if (ask === "free") names.push("query");
  return names.map((name) => handleFor(context, plane, name, where));
}

export function valueHandles(context: Context, plane: Plane, where?: string): VNode[] {
  const names = valueNames.slice(0, context.parameters.third ? 3 : 2);
  return names.map((name) => handleFor(context, plane, name, where));
}

function handleFor(context: Context, plane: Plane, name: PointName, where?: string): VNode {
  const { label, role, reach } = pairParameters[name];
  return drawPointHandle(plane, {
    id: `${plane.id}-${name}`,
    label: where ? `${label}, ${where}` : label,
    role,
    part: partOf(name),
    reach,
    at: context.parameters[name],
    onCircle: role === "key" && context.parameters.unitKeys,
    change: (to, manner) => context.change({ [name]: to }, manner),
  });
}

/** The name of a vector's arrow. */
function partOf(name: PointName): string {
  return name === "query" ? name : `${name.slice(0, -1)}-${Number(name.at(-1)) - 1}`;
}

export function drawKeyArrows(plane: Plane, model: Pairs): VNode[] {
  const arrows = model.keys.map((key, i) =>
    drawArrow(plane, { id: `key-${i}`, role: "key", style: pairStyles[i] ?? "solid", to: key }),
  );
  if (model.asked !== undefined) return arrows;
  return [...arrows, drawArrow(plane, { id: "query", role: "query", to: model.query })];
}

export function keyLabels(plane: Plane, model: Pairs): Label[] {
  const labels = model.keys.map((key, i) => {
    const name = `k${subscripts[i]}`;
    return tipLabel(plane, `k${i}`, model.asked === i ? `q = ${name}` : name, "key", key);
  });
  if (model.asked !== undefined) return labels;
  return [...labels, tipLabel(plane, "query", "q", "query", model.query)];
}

/** Where the perpendicular from the query meets the line of a key. */
export function footOf(model: Pairs, index: number): Point {
  const squared = model.gram[index]?.[index] ?? 0;
  const key = model.keys[index] ?? [0, 0];
  return squared > 0 ? scale(key, (model.scores[index] ?? 0) / squared) : [0, 0];
}

/** The query dropped on each key that is not the query itself: a band as long as what the two share. */
export function drawScores(plane: Plane, model: Pairs): VNode[] {
  return model.keys.map((key, i) => {
    if (i === model.asked || lengthOf(key) === 0 || lengthOf(model.query) === 0) {
      return group({ key: `score-${i}` }, []);
    }
    const foot = footOf(model, i);
    const corner = drawRightAngle(plane, {
      id: "corner",
      corner: foot,
      first: model.query,
      second: [0, 0],
    });
    return group({ key: `score-${i}` }, [
      drawSegment(plane, "projection", "mm-projection", [0, 0], foot),
      drawSegment(plane, "drop", "mm-drop", model.query, foot),
      corner,
    ]);
  });
}

export function scoreLabels(plane: Plane, model: Pairs): Label[] {
  return model.keys.flatMap((key, i) => {
    if (i === model.asked || lengthOf(key) === 0) return [];
    const foot = footOf(model, i);
    const text = `k${subscripts[i]}\u00B7q = ${formatNumber(model.scores[i] ?? 0)}`;
    const at = plane.toPixels(scale(foot, 0.5));
    return [noteAt(`score-${i}`, text, "query", at, awayFrom(model.query, foot))];
  });
}

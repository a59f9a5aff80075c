import type { VNode } from "snabbdom";
import type { Plane } from "./plane.js";
import { add, angleOf, direction, onCircle, scale, subtract } from "./points.js";
import { group, linePath, type Point, s } from "./svg.js";

/** The corner mark of a right angle at `corner`, its sides along `first` and `second`; nothing where a side is too short for it. */
export function drawRightAngle(
  plane: Plane,
  options: { id: string; corner: Point; first: Point; second: Point },
): VNode | undefined {
  const size = 9 / plane.unit;
  const sides = [options.first, options.second].map((end) => subtract(end, options.corner));
  if (sides.some(([x, y]) => Math.hypot(x, y) < 1.5 * size)) return undefined;
  const [a, b] = sides.map((side) => scale(direction(side), size)) as [Point, Point];
  const corners = [a, add(a, b), b].map((step) => plane.toPixels(add(options.corner, step)));
  return s("path", { key: options.id, class: "mm-right-angle", d: linePath(corners) });
}

/** The angle at the origin from `from` to `to` (the smaller way round) as a wedge. */
export function drawAngle(
  plane: Plane,
  options: { id: string; from: Point; to: Point; radius?: number; lit?: boolean },
): VNode {
  const radius = options.radius ?? 0.34;
  const [start, turn] = angleBetween(options.from, options.to);
  const [a, b] = [start, start + turn].map((angle) => plane.toPixels(onCircle(angle, radius))) as [
    Point,
    Point,
  ];
  const r = radius * plane.unit;
  const sweep = turn > 0 ? 0 : 1;
  const arc = `${linePath([a])}A${r} ${r} 0 0 ${sweep} ${b[0].toFixed(2)} ${b[1].toFixed(2)}`;
  const [x, y] = plane.origin;
  return group({ key: options.id, class: `mm-angle${options.lit ? " mm-lit" : ""}` }, [
    s("path", { class: "mm-angle-fill", d: `${arc}L${x.toFixed(2)} ${y.toFixed(2)}Z` }),
    s("path", { class: "mm-angle-edge", d: arc }),
  ]);
}

/** Where an angle starts and how far it turns, in (-pi, pi]. */
export function angleBetween(from: Point, to: Point): [number, number] {
  const start = angleOf(from);
  let turn = angleOf(to) - start;
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn <= -Math.PI) turn += 2 * Math.PI;
  return [start, turn];
}

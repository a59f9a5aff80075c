import type { VNode } from "snabbdom";
import { insidePlane } from "./arrow.js";
import type { Label, Obstacle } from "./labels.js";
import { lineAcross, type Plane } from "./plane.js";
import { direction, lengthOf, scale, subtract } from "./points.js";
import { type Point, type Role, s } from "./svg.js";

/* What several figures draw in a plane besides arrows: lines, and labels that know which way to stand. */

/** A straight line between two points, in units. */
export function drawSegment(
  plane: Plane,
  key: string,
  className: string,
  from: Point,
  to: Point,
): VNode {
  const [[x1, y1], [x2, y2]] = [plane.toPixels(from), plane.toPixels(to)];
  return s("line", { key, class: className, x1, y1, x2, y2 });
}

/** The line through the origin along a direction, from edge to edge. */
export function drawLine(plane: Plane, key: string, className: string, along: Point): VNode {
  const [from, to] = lineAcross(plane, direction(along));
  return drawSegment(plane, key, className, from, to);
}

/** The name of a vector, beyond its tip; at the edge for a vector that leaves the plane. */
export function tipLabel(plane: Plane, id: string, text: string, role: Role, tip: Point): Label {
  const at = plane.toPixels(insidePlane(plane, [0, 0], tip));
  return { id, text, role, at, towards: screenDirection(tip), distance: 13 };
}

export function noteAt(id: string, text: string, role: Role, at: Point, towards: Point): Label {
  return { id, text, role, at, towards, distance: 9, kind: "note" };
}

/** The direction of a displacement on the screen, where down is positive. */
export function screenDirection([x, y]: Point): Point {
  return lengthOf([x, y]) > 0 ? direction([x, -y]) : [Math.SQRT1_2, -Math.SQRT1_2];
}

/** A quarter turn from a displacement, on the screen. */
export function sideways(point: Point): Point {
  const [x, y] = screenDirection(point);
  return [-y, x];
}

/** On the screen, away from `point` as seen from `from`. */
export function awayFrom(point: Point, from: Point = [0, 0]): Point {
  return scale(screenDirection(subtract(point, from)), -1);
}

/** A stroke that labels should not stand on. */
export function strokeOf(plane: Plane, to: Point, from: Point = [0, 0]): Obstacle {
  return { from: plane.toPixels(from), to: plane.toPixels(insidePlane(plane, from, to)) };
}

export function borderOf(plane: Plane) {
  return {
    left: plane.x,
    right: plane.x + plane.width,
    top: plane.y + 24,
    bottom: plane.y + plane.height,
  };
}

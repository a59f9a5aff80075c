import type { VNode } from "snabbdom";
import { distanceToEdge, type Plane } from "./plane.js";
import { add, direction, lengthOf, quarterTurn, scale, subtract } from "./points.js";
import { group, linePath, type Point, type Role, s } from "./svg.js";

/** Roles are colours; styles tell pairs and purposes apart without colour. */
export type ArrowStyle = "solid" | "double" | "dotted" | "dashed" | "outline" | "faint";

/** The stroke of the first, second and third pair. */
export const pairStyles: readonly ArrowStyle[] = ["solid", "double", "dotted"];

export interface ArrowOptions {
  readonly id: string;
  readonly role: Role;
  readonly to: Point;
  readonly from?: Point;
  readonly style?: ArrowStyle;
  /** Can be pointed at, also where its strokes are thin or apart. */
  readonly touchable?: boolean;
}

const headLength = 11;
const headHalfWidth = 4.6;

/**
 * An arrow in a plane. Its shaft ends inside the head; an arrow shorter than its head shrinks; one of length zero is a
 * dot; one that ends beyond the plane stops at the edge with an open head, so that it never seems to end there.
 */
export function drawArrow(plane: Plane, options: ArrowOptions): VNode {
  const { id, role, style = "solid", from = [0, 0] } = options;
  const to = insidePlane(plane, from, options.to);
  const leaves = to !== options.to;
  const start = plane.toPixels(from);
  const tip = plane.toPixels(to);
  const along = subtract(tip, start);
  const length = lengthOf(along);
  const named = { key: id, "data-part": id };
  const className = `mm-arrow mm-${role} mm-${style}`;
  if (length < 0.75) {
    return group({ ...named, class: className }, [
      s("circle", { class: "mm-head", cx: tip[0], cy: tip[1], r: style === "outline" ? 5 : 3.5 }),
    ]);
  }
  const unit = direction(along);
  const size = Math.min(1, length / (1.6 * headLength)) * (style === "outline" ? 1.25 : 1);
  const back = subtract(tip, scale(unit, headLength * size));
  const side = scale(quarterTurn(unit), headHalfWidth * size);
  const head = [add(back, side), tip, subtract(back, side)];
  const shaftEnd = leaves ? tip : subtract(tip, scale(unit, headLength * size * 0.8));
  return group({ ...named, class: className }, [
    options.touchable
      ? s("line", { class: "mm-touch", x1: start[0], y1: start[1], x2: tip[0], y2: tip[1] })
      : undefined,
    ...shafts(style, start, shaftEnd, unit),
    s("path", { class: leaves ? "mm-open-head" : "mm-head", d: linePath(head, !leaves) }),
  ]);
}

/** Where the arrow's tip is drawn: its end, or where it leaves the plane; one that begins outside is for clipping. */
export function insidePlane(plane: Plane, from: Point, to: Point): Point {
  if (plane.contains(to) || !plane.contains(from)) return to;
  const along = subtract(to, from);
  if (lengthOf(from) === 0) return scale(along, distanceToEdge(plane, along));
  let [inside, outside] = [0, 1];
  for (let step = 0; step < 24; ++step) {
    const middle = (inside + outside) / 2;
    if (plane.contains(add(from, scale(along, middle)))) inside = middle;
    else outside = middle;
  }
  return add(from, scale(along, inside));
}

function shafts(style: ArrowStyle, start: Point, end: Point, unit: Point): VNode[] {
  const line = (className: string, offset: Point = [0, 0]) => {
    const [a, b] = [add(start, offset), add(end, offset)];
    return s("line", { class: className, x1: a[0], y1: a[1], x2: b[0], y2: b[1] });
  };
  if (style === "double") {
    const offset = scale(quarterTurn(unit), 1.7);
    return [line("mm-shaft", offset), line("mm-shaft", scale(offset, -1))];
  }
  if (style === "outline") return [line("mm-shaft-outline"), line("mm-shaft")];
  return [line("mm-shaft")];
}

import type { VNode } from "snabbdom";
import { drawHandle, type Manner } from "./handle.js";
import { formatNumber } from "./numbers.js";
import type { Plane } from "./plane.js";
import { add, angleOf, lengthOf, onCircle, scale } from "./points.js";
import type { Point, Role } from "./svg.js";

export interface PointHandleOptions {
  readonly id: string;
  readonly label: string;
  readonly role: Role;
  /** The name of the arrow that it moves: they light up together. */
  readonly part?: string;
  readonly at: Point;
  /** The largest size of either coordinate. */
  readonly reach: number;
  /** It moves on the unit circle: arrow keys turn it. */
  readonly onCircle?: boolean;
  change(to: Point, manner: Manner): void;
}

const stepLength = 0.05;
const stepAngle = Math.PI / 90;

/** The handle at a vector's tip. A vector that ends outside its plane keeps its handle at the edge. */
export function drawPointHandle(plane: Plane, options: PointHandleOptions): VNode {
  const { at, reach } = options;
  const clamp = (x: number) => Math.min(reach, Math.max(-reach, x));
  const change = ([x, y]: Point, manner: Manner) => options.change([clamp(x), clamp(y)], manner);
  const degrees = (angleOf(at) * 180) / Math.PI;
  return drawHandle({
    id: options.id,
    role: options.role,
    ...(options.part !== undefined && { part: options.part }),
    label: options.label,
    at: plane.toPixels(at),
    now: lengthOf(at) === 0 ? 0 : degrees,
    min: -180,
    max: 180,
    spoken: speakPoint(at),
    move: (pixels) => change(plane.toUnits(pixels), "drag"),
    step: (direction, times) =>
      change(
        options.onCircle
          ? turned(at, (direction[0] + direction[1]) * times * stepAngle)
          : tidy(add(at, scale(direction, times * stepLength))),
        "step",
      ),
  });
}

function speakPoint(at: Point): string {
  const [x, y] = at;
  const place = `${formatNumber(x)} across, ${formatNumber(y)} up`;
  if (lengthOf(at) === 0) return `${place}: zero`;
  const degrees = formatNumber((angleOf(at) * 180) / Math.PI, 0);
  return `${place}; length ${formatNumber(lengthOf(at))} at ${degrees} degrees`;
}

/** Right and up turn counterclockwise, so that larger is always larger. */
function turned(at: Point, angle: number): Point {
  return onCircle(angleOf(at) + angle);
}

/** Steps of a hundredth add up to rounding noise; what they mean is a decimal. */
function tidy([x, y]: Point): Point {
  return [Math.round(x * 1e9) / 1e9, Math.round(y * 1e9) / 1e9];
}

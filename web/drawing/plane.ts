import type { VNode } from "snabbdom";
import { group, linePath, type Point, s } from "./svg.js";

export interface PlaneOptions {
  readonly id: string;
  readonly title: string;
  /** Where it stands in the drawing, in pixels; the title stands in the upper `titleHeight` of it. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** How far the shorter side shows from the origin, in units. The axes are equal and never rescale. */
  readonly reach: number;
  /** Draw the unit circle: where keys have unit length. */
  readonly unitCircle?: boolean;
}

export interface Plane extends PlaneOptions {
  /** Pixels a unit. */
  readonly unit: number;
  /** Half the width and half the height in units: what fits. */
  readonly extent: Point;
  readonly origin: Point;
  toPixels(point: Point): Point;
  toUnits(pixels: Point): Point;
  contains(point: Point): boolean;
}

export const titleHeight = 28;

export function createPlane(options: PlaneOptions): Plane {
  const height = options.height - titleHeight;
  const unit = Math.min(options.width, height) / 2 / options.reach;
  const origin: Point = [options.x + options.width / 2, options.y + titleHeight + height / 2];
  const extent: Point = [options.width / 2 / unit, height / 2 / unit];
  return {
    ...options,
    unit,
    origin,
    extent,
    toPixels: ([x, y]) => [origin[0] + x * unit, origin[1] - y * unit],
    toUnits: ([x, y]) => [(x - origin[0]) / unit, (origin[1] - y) / unit],
    contains: ([x, y]) => Math.abs(x) <= extent[0] && Math.abs(y) <= extent[1],
  };
}

/** The plane itself: a faint grid at whole units, stronger axes, the title above. */
export function drawPlane(plane: Plane): VNode {
  const [left, top] = plane.toPixels([-plane.extent[0], plane.extent[1]]);
  const [right, bottom] = plane.toPixels([plane.extent[0], -plane.extent[1]]);
  const [originX, originY] = plane.origin;
  const across = wholeUnits(plane.extent[0]).map((x) => plane.toPixels([x, 0])[0]);
  const along = wholeUnits(plane.extent[1]).map((y) => plane.toPixels([0, y])[1]);
  const line = (from: Point, to: Point) => linePath([from, to]);
  const grid = [
    ...across.map((x) => line([x, top], [x, bottom])),
    ...along.map((y) => line([left, y], [right, y])),
  ];
  const circle =
    plane.unitCircle &&
    s("circle", { class: "mm-unit-circle", cx: originX, cy: originY, r: plane.unit });
  return group({ key: `${plane.id}-plane`, "aria-hidden": "true" }, [
    s("path", { class: "mm-grid", d: grid.join("") }),
    s("line", { class: "mm-axis", x1: left, x2: right, y1: originY, y2: originY }),
    s("line", { class: "mm-axis", x1: originX, x2: originX, y1: top, y2: bottom }),
    circle || undefined,
    s(
      "text",
      {
        class: "mm-panel-title",
        x: plane.x + plane.width / 2,
        y: plane.y + 14,
        "text-anchor": "middle",
      },
      plane.title,
    ),
  ]);
}

function wholeUnits(extent: number): number[] {
  const last = Math.floor(extent);
  return Array.from({ length: 2 * last + 1 }, (_, index) => index - last).filter((x) => x !== 0);
}

/** Both ends, in units, of the line through the origin along `direction`, where it leaves the plane. */
export function lineAcross(plane: Plane, direction: Point): [Point, Point] {
  const far = distanceToEdge(plane, direction);
  return [
    [-direction[0] * far, -direction[1] * far],
    [direction[0] * far, direction[1] * far],
  ];
}

/** How many times `direction` fits between the origin and the edge of the plane. */
export function distanceToEdge(plane: Plane, [x, y]: Point): number {
  return Math.min(
    x === 0 ? Number.POSITIVE_INFINITY : plane.extent[0] / Math.abs(x),
    y === 0 ? Number.POSITIVE_INFINITY : plane.extent[1] / Math.abs(y),
  );
}

import type { VNode } from "snabbdom";
import type { Plane } from "./plane.js";
import { angleOf, lengthOf, scale } from "./points.js";
import { group, type Point, s } from "./svg.js";

export interface EllipseOptions {
  readonly id: string;
  readonly className: string;
  readonly centre: Point;
  /** Half axes, in units, at right angles to one another; the first is the longer. */
  readonly axes: readonly [Point, Point];
}

/** An ellipse in a plane; one whose short axis is zero is a line, one whose axes are zero a point. */
export function drawEllipse(plane: Plane, { id, className, centre, axes }: EllipseOptions): VNode {
  const [cx, cy] = plane.toPixels(centre);
  const [rx, ry] = axes.map((axis) => lengthOf(axis) * plane.unit) as [number, number];
  const degrees = (-angleOf(axes[0]) * 180) / Math.PI;
  return s("ellipse", {
    key: id,
    class: className,
    cx,
    cy,
    rx,
    // SVG draws no ellipse with a radius of zero; a hair's breadth is what a line looks like.
    ry: Math.max(ry, 0.3),
    transform: `rotate(${degrees.toFixed(3)} ${cx.toFixed(2)} ${cy.toFixed(2)})`,
  });
}

/** The image of a circle under a matrix with these singular values and left singular vectors. */
export function imageOfCircle(
  {
    u,
    singularValues,
  }: { readonly u: readonly (readonly number[])[]; readonly singularValues: readonly number[] },
  radius = 1,
): [Point, Point] {
  const axis = (column: number): Point =>
    scale([u[0]?.[column] ?? 0, u[1]?.[column] ?? 0], radius * (singularValues[column] ?? 0));
  return [axis(0), axis(1)];
}

/** Content that ends at the edge of its plane. `id` is one of its own in the drawing. */
export function clipped(plane: Plane, id: string, children: readonly (VNode | undefined)[]): VNode {
  const [left, top] = plane.toPixels([-plane.extent[0], plane.extent[1]]);
  const [right, bottom] = plane.toPixels([plane.extent[0], -plane.extent[1]]);
  return group({ key: `${id}-clipped` }, [
    s("clipPath", { key: "edge", id: `mm-edge-${id}` }, [
      s("rect", { x: left, y: top, width: right - left, height: bottom - top }),
    ]),
    group({ key: "content", "clip-path": `url(#mm-edge-${id})` }, children),
  ]);
}

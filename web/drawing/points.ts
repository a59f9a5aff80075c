import type { Point } from "./svg.js";

/* Where ink goes: displacements of a drawing. What a memory does with vectors is the core's to say, not these. */

export function add([ax, ay]: Point, [bx, by]: Point): Point {
  return [ax + bx, ay + by];
}

export function subtract([ax, ay]: Point, [bx, by]: Point): Point {
  return [ax - bx, ay - by];
}

export function scale([x, y]: Point, factor: number): Point {
  return [x * factor, y * factor];
}

export function lengthOf([x, y]: Point): number {
  return Math.hypot(x, y);
}

/** The unit vector along `point`, or `fallback` where there is no direction. */
export function direction(point: Point, fallback: Point = [1, 0]): Point {
  const length = lengthOf(point);
  return length > 0 ? [point[0] / length, point[1] / length] : fallback;
}

/** A quarter turn counterclockwise (in a plane whose second axis points up). */
export function quarterTurn([x, y]: Point): Point {
  return [-y, x];
}

export function angleOf([x, y]: Point): number {
  return Math.atan2(y, x);
}

export function onCircle(angle: number, radius = 1): Point {
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

export function rotate([x, y]: Point, angle: number): Point {
  const [c, sn] = [Math.cos(angle), Math.sin(angle)];
  return [c * x - sn * y, sn * x + c * y];
}

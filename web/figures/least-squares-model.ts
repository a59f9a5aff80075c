import { lengthOf } from "../drawing/points.js";
import type { Point } from "../drawing/svg.js";
import type { Pairs } from "./pairs.js";

/** A matrix, what it reads, and what it makes of a circle. */
export interface Reading {
  readonly state: readonly (readonly number[])[];
  readonly read: Point;
  /** Of the first key: where the image of the noise around it lies. */
  readonly readOfFirst: Point;
  readonly u: readonly (readonly number[])[];
  readonly singularValues: readonly number[];
}

export interface LeastSquaresModel extends Pairs {
  readonly added: Reading;
  readonly fitted: Reading;
  readonly rank: number;
  readonly condition: number;
  /** Dual keys with their lengths and c_i = dual_i . q; empty where the keys are dependent. */
  readonly duals: readonly {
    readonly vector: Point;
    readonly length: number;
    readonly coefficient: number;
  }[];
}

/** The noise that a query may carry: the radius of the disc around the first key. */
export const noiseRadius = 0.15;

/** What stands in the way of a dual basis, in words; nothing where there is one. */
export function badgeOf(model: LeastSquaresModel): string | undefined {
  if (model.rank === model.keys.length) return undefined;
  if (model.case === "zero key") return "a zero key has no dual, S* = V K\u207A";
  if (model.third) return "three keys in the plane: no dual basis";
  const kind = model.case === "antiparallel" ? "antiparallel" : "parallel";
  return `${kind} keys: no dual basis, S* = V K\u207A`;
}

/** Whether a vector of the drawing is as good as zero. */
export function isZero(point: Point): boolean {
  return lengthOf(point) < 1e-9;
}

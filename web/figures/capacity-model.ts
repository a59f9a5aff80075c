import type { CapacityCurve } from "matrix-memory";
import { seedParameter, type Values } from "./parameters.js";

export const capacityParameters = {
  keyDim: { kind: "integer", label: "key dimension", default: 32, min: 2, max: 128, slider: true },
  valueDim: {
    kind: "integer",
    label: "value dimension",
    default: 32,
    min: 1,
    max: 128,
    slider: true,
  },
  pairs: { kind: "integer", label: "largest n", default: 112, min: 2, max: 512 },
  trials: { kind: "integer", label: "trials", default: 200, min: 1, max: 10_000 },
  seed: seedParameter,
  epsilon: {
    kind: "number",
    label: "error level \u03B5",
    default: 0.25,
    min: 0.01,
    max: 1.5,
    step: 0.01,
  },
  relative: { kind: "toggle", label: "x = n/d", default: false },
} as const;

export type CapacitySchema = typeof capacityParameters;
export type CapacityValues = Values<CapacitySchema>;

export interface Laws {
  /** At n = 1 .. pairs. */
  readonly additive: readonly number[];
  readonly leastSquares: readonly number[];
}

export interface CapacityModel extends CapacityValues {
  readonly laws: Laws;
  readonly curve: CapacityCurve | undefined;
  /** How many pairs each memory holds at an error of epsilon; Infinity where its error never reaches it. */
  readonly holds: { readonly additive: number; readonly leastSquares: number };
}

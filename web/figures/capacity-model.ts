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
  against: {
    kind: "choice",
    label: "error against",
    options: [
      { value: "pairs", label: "n" },
      { value: "age", label: "age" },
    ],
    default: "pairs",
    captioned: true,
  },
  epsilon: {
    kind: "number",
    label: "error level \u03B5",
    default: 0.25,
    min: 0.01,
    max: 1.5,
    step: 0.01,
    when: ["against", "pairs"],
  },
  relative: { kind: "toggle", label: "x = n/d", default: false, when: ["against", "pairs"] },
  compare: {
    kind: "choice",
    label: "beside them",
    options: [
      { value: "none", label: "none" },
      { value: "decay", label: "decay" },
      { value: "delta", label: "delta" },
      { value: "gated-delta", label: "gated delta" },
      { value: "recursive-least-squares", label: "recursive" },
      { value: "elu+1", label: "elu + 1" },
      { value: "dpfp", label: "DPFP" },
      { value: "favor", label: "FAVOR+" },
      { value: "taylor", label: "Taylor" },
      { value: "softmax", label: "softmax" },
    ],
    default: "none",
    captioned: true,
  },
  decay: {
    kind: "number",
    label: "kept a step \u03B3",
    default: 31 / 32,
    min: 0,
    max: 1,
    step: 1 / 64,
    slider: true,
    when: ["compare", "decay", "gated-delta"],
  },
  beta: {
    kind: "number",
    label: "step size \u03B2",
    default: 1,
    min: 0,
    max: 2,
    step: 0.05,
    slider: true,
    when: ["compare", "delta", "gated-delta", "dpfp"],
  },
  ridge: {
    kind: "number",
    label: "ridge \u03BB",
    default: 0.01,
    min: 0.001,
    max: 10,
    step: 0.01,
    when: ["compare", "recursive-least-squares"],
  },
  inverseTemperature: {
    kind: "number",
    label: "inverse temperature b",
    default: 8,
    min: 0,
    max: 64,
    step: 1,
    slider: true,
    when: ["compare", "softmax"],
  },
} as const;

export type CapacitySchema = typeof capacityParameters;
export type CapacityValues = Values<CapacitySchema>;

export interface Laws {
  /** At n = 1 .. pairs. */
  readonly additive: readonly number[];
  readonly leastSquares: readonly number[];
}

/** A memory as it was measured: the added one first, the fitted one second, what is compared with them third. */
export type MeasuredMemory = CapacityCurve["memories"][number];

export interface CapacityModel extends CapacityValues {
  readonly laws: Laws;
  /** Of the experiment that the parameters ask for, or of none yet. */
  readonly curve: CapacityCurve | undefined;
  readonly compared: MeasuredMemory | undefined;
  /** How many pairs each memory holds at an error of epsilon; Infinity where its error never reaches it. */
  readonly holds: { readonly additive: number; readonly leastSquares: number };
}

import { seedParameter, type Values } from "./parameters.js";

/** Tokens of the sequence; a key has four numbers, and so has a value: few enough to see each. */
export const tokens = 8;
export const keyDim = 4;
export const valueDim = 4;

export const linearAttentionParameters = {
  step: {
    kind: "integer",
    label: "pairs written t",
    default: 5,
    min: 0,
    max: tokens,
    slider: true,
    play: 1000,
  },
  features: {
    kind: "choice",
    label: "feature map \u03C6",
    options: [
      { value: "identity", label: "none" },
      { value: "elu+1", label: "elu + 1" },
      { value: "relu", label: "relu" },
      { value: "dpfp", label: "DPFP" },
      { value: "favor", label: "FAVOR+" },
    ],
    default: "identity",
    captioned: true,
  },
  normalised: { kind: "toggle", label: "denominator", default: false },
  precision: {
    kind: "choice",
    label: "S kept in",
    options: [
      { value: "double", label: "double" },
      { value: "single", label: "single" },
      { value: "half", label: "half" },
      { value: "bfloat16", label: "bfloat16" },
    ],
    default: "double",
    captioned: true,
  },
  seed: seedParameter,
} as const;

export type LinearAttentionSchema = typeof linearAttentionParameters;
export type LinearAttentionValues = Values<LinearAttentionSchema>;

/** What the reader is looking at, most special first. */
export type LinearAttentionCase =
  | "nothing written"
  | "zero denominator"
  | "negative denominator"
  | "rounded state"
  | "general";

export interface LinearAttentionModel extends LinearAttentionValues {
  /** phi of every key written so far, and the values, a row a pair; the last is the pair of this step. */
  readonly keys: readonly (readonly number[])[];
  readonly values: readonly (readonly number[])[];
  /** phi of this step's query; none before the first step. */
  readonly query: readonly number[];
  /** What the parallel form multiplies each value with; the bare dot products where they sum to zero and should not. */
  readonly weights: readonly number[];
  /** v_t phi(k_t)', and S with all the pairs so far. */
  readonly outer: readonly (readonly number[])[];
  readonly state: readonly (readonly number[])[];
  /** S phi(q). */
  readonly product: readonly number[];
  /** The sum of all phi(k_i), and its dot product with phi(q); kept where there is a denominator. */
  readonly keySum: readonly number[] | undefined;
  readonly denominator: number | undefined;
  /** One output, twice: read from the matrix, and summed over the pairs. None where there is nothing to divide by. */
  readonly recurrent: readonly number[] | undefined;
  readonly parallel: readonly number[] | undefined;
  /** The largest difference between the two at any token so far. */
  readonly difference: number;
  /** The largest size of a number of S at any step: what the shading is measured against. */
  readonly largest: number;
  readonly case: LinearAttentionCase;
}

/** Multiplications (each with its addition) for one token: of the parallel form at step t, and of the recurrent one at any. */
export function costOf(model: LinearAttentionModel): { parallel: number; recurrent: number } {
  const features = model.state[0]?.length ?? 0;
  return {
    parallel: model.step * (features + valueDim),
    recurrent: 2 * features * (valueDim + (model.normalised ? 1 : 0)),
  };
}

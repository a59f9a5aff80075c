import { type Lookup, tokenChoice } from "./example-tokens.js";
import type { Values } from "./parameters.js";

export const softmaxCostParameters = {
  query: tokenChoice,
  inverseTemperature: {
    kind: "number",
    label: "inverse temperature b",
    default: 1,
    min: 0,
    max: 5,
    step: 0.05,
    slider: true,
  },
  causal: { kind: "toggle", label: "causal mask", default: true },
  tokens: { kind: "integer", label: "tokens so far t", default: 1024, min: 1, max: 100_000 },
  keyDim: {
    kind: "integer",
    label: "key dimension d",
    default: 64,
    min: 8,
    max: 256,
    slider: true,
  },
  valueDim: {
    kind: "integer",
    label: "value dimension m",
    default: 64,
    min: 8,
    max: 256,
    slider: true,
  },
  precision: {
    kind: "choice",
    label: "precision",
    captioned: true,
    options: [
      { value: "double", label: "double" },
      { value: "single", label: "single" },
      { value: "bfloat16", label: "bfloat16" },
    ],
    default: "bfloat16",
  },
} as const;

export type SoftmaxCostSchema = typeof softmaxCostParameters;
export type SoftmaxCostValues = Values<SoftmaxCostSchema>;

/** What two ways of attending cost, in one unit: one that grows with every token, and one that does not. */
export interface Cost {
  readonly perToken: number;
  /** perToken times t. */
  readonly cache: number;
  readonly state: number;
  /** The t at which both cost the same; it need not be whole. */
  readonly crossing: number;
}

export interface SoftmaxCostModel extends SoftmaxCostValues, Lookup {
  /** The token that asks, from 0, and how many tokens it sees. */
  readonly asked: number;
  readonly seen: number;
  /** Carried from one token to the next. */
  readonly bytes: Cost;
  /** Of the next token. */
  readonly multiplyAdds: Cost;
}

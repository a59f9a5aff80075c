import { type Lookup, tokenChoice } from "./example-tokens.js";
import type { Values } from "./parameters.js";

export const selfLookupParameters = {
  query: tokenChoice,
  queryMap: { kind: "toggle", label: "query map", default: false },
  keyMap: { kind: "toggle", label: "key map", default: false },
  valueMap: { kind: "toggle", label: "value map", default: false },
} as const;

export type SelfLookupSchema = typeof selfLookupParameters;
export type SelfLookupValues = Values<SelfLookupSchema>;

export interface SelfLookupModel extends SelfLookupValues, Lookup {
  /** The token that asks, from 0. */
  readonly asked: number;
  /** The table of scores equals its transpose. */
  readonly mirrored: boolean;
  /** What the token gets: the values, weighed. */
  readonly answer: readonly number[];
  /** Of the answer with each token's value; 0 where a value is zero. */
  readonly cosines: readonly number[];
}

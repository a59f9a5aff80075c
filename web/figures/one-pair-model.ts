import type { Point } from "../drawing/svg.js";
import type { Values } from "./parameters.js";

export const onePairParameters = {
  key: { kind: "point", label: "key k", symbol: "k", role: "key", default: [0.8, 0.6], reach: 1.4 },
  query: {
    kind: "point",
    label: "query q",
    symbol: "q",
    role: "query",
    default: [1.1, -0.2],
    reach: 1.4,
  },
  value: {
    kind: "point",
    label: "value v",
    symbol: "v",
    role: "value",
    default: [1.2, 1.5],
    reach: 2.2,
  },
  unitKey: { kind: "toggle", label: "unit-length key", default: true },
} as const;

export type OnePairSchema = typeof onePairParameters;
export type OnePairValues = Values<OnePairSchema>;

/** What the reader is looking at, most special first. */
export type OnePairCase =
  | "zero key"
  | "zero value"
  | "zero query"
  | "perpendicular"
  | "query is key"
  | "general";

export interface OnePairModel extends OnePairValues {
  readonly state: readonly (readonly number[])[];
  /** k . q and k . k, from the core. */
  readonly dot: number;
  readonly keySquared: number;
  /** S q and S k. */
  readonly read: Point;
  readonly keyRead: Point;
  readonly case: OnePairCase;
}

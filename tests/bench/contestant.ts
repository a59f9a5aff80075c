/** A product of matrices that contestants compute, row-major: see cpp/contestant.h. */
export interface Product {
  readonly operation: "accumulate" | "reads" | "gram" | "rank-one";
  readonly precision: Precision;
  readonly p: number;
  readonly q: number;
  readonly r: number;
}
export type Precision = "single" | "double";

/** Which operands are stored transposed: NN, NT, TN. */
export type Layout = "NN" | "NT" | "TN";

/** One contestant's way of doing the work of one event. */
export interface Entry {
  readonly contestant: string;
  /** The layout, where it has a choice; among several entries of a contestant the fastest stays. */
  readonly how?: string;
  /** What one run does: operations, bytes or trials. */
  readonly work: number;
  /** Seconds that `times` runs take. */
  sample(times: number): number | Promise<number>;
  /** What one run from a fresh start computes; physical limits compute nothing. */
  result?(): ArrayLike<number> | Promise<ArrayLike<number>>;
  /** Gives back what it holds. */
  leave?(): void;
}

/** Somebody who multiplies matrices; no entry for what it cannot do. */
export interface Contestant {
  enter(product: Product): Entry[] | Promise<Entry[]>;
}

/** Operations or bytes of one run: a Gram matrix counts in full, rank-one reads and writes the state once. */
export function workOf({ operation, precision, p, q, r }: Product): number {
  if (operation === "rank-one") return 2 * p * q * (precision === "single" ? 4 : 8);
  return 2 * p * q * r;
}

/** Seconds that the work takes. */
export function seconds(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

import { dimension } from "./arguments.js";
import type { RawModule } from "./raw.js";

/**
 * Closed forms for n pairs with random unit keys of d numbers and uncorrelated values of unit length: expected squared
 * errors as a fraction of a stored value. docs/theory.md derives them and says which are exact.
 */
export interface Theory {
  /** Additive memory: (n - 1) / d, exact. */
  additive(n: number, d: number): number;
  /** Least squares: max(0, 1 - d / n), exact. */
  leastSquares(n: number, d: number): number;
}

export function createTheory(raw: RawModule): Theory {
  return {
    additive: (n, d) =>
      raw.theoryAdditive(
        dimension("theory.additive", "n", n),
        dimension("theory.additive", "d", d),
      ),
    leastSquares: (n, d) =>
      raw.theoryLeastSquares(
        dimension("theory.leastSquares", "n", n),
        dimension("theory.leastSquares", "d", d),
      ),
  };
}

import { dimension, integer, number, oneOf, positive } from "./arguments.js";
import type { RawModule } from "./raw.js";

/**
 * Closed forms for n pairs with random unit keys of d numbers and uncorrelated values of unit length: expected squared
 * errors as a fraction of a stored value. docs/theory.md derives them. n and d are whole numbers from 1 on; anything out
 * of range is a RangeError.
 */
export interface Theory {
  /** Additive memory: (n - 1) / d. Exact. */
  additive(n: number, d: number): number;
  /** Least squares: max(0, 1 - d / n). Exact. */
  leastSquares(n: number, d: number): number;
  /** S = decay S + v k', `decay` in [0, 1]. Exact, O(n). */
  decay(n: number, d: number, decay: number): number;
  /** The delta rule, one pass, `beta` in [0, 2]. Exact, O(n). */
  delta(n: number, d: number, beta: number): number;
  /** S = decay S, then the delta rule; `decay` in [0, 1], `beta` in [0, 2]. Exact, O(n). */
  gatedDelta(n: number, d: number, decay: number, beta: number): number;
  /** The delta rule's error for the pair written `age` pairs ago, 0 .. n - 1. Exact, O(n). */
  deltaByAge(age: number, n: number, d: number, beta: number): number;
  /**
   * Least squares with a ridge, read with noisy queries key + s u, E|u|^2 = 1 and s = `queryNoise` (0). By the
   * Marchenko-Pastur law: within .2 % at d = 64, 5 % down to d = 4. Infinite at n = d with noise and no ridge.
   */
  ridge(n: number, d: number, ridge: number, queryNoise?: number): number;
  /** The ridge at which that is smallest: s^2 n / d. */
  bestRidge(n: number, d: number, queryNoise: number): number;
  /**
   * E|S|_F^2, of which a noisy query makes s^2 / d as much error. Additive: n, exact. Least squares: exact for n < d - 1,
   * Infinity at n = d - 1, d and d + 1, a fit within 3 % beyond from d = 4 on.
   */
  noiseGain(memory: "additive" | "least-squares", n: number, d: number): number;
  /**
   * Softmax over a cache, a stored key as the query: an approximation, within 6 % for `inverseTemperature` up to sqrt(d)
   * and n >= 8, far off beyond.
   */
  softmax(n: number, d: number, inverseTemperature: number): number;
  /** The chance that one stored bit of a Hopfield network flips at once; `load` = patterns / units, above 0. */
  hopfieldFlip(load: number): number;
}

/** One argument of a law: checks it and names it. */
type Check = (call: string, value: unknown) => number;

const pairs: Check = (call, n) => dimension(call, "n", n);
const keyDim: Check = (call, d) => dimension(call, "d", d);
const within =
  (name: string, least: number, most: number): Check =>
  (call, value) =>
    number(call, name, value, least, most);
const decay = within("decay", 0, 1);
const beta = within("beta", 0, 2);
const ridge = within("ridge", 0, Number.MAX_VALUE);
const queryNoise = within("queryNoise", 0, Number.MAX_VALUE);
const inverseTemperature = within("inverseTemperature", 0, Number.MAX_VALUE);
const load: Check = (call, value) => positive(call, "load", value, Number.MAX_VALUE);

/** A law of the core, its arguments checked one by one. */
function law<All extends number[]>(
  name: string,
  checks: { [Place in keyof All]: Check },
  compute: (...all: All) => number,
): (...all: All) => number {
  const call = `theory.${name}`;
  return (...all) => compute(...(checks.map((check, place) => check(call, all[place])) as All));
}

export function createTheory(raw: RawModule): Theory {
  const noisyRidge = law("ridge", [pairs, keyDim, ridge, queryNoise], raw.theoryRidge);
  return Object.freeze<Theory>({
    additive: law("additive", [pairs, keyDim], raw.theoryAdditive),
    leastSquares: law("leastSquares", [pairs, keyDim], raw.theoryLeastSquares),
    decay: law("decay", [pairs, keyDim, decay], raw.theoryDecay),
    delta: law("delta", [pairs, keyDim, beta], raw.theoryDelta),
    gatedDelta: law("gatedDelta", [pairs, keyDim, decay, beta], raw.theoryGatedDelta),
    deltaByAge(age, n, d, step) {
      const call = "theory.deltaByAge";
      const count = pairs(call, n);
      const since = integer(call, "age", age, 0, count - 1);
      return raw.theoryDeltaByAge(since, count, keyDim(call, d), beta(call, step));
    },
    ridge: (n, d, lambda, noise = 0) => noisyRidge(n, d, lambda, noise),
    bestRidge: law("bestRidge", [pairs, keyDim, queryNoise], raw.theoryBestRidge),
    noiseGain(memory, n, d) {
      const call = "theory.noiseGain";
      const which = oneOf(call, "memory", memory, ["additive", "least-squares"]);
      return raw.theoryNoiseGain(which, pairs(call, n), keyDim(call, d));
    },
    softmax: law("softmax", [pairs, keyDim, inverseTemperature], raw.theorySoftmax),
    hopfieldFlip: law("hopfieldFlip", [load], raw.theoryHopfieldFlip),
  });
}

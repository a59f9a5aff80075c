/**
 * The embind module, typed by hand: what cpp/bindings registers, no more and no less.
 *
 * Vectors cross as typed arrays and come back as fresh ones; shapes travel beside them as plain numbers. Release
 * embind checks nothing, so whoever calls these has validated every argument; what only the core can notice (a read
 * that overflows, memory that runs out) it throws as a real TypeError or RangeError, and stays usable.
 */

/** A choice of api.d.ts in its long form, for instance `{ name: "delta", beta: 1 }`. */
export interface RawChoice {
  readonly name: string;
  readonly [parameter: string]: unknown;
}

/** Every default filled in: the core parses it, the library made it. */
export interface RawMemoryOptions {
  readonly keyDim: number;
  readonly valueDim: number;
  readonly normalise: string;
  readonly features: RawChoice;
  readonly rule: RawChoice;
  readonly read: RawChoice;
  readonly precision: string;
}

export interface RawMemory {
  readonly pairs: number;
  readonly featureDim: number;
  readonly stateBytes: number;
  /** Every default filled in; a restored memory says here what it is. Vectors are Float64Arrays, as they came. */
  readonly options: RawMemoryOptions;
  /**
   * n pairs, row after row; n is keys.length / keyDim. Gates are empty where the rule's own apply; else beta has 1 or n
   * numbers, decay 1, n or n x featureDim.
   */
  write(keys: Float64Array, values: Float64Array, beta: Float64Array, decay: Float64Array): void;
  /** valueDim numbers a query. */
  read(queries: Float64Array): Float64Array;
  /** One number a pair written; the cache only. */
  weights(query: Float64Array): Float64Array;
  /** -x'Wx / 2; Hopfield only. */
  energy(pattern: Float64Array): number;
  /** valueDim x featureDim; a cache has none: an Error. */
  state(): Float64Array;
  reset(): void;
  clone(): RawMemory;
  /** Bytes for restore(). */
  save(): Uint8Array;
  /** Frees the C++ object (embind's own name). */
  delete(): void;
}

export interface RawCapacityOptions {
  readonly keyDim: number;
  readonly valueDim: number;
  /** The n to report, ascending. */
  readonly pairs: Float64Array;
  readonly seed: number;
  readonly memories: readonly RawMemoryOptions[];
  readonly keys: RawChoice;
  readonly queryNoise: number;
  readonly metric: string;
  readonly against: string;
}

/** Trials firstTrial .. firstTrial + trials - 1 of a capacity experiment, run in steps. */
export interface RawCapacityRun {
  /** Runs the next `trials` trials, or what is left of them; says how many then remain. */
  step(trials: number): number;
  /** The same in pieces, within a trial or over several: about as much as `pairs` pairs take in one memory. */
  advance(pairs: number): number;
  /** The open nodes of the sum over the binary tree of trial indices, as numbers. */
  partial(): Float64Array;
  /** Adds the nodes of another run of the same experiment; overlapping trials are a RangeError. */
  absorb(partial: Float64Array): void;
  /** Trials summed so far (own and absorbed). */
  readonly trials: number;
  /** One number a memory and reported n or age, memory after memory. */
  mean(): Float64Array;
  standardError(): Float64Array;
  /** What each memory carries after n pairs, for each reported n (one, against age); needs no trial. */
  stateBytes(): Float64Array;
  delete(): void;
}

export interface RawModule {
  version(): string;

  readonly Memory: new (options: RawMemoryOptions) => RawMemory;
  readonly CapacityRun: new (
    options: RawCapacityOptions,
    firstTrial: number,
    trials: number,
  ) => RawCapacityRun;

  /** Bytes that a run of the experiment takes at the least; nothing is allocated. */
  capacityBytes(options: RawCapacityOptions): number;

  /** What save() gave; anything else is an Error. */
  restore(bytes: Uint8Array): RawMemory;

  outer(a: Float64Array, b: Float64Array): Float64Array;
  gram(keys: Float64Array, keyDim: number): Float64Array;
  scores(queries: Float64Array, keys: Float64Array, dim: number): Float64Array;
  leastSquares(
    keys: Float64Array,
    values: Float64Array,
    keyDim: number,
    valueDim: number,
    ridge: number,
  ): { state: Float64Array; rank: number; condition: number };
  dualBasis(keys: Float64Array, keyDim: number): { vectors: Float64Array; rank: number };
  svd(
    matrix: Float64Array,
    rows: number,
    cols: number,
  ): { u: Float64Array; singularValues: Float64Array; v: Float64Array };
  /** The parallel form. kernel: { name: "softmax" }, { name: "linear" } or features. */
  attention(
    queries: Float64Array,
    keys: Float64Array,
    values: Float64Array,
    keyDim: number,
    valueDim: number,
    kernel: RawChoice,
    inverseTemperature: number,
    normalise: boolean,
    causal: boolean,
  ): { weights: Float64Array; output: Float64Array };
  /** phi of each row. */
  features(rows: Float64Array, dim: number, features: RawChoice): Float64Array;
  keyStatistics(
    keys: Float64Array,
    keyDim: number,
  ): {
    pairs: number;
    rank: number;
    coherence: number;
    spectrum: Float64Array;
    effectiveDimension: number;
    additiveError: number;
  };
  random(kind: string, count: number, dim: number, seed: number): Float64Array;

  theoryAdditive(pairs: number, keyDim: number): number;
  theoryLeastSquares(pairs: number, keyDim: number): number;
  theoryDecay(pairs: number, keyDim: number, decay: number): number;
  theoryDelta(pairs: number, keyDim: number, beta: number): number;
  theoryGatedDelta(pairs: number, keyDim: number, decay: number, beta: number): number;
  theoryDeltaByAge(age: number, pairs: number, keyDim: number, beta: number): number;
  /** One number an age, from 0 on. */
  theoryDecayOfAges(pairs: number, keyDim: number, decay: number): Float64Array;
  theoryGatedDeltaOfAges(pairs: number, keyDim: number, decay: number, beta: number): Float64Array;
  theoryRidge(pairs: number, keyDim: number, ridge: number, queryNoise: number): number;
  theoryBestRidge(pairs: number, keyDim: number, queryNoise: number): number;
  /** memory: "additive" or "least-squares". */
  theoryNoiseGain(memory: string, pairs: number, keyDim: number): number;
  theorySoftmax(pairs: number, keyDim: number, inverseTemperature: number): number;
  theoryHopfieldFlip(load: number): number;
}

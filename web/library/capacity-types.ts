import type { MemoryOptions, Preset } from "./choices.js";
import type { Rows } from "./shapes.js";

/** An experiment: which memories hold how many pairs, tried how often. */
export interface CapacityOptions {
  /** Numbers in a key. */
  keyDim: number;
  /** Numbers in a value; default keyDim. Values are Gaussian with E|v|^2 = 1. */
  valueDim?: number;
  /** Reports 1 .. pairs, or the numbers of pairs given, ascending. */
  pairs: number | ArrayLike<number>;
  /** Random trials to average. */
  trials: number;
  /** The index of the first trial, where the run is one shard of a longer one. Default 0. */
  firstTrial?: number;
  /** 0 .. 2^53 - 1, default 1. Same seed, same bits: every browser, Node, any number of workers. */
  seed?: number;
  /** Default `["additive", "least-squares"]`. */
  memories?: (Preset | "additive" | Partial<MemoryOptions>)[];
  /**
   * How keys are drawn. `sphere`, the default: uniform unit vectors. `sparse`: `active` random coordinates of
   * +-1/sqrt(active), or all positive where `signed` is false. `correlated`: unit vectors any two of which have a cosine
   * near `cosine`. `rows`: drawn from these rows without replacement.
   */
  keys?:
    | "sphere"
    | { name: "sparse"; active: number; signed?: boolean }
    | { name: "correlated"; cosine: number }
    | { name: "rows"; rows: Rows };
  /** s: the query is key + s u, with u isotropic and E|u|^2 = 1. Default 0. */
  queryNoise?: number;
  /**
   * `squared-error`, the default: the mean squared error of a read. `top-1`: the fraction of stored keys whose read has
   * its largest dot product with the right one of the stored, then unit-length values.
   */
  metric?: "squared-error" | "top-1";
  /**
   * `pairs`, the default: a mean over all n pairs, for each n. `age`: with the largest n in the memory, one number for
   * each pair, by how many pairs were written after it.
   */
  against?: "pairs" | "age";
  /**
   * Default: the cores, at most 8. 0: in short slices on the calling thread. Workers start when first needed and are
   * kept; idle ones do not keep Node alive.
   */
  workers?: number;
  /** An abort rejects with `signal.reason` within 50 ms. */
  signal?: AbortSignal;
  /** Called at most 30 times a second with the curve so far, whose `partial` is null. What it throws rejects the run. */
  onProgress?: (done: { trials: number; of: number; curve: CapacityCurve }) => void;
}

/** What a run measured: plain data that can be cloned and written as JSON. */
export interface CapacityCurve {
  /** The experiment, every default filled in. */
  readonly options: Omit<CapacityOptions, "signal" | "onProgress" | "workers">;
  /** The numbers of pairs n that the arrays below go along; against age the one n. */
  readonly pairs: number[];
  /** Against age, what they go along instead: 0 for the pair written last, up to n - 1. Else null. */
  readonly ages: number[] | null;
  /** Trials summed. */
  readonly trials: number;
  /** One entry a memory, in the order of the options. */
  readonly memories: {
    /** The name given, or the rule with every other choice that is not the plain one. */
    name: string;
    /**
     * The metric's mean over the trials. For least squares, at n <= keyDim too, what the solved memory's reads really
     * miss, rounding included.
     */
    mean: number[];
    /** Of the mean; Infinity for one trial (null once written as JSON). */
    standardError: number[];
    /** The closed form at each n or age, where there is one. */
    theory: number[] | null;
    /** What the memory carries, in bytes, at each n of `pairs`. */
    stateBytes: number[];
  }[];
  /** What mergeCapacity needs to join shards to the last bit; null in the curve of a run that goes on. */
  readonly partial: unknown;
}

import type { Rows, Vector } from "./shapes.js";

/**
 * What happens to keys and queries first. All but `sum` act on the vectors themselves, before the features. A zero
 * divisor is a RangeError that names the row.
 *
 * - `none`: nothing.
 * - `unit`: divided by the length.
 * - `rms`: divided by the root of the mean square (Zhang and Sennrich 2019).
 * - `layer`: mean removed, then divided by the standard deviation (Ba et al. 2016).
 * - `sum`: the features, not the vectors, are divided by their sum (Schlag et al. 2021); needs features that are never
 *   negative.
 */
export type Normalisation = "none" | "unit" | "rms" | "layer" | "sum";

/**
 * The map phi from a key or query to its features, in which the memory is linear.
 *
 * - `identity`: the key itself.
 * - `elu+1`: x + 1 for x > 0, e^x otherwise (Katharopoulos et al. 2020).
 * - `relu`: max(x, 0).
 * - `taylor`: features whose dot product is 1 + s + s^2 / 2, s the dot product of the vectors (Arora et al. 2024).
 * - `dpfp`: products of neighbouring positive and negative parts, 2 keyDim nu features; `nu` 1 (Schlag et al. 2021).
 * - `favor`: positive random features whose dot product is exp(s) on average; `count` 4 keyDim, `seed` 1, `orthogonal`
 *   true (Choromanski et al. 2021).
 * - `top-k`: the `k` entries largest in size, zeros elsewhere.
 * - `lsh`: signs of `bits` random projections, +-1 / sqrt(bits); `seed` 1. Two features agree in a bit with probability
 *   1 - angle / pi (Charikar 2002).
 */
export type Features =
  | "identity"
  | "elu+1"
  | "relu"
  | "taylor"
  | "dpfp"
  | { name: "dpfp"; nu?: number }
  | "favor"
  | { name: "favor"; count?: number; seed?: number; orthogonal?: boolean }
  | { name: "top-k"; k: number }
  | { name: "lsh"; bits: number; seed?: number };

/**
 * How a pair (k, v) changes the state S, with k the features of the key.
 *
 * - `additive`: S += v k' (Kohonen 1972; linear attention).
 * - `decay`: S = S Diag(a) + v k'; `decay` in [0, 1] is one number or one a feature, 1 by default, often given per write
 *   (RetNet, Mamba-2, GLA).
 * - `delta`: S += beta (v - S k) k'; `beta` in [0, 2], 1 by default (Widrow and Hoff 1960; Schlag et al. 2021).
 * - `gated-delta`: S = a S, then delta; `decay` and `beta` 1 by default (Yang et al. 2025).
 * - `recursive-least-squares`: equals ridge regression over all pairs so far, one pair at a time; `ridge` > 0,
 *   `forgetting` in (0, 1], 1 by default (Plackett 1950).
 * - `least-squares`: keeps sum k k' and sum v k' and solves when read; `ridge` 0 by default (Kohonen and Ruohonen 1973).
 * - `cache`: keeps every pair (softmax attention, kernel smoothing).
 * - `hopfield`: sum of outer products of +-1 patterns with zero diagonal; keyDim = valueDim (Hopfield 1982).
 */
export type Rule =
  | "additive"
  | { name: "decay"; decay?: number | Vector }
  | "delta"
  | { name: "delta"; beta?: number }
  | "gated-delta"
  | { name: "gated-delta"; decay?: number; beta?: number }
  | { name: "recursive-least-squares"; ridge: number; forgetting?: number }
  | "least-squares"
  | { name: "least-squares"; ridge?: number }
  | "cache"
  | "hopfield";

/**
 * How a query q is answered.
 *
 * - `linear`: S phi(q); with the cache the sum of v_i phi(q).phi(k_i).
 * - `normalised`: that divided by the sum of phi(q).phi(k_i); for additive, decay and cache. A zero denominator is a
 *   RangeError.
 * - `softmax`: with the cache, weights softmax(b q.k_i); `inverseTemperature` b is 1/sqrt(keyDim) by default; `topK` keeps
 *   the k best pairs only; with `steps` > 1 the query becomes the weighted mean of the keys before each further step
 *   (modern Hopfield). With any other rule the read is replaced by the softmax-weighted rows of the `codebook`.
 * - `threshold`: entries smaller in size than `at` become zero; `soft` also shrinks the others by `at`.
 * - `nearest`: the codebook row with the largest dot product with the read.
 * - `sign`: Hopfield, asynchronous sweeps in index order until nothing changes, at most `steps` (100); ties keep.
 */
export type ReadOut =
  | "linear"
  | "normalised"
  | "softmax"
  | {
      name: "softmax";
      inverseTemperature?: number;
      steps?: number;
      topK?: number;
      codebook?: Rows;
    }
  | { name: "threshold"; kind: "soft" | "hard"; at: number }
  | { name: "nearest"; codebook: Rows }
  | "sign"
  | { name: "sign"; steps?: number };

/**
 * Systems of the literature, each a row of the four choices.
 *
 * | preset | normalise | features | rule | read | source |
 * |---|---|---|---|---|---|
 * | `correlation-matrix` | none | identity | additive | linear | Kohonen 1972, Anderson 1972 |
 * | `linear-attention` | none | elu+1 | additive | normalised | Katharopoulos et al. 2020 |
 * | `fast-weight-programmer` | sum | dpfp | delta | linear | Schlag et al. 2021 |
 * | `performer` | none | favor | additive | normalised | Choromanski et al. 2021 |
 * | `least-squares` | none | identity | least-squares | linear | Kohonen and Ruohonen 1973 |
 * | `softmax-attention` | none | identity | cache | softmax | Vaswani et al. 2017 |
 * | `ret-net` | none | identity | decay 31/32 | linear | Sun et al. 2023 |
 * | `mamba-2` | none | identity | decay, one number a write | linear | Dao and Gu 2024 |
 * | `gated-linear-attention` | none | identity | decay, a vector a write | linear | Yang et al. 2024 |
 * | `delta-net` | unit | identity | delta | linear | Yang et al. 2024 |
 * | `gated-delta-net` | unit | identity | gated-delta | linear | Yang et al. 2025 |
 * | `mesa` | unit | identity | recursive-least-squares, ridge 1 | linear | von Oswald et al. 2025 |
 * | `based` | none | taylor | additive | normalised | Arora et al. 2024 |
 * | `modern-hopfield` | none | identity | cache | softmax, b 8, 5 steps | Ramsauer et al. 2021 |
 * | `hopfield` | none | identity | hopfield | sign | Hopfield 1982 |
 */
export type Preset =
  | "correlation-matrix"
  | "linear-attention"
  | "fast-weight-programmer"
  | "performer"
  | "least-squares"
  | "softmax-attention"
  | "ret-net"
  | "mamba-2"
  | "gated-linear-attention"
  | "delta-net"
  | "gated-delta-net"
  | "mesa"
  | "based"
  | "modern-hopfield"
  | "hopfield";

/** What a memory is. Where a choice has no parameters, or is meant with its defaults, its bare name will do. */
export interface MemoryOptions {
  /** Numbers in a key and in a query. */
  keyDim: number;
  /** Numbers in a value. */
  valueDim: number;
  /** Of keys and queries. Default `none`. */
  normalise?: Normalisation;
  /** Default `identity`. */
  features?: Features;
  /** Default `additive`. */
  rule?: Rule;
  /** Default `linear`. */
  read?: ReadOut;
  /**
   * Of the state. `bfloat16` and `half` round it to nearest even after every pair, as mixed-precision models do.
   * Default `double`.
   */
  precision?: "double" | "single" | "bfloat16" | "half";
}

import {
  dimension,
  flag,
  number,
  type Options,
  oneOf,
  options,
  present,
  seed,
  typeError,
} from "./arguments.js";
import { KEYS, QUERIES, ROWS, rows, sameCount, VALUES, vector } from "./arrays.js";
import type { Features } from "./choices.js";
import { parseFeatures, parseKernel } from "./memory-options.js";
import type { RawModule } from "./raw.js";
import type { Matrix, Rows, Vector } from "./shapes.js";

/** Exact analysis with the whole set of pairs in hand, in double precision. */
export interface Analysis {
  /** The outer product a b', a.length x b.length. */
  outer(a: Vector, b: Vector): Matrix;
  /**
   * The Gram matrix of n keys, n x n: G_ij = k_i . k_j. Costs O(n^2 keyDim).
   *
   * @param keyDim Needed where the keys are one flat array.
   */
  gram(keys: Rows, keyDim?: number): Matrix;
  /**
   * Dot products, one row a query: q_i . k_j.
   *
   * @param dim Needed where the queries or the keys are one flat array.
   */
  scores(queries: Rows, keys: Rows, dim?: number): Matrix;
  /**
   * Attention in its parallel form: all weights at once, then their sums over the values. Costs O(queries x keys).
   *
   * @returns `weights`, one row a query and one column a key; `output`, one row of valueDim numbers a query.
   * @throws RangeError where weights are to sum to one and their sum is zero.
   */
  attention(
    queries: Rows,
    keys: Rows,
    values: Rows,
    options?: AttentionOptions,
  ): { weights: Matrix; output: Matrix };
  /**
   * The best fixed matrix: V K^+, or V K' (K K' + ridge I)^-1 where `ridge` is above zero (Kohonen and Ruohonen 1973).
   * Where the minimiser is not unique it is the one of least norm.
   *
   * @returns `state`, valueDim x keyDim; the `rank` of the keys; `condition`, the largest over the smallest singular value
   * above the rank tolerance.
   */
  leastSquares(
    keys: Rows,
    values: Rows,
    options?: { ridge?: number; keyDim?: number; valueDim?: number },
  ): { state: Matrix; rank: number; condition: number };
  /**
   * Row i is the dual of key i: its dot product is 1 with key i, 0 with every other. Where the rank is smaller than the
   * number of keys there are no duals, and row i is that of the pseudoinverse.
   */
  dualBasis(keys: Rows, keyDim?: number): { vectors: Matrix; rank: number };
  /** The thin singular value decomposition, largest first: matrix = u diag(singularValues) v'. */
  svd(matrix: Matrix): { u: Matrix; singularValues: Float64Array; v: Matrix };
  /**
   * phi of each row.
   *
   * @param dim Needed where the rows are one flat array.
   */
  features(rows: Rows, features: Features, dim?: number): Matrix;
  /**
   * How much room a set of keys takes up. `coherence`: the largest |cosine| between two keys; `spectrum`: the eigenvalues
   * of K K' of the unit-length keys, largest first; `effectiveDimension`: n^2 / |G|_F^2 of the unit-length keys;
   * `additiveError`: n / effectiveDimension - 1, the additive memory's expected squared error on the unit-length keys with
   * uncorrelated values.
   *
   * @throws RangeError for a key of length zero.
   */
  keyStatistics(
    keys: Rows,
    keyDim?: number,
  ): {
    pairs: number;
    rank: number;
    coherence: number;
    spectrum: Float64Array;
    effectiveDimension: number;
    additiveError: number;
  };
  /**
   * `count` rows from the generator of `capacity`: the same seed gives the same bits in every engine. `sphere`: uniform on
   * the unit sphere; `gaussian`: independent standard normal entries; `sign`: entries of +-1.
   */
  random(options: {
    kind: "sphere" | "gaussian" | "sign";
    count: number;
    dim: number;
    seed?: number;
  }): Matrix;
}

/** Which attention: how keys are weighed, and which of them a query sees. */
export interface AttentionOptions {
  /**
   * `softmax`, the default: weights exp(b q.k). `linear`: q.k. Features: phi(q).phi(k).
   */
  kernel?: "softmax" | "linear" | Features;
  /** b of the softmax. Default 1/sqrt(keyDim). */
  inverseTemperature?: number;
  /** Whether the weights of a query sum to one. Default true. */
  normalise?: boolean;
  /** Whether query i sees keys 0 .. i only. Default false. */
  causal?: boolean;
  /** Needed where queries or keys are one flat array. */
  keyDim?: number;
  /** Needed where the values are one flat array. */
  valueDim?: number;
}

const ATTENTION = ["kernel", "inverseTemperature", "normalise", "causal", "keyDim", "valueDim"];
const KINDS = ["sphere", "gaussian", "sign"] as const;

export function createAnalysis(raw: RawModule): Analysis {
  return {
    outer(a, b) {
      const left = vector("outer", "a", a);
      const right = vector("outer", "b", b);
      return matrixOf(raw.outer(left, right), left.length, right.length);
    },
    gram(keys, keyDim) {
      const key = rows("gram", KEYS, keys, optionalDim("gram", "keyDim", keyDim), "keyDim");
      return matrixOf(raw.gram(key.data, key.dim), key.count, key.count);
    },
    scores(queries, keys, dim) {
      const query = rows("scores", QUERIES, queries, optionalDim("scores", "dim", dim), "dim");
      const key = rows("scores", KEYS, keys, query.dim, "dim");
      return matrixOf(raw.scores(query.data, key.data, key.dim), query.count, key.count);
    },
    attention(queries, keys, values, given = {}) {
      const call = "attention";
      const own: Options = {
        kernel: "softmax",
        normalise: true,
        causal: false,
        ...present(options(call, "options", given, ATTENTION)),
      };
      const query = rows(call, QUERIES, queries, optionalDim(call, "keyDim", own.keyDim), "keyDim");
      const key = rows(call, KEYS, keys, query.dim, "keyDim");
      const value = rows(
        call,
        VALUES,
        values,
        optionalDim(call, "valueDim", own.valueDim),
        "valueDim",
      );
      sameCount(call, key, KEYS, value, VALUES);
      const inverseTemperature =
        own.inverseTemperature === undefined
          ? 1 / Math.sqrt(key.dim)
          : number(call, "inverseTemperature", own.inverseTemperature, 0, Number.MAX_VALUE);
      const { weights, output } = raw.attention(
        query.data,
        key.data,
        value.data,
        key.dim,
        value.dim,
        parseKernel(call, own.kernel, key.dim),
        inverseTemperature,
        flag(call, "normalise", own.normalise),
        flag(call, "causal", own.causal),
      );
      return {
        weights: matrixOf(weights, query.count, key.count),
        output: matrixOf(output, query.count, value.dim),
      };
    },
    leastSquares(keys, values, given = {}) {
      const call = "leastSquares";
      const own = options(call, "options", given, ["ridge", "keyDim", "valueDim"]);
      const ridge =
        own.ridge === undefined ? 0 : number(call, "ridge", own.ridge, 0, Number.MAX_VALUE);
      const key = rows(call, KEYS, keys, optionalDim(call, "keyDim", own.keyDim), "keyDim");
      const valueDim = optionalDim(call, "valueDim", own.valueDim);
      const value = rows(call, VALUES, values, valueDim, "valueDim");
      sameCount(call, key, KEYS, value, VALUES);
      const fit = raw.leastSquares(key.data, value.data, key.dim, value.dim, ridge);
      return {
        state: matrixOf(fit.state, value.dim, key.dim),
        rank: fit.rank,
        condition: fit.condition,
      };
    },
    dualBasis(keys, keyDim) {
      const call = "dualBasis";
      const key = rows(call, KEYS, keys, optionalDim(call, "keyDim", keyDim), "keyDim");
      const basis = raw.dualBasis(key.data, key.dim);
      return { vectors: matrixOf(basis.vectors, key.count, key.dim), rank: basis.rank };
    },
    svd(matrix) {
      const given = parseMatrix("svd", "matrix", matrix);
      const parts = raw.svd(given.data, given.rows, given.cols);
      const thin = Math.min(given.rows, given.cols);
      return {
        u: matrixOf(parts.u, given.rows, thin),
        singularValues: parts.singularValues,
        v: matrixOf(parts.v, given.cols, thin),
      };
    },
    features(given, features, dim) {
      const call = "features";
      const row = rows(call, ROWS, given, optionalDim(call, "dim", dim), "dim");
      const data = raw.features(row.data, row.dim, parseFeatures(call, features, row.dim));
      return matrixOf(data, row.count, data.length / row.count);
    },
    keyStatistics(keys, keyDim) {
      const call = "keyStatistics";
      const key = rows(call, KEYS, keys, optionalDim(call, "keyDim", keyDim), "keyDim");
      return raw.keyStatistics(key.data, key.dim);
    },
    random(given) {
      const own = options("random", "options", given, ["kind", "count", "dim", "seed"]);
      const kind = oneOf("random", "kind", own.kind, KINDS);
      const count = dimension("random", "count", own.count);
      const dim = dimension("random", "dim", own.dim);
      const start = own.seed === undefined ? 1 : seed("random", "seed", own.seed);
      return matrixOf(raw.random(kind, count, dim, start), count, dim);
    },
  };
}

function matrixOf(data: Float64Array, rowCount: number, cols: number): Matrix {
  return { data, rows: rowCount, cols };
}

function optionalDim(call: string, name: string, value: unknown): number | undefined {
  return value === undefined ? undefined : dimension(call, name, value);
}

function parseMatrix(call: string, name: string, value: unknown): Matrix {
  if (typeof value !== "object" || value === null) {
    throw typeError(call, name, value, "{ data, rows, cols }");
  }
  const given = value as { data?: unknown; rows?: unknown; cols?: unknown };
  const rowCount = dimension(call, `${name}.rows`, given.rows);
  const cols = dimension(call, `${name}.cols`, given.cols);
  const data = vector(call, `${name}.data`, given.data, rowCount * cols, "rows x cols");
  return matrixOf(data, rowCount, cols);
}

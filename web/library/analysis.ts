import { dimension, number, oneOf, options, seed, typeError } from "./arguments.js";
import { KEYS, QUERIES, rows, sameCount, VALUES, vector } from "./arrays.js";
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

/** A vector: any array-like of finite numbers, typed or not. */
export type Vector = ArrayLike<number>;

/**
 * One or more vectors of the same length: nested arrays, or one flat array, row after row. A flat array of a
 * multiple of the length is several vectors.
 */
export type Rows = ArrayLike<number> | ArrayLike<ArrayLike<number>>;

/** What comes back: a fresh row-major array with its shape. Entry (i, j) is `data[i * cols + j]`. */
export interface Matrix {
  /** rows x cols numbers. */
  readonly data: Float64Array;
  /** How many rows. */
  readonly rows: number;
  /** Numbers in a row. */
  readonly cols: number;
}

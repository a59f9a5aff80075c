import type { Matrix } from "matrix-memory";

/** A matrix as the rows that drawings and tables show. */
export function rowsOf({ data, rows, cols }: Matrix): number[][] {
  return Array.from({ length: rows }, (_, row) => [...data.subarray(row * cols, (row + 1) * cols)]);
}

/** Rows as columns: how a vector a row becomes a vector a column. */
export function transposed(rows: readonly (readonly number[])[]): number[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? 0));
}

/** The largest size of a difference between numbers in the same places. */
export function largestDifference(
  a: readonly (readonly number[])[],
  b: readonly (readonly number[])[],
): number {
  return Math.max(0, ...a.flatMap((row, i) => row.map((x, j) => Math.abs(x - (b[i]?.[j] ?? 0)))));
}

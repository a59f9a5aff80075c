import type { Matrix } from "matrix-memory";

/** A matrix as the rows that drawings and tables show. */
export function rowsOf({ data, rows, cols }: Matrix): number[][] {
  return Array.from({ length: rows }, (_, row) => [...data.subarray(row * cols, (row + 1) * cols)]);
}

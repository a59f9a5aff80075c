import type { Matrix } from "matrix-memory";

/** Numbers of a test's own, the same every time: a linear congruential generator, 0 <= x < 1. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** `count` rows of `dim` numbers in -1 .. 1. */
export function randomRows(roll: () => number, count: number, dim: number): number[][] {
  return Array.from({ length: count }, () => Array.from({ length: dim }, () => 2 * roll() - 1));
}

export function between(roll: () => number, least: number, most: number): number {
  return least + Math.floor(roll() * (most - least + 1));
}

export function nested(matrix: Matrix): number[][] {
  return Array.from({ length: matrix.rows }, (_, row) =>
    Array.from(matrix.data.subarray(row * matrix.cols, (row + 1) * matrix.cols)),
  );
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

export function transposed(rows: number[][]): number[][] {
  return (rows[0] as number[]).map((_, column) => rows.map((row) => row[column] as number));
}

export function product(a: number[][], b: number[][]): number[][] {
  const columns = transposed(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
}

/** The largest difference between two arrays or nested arrays of numbers. */
export function distance(a: unknown, b: unknown): number {
  const left = flat(a);
  const right = flat(b);
  if (left.length !== right.length) return Infinity;
  return left.reduce((most, x, i) => Math.max(most, Math.abs(x - (right[i] as number))), 0);
}

function flat(numbers: unknown): number[] {
  if (typeof numbers === "number") return [numbers];
  return Array.from(numbers as ArrayLike<unknown>, flat).flat();
}

/** Solves a x = b for a positive definite a by Gaussian elimination: the independent route of several tests. */
export function solve(a: number[][], b: number[][]): number[][] {
  const rows = a.map((row, i) => [...row, ...(b[i] as number[])]);
  const size = a.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const best = rows.slice(pivot).reduce((most, row, i) => {
      const before = rows[most] as number[];
      return Math.abs(row[pivot] as number) > Math.abs(before[pivot] as number) ? pivot + i : most;
    }, pivot);
    [rows[pivot], rows[best]] = [rows[best] as number[], rows[pivot] as number[]];
    const from = rows[pivot] as number[];
    for (let other = 0; other < size; other++) {
      if (other === pivot) continue;
      const to = rows[other] as number[];
      const factor = (to[pivot] as number) / (from[pivot] as number);
      for (let column = pivot; column < from.length; column++) {
        to[column] = (to[column] as number) - factor * (from[column] as number);
      }
    }
  }
  return rows.map((row, i) => row.slice(size).map((x) => x / (row[i] as number)));
}

/** What a call throws; fails where it throws nothing. */
export function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error("expected an error, but the call went through");
}

export async function rejectionOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error("expected a rejection, but the promise was fulfilled");
}

import type { Layout, Precision, Product } from "./contestant.js";

export type Numbers = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** Zeros of a precision. */
export function zeros(precision: Precision, count: number): Numbers {
  return precision === "single" ? new Float32Array(count) : new Float64Array(count);
}

/** A number in -1 .. 1, the same here and in cpp/serve.cpp. */
function number(index: number, seed: number): number {
  let x = Math.imul(index + 1, 2654435761) + Math.imul(seed, 40503);
  x = Math.imul(x ^ (x >>> 15), 2246822519);
  x ^= x >>> 13;
  return (x >>> 0) / 2 ** 31 - 1;
}

/** rows x cols numbers of a seed, stored row after row or, transposed, column after column. */
function operand(
  precision: Precision,
  rows: number,
  cols: number,
  transposed: boolean,
  seed: number,
): Numbers {
  const numbers = zeros(precision, rows * cols);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      numbers[transposed ? j * rows + i : i * cols + j] = number(i * cols + j, seed);
    }
  }
  return numbers;
}

/** Both operands of a product in the layout that is asked for. */
export function operands(product: Product, layout: Layout): { a: Numbers; b: Numbers } {
  const { precision, p, q, r } = product;
  return {
    a: operand(precision, p, r, layout[0] === "T", 1),
    b: operand(precision, r, q, layout[1] === "T", 2),
  };
}

/** How rows of pairs and a row-major state lie: the layout of matrix-memory. */
export function ownLayout({ operation }: Product): Layout {
  if (operation === "accumulate") return "TN";
  return operation === "reads" ? "NT" : "NN";
}

/** The layouts among which a peer may choose. */
export function layoutsOf({ operation }: Product): readonly Layout[] {
  return operation === "accumulate" || operation === "reads" ? ["NN", "NT", "TN"] : ["NN"];
}

/** As nested arrays, the way matrices are written in JavaScript. */
export function nested(numbers: ArrayLike<number>, cols: number): number[][] {
  return Array.from({ length: numbers.length / cols }, (_, row) =>
    Array.from({ length: cols }, (_, col) => numbers[row * cols + col] as number),
  );
}

import type { MatrixMemory } from "matrix-memory";
import type { Manner } from "../drawing/handle.js";
import { formatNumber } from "../drawing/numbers.js";
import { defineFigure, type Sentence, type Table } from "./define.js";
import { drawManyPairs } from "./many-pairs-drawing.js";
import { seedParameter, type Values } from "./parameters.js";
import { program } from "./program.js";
import { largestDifference, rowsOf, transposed } from "./rows.js";
import { streamSeed } from "./streams.js";

const mostPairs = 12;

export const manyPairsParameters = {
  keys: {
    kind: "choice",
    label: "keys",
    options: [
      { value: "random", label: "random" },
      { value: "orthonormal", label: "orthonormal" },
      { value: "one-more", label: "d + 1 keys" },
    ],
    default: "random",
  },
  pairs: { kind: "integer", label: "pairs n", default: 6, min: 2, max: mostPairs, slider: true },
  keyDim: { kind: "integer", label: "key dimension d", default: 6, min: 2, max: 16, slider: true },
  seed: seedParameter,
} as const;

export type ManyPairsSchema = typeof manyPairsParameters;
export type ManyPairsValues = Values<ManyPairsSchema>;

/** Enough rows to see that a whole value comes back. */
const valueDim = 4;

export interface ManyPairsModel extends ManyPairsValues {
  readonly gram: readonly (readonly number[])[];
  /** S K and V G, a column a pair. */
  readonly reads: readonly (readonly number[])[];
  readonly mixed: readonly (readonly number[])[];
  readonly largestDifference: number;
  /** |S k_j - v_j|^2, and the squared cosines of key j with the others, summed. */
  readonly errors: readonly number[];
  readonly overlaps: readonly number[];
}

export const manyPairs = defineFigure<ManyPairsSchema, ManyPairsModel>({
  id: "many-pairs",
  title: "Many pairs: S K = V G",
  parameters: manyPairsParameters,
  constrain,
  compute,
  draw: drawManyPairs,
  describe,
  table,
  code,
});

/** Orthonormal keys cannot be more than the dimension; "one more" follows the dimension, until n is set by hand. */
function constrain(
  next: ManyPairsValues,
  previous: ManyPairsValues,
  _manner: Manner,
): ManyPairsValues {
  const { keys, pairs, keyDim } = next;
  const setByHand = pairs !== previous.pairs && keys === previous.keys;
  if (keys === "one-more" && pairs !== keyDim + 1) {
    if (setByHand) return { ...next, keys: pairs <= keyDim ? "orthonormal" : "random" };
    const fitting = Math.min(keyDim, mostPairs - 1);
    return { ...next, keyDim: fitting, pairs: fitting + 1 };
  }
  if (keys === "orthonormal" && pairs > keyDim) {
    return setByHand ? { ...next, keys: "random" } : { ...next, pairs: keyDim };
  }
  return next;
}

function compute(core: MatrixMemory, parameters: ManyPairsValues): ManyPairsModel {
  const { pairs, keyDim, seed } = parameters;
  const keys = drawKeys(core, parameters);
  const drawn = rowsOf(
    core.random({ kind: "gaussian", count: pairs, dim: valueDim, seed: streamSeed(seed, 1) }),
  );
  const values = drawn.map((row) => row.map((x) => x / Math.sqrt(valueDim)));
  const gram = rowsOf(core.gram(keys));
  const memory = core.memory("correlation-matrix", { keyDim, valueDim });
  try {
    const reads = memory.write(keys, values).read(keys);
    const readRows = keys.map((_, j) => [...reads.subarray(j * valueDim, (j + 1) * valueDim)]);
    const mixed = rowsOf(core.scores(transposed(values), gram));
    const misses = readRows.map((row, j) => row.map((x, i) => x - (values[j]?.[i] ?? 0)));
    return {
      ...parameters,
      gram,
      reads: transposed(readRows),
      mixed,
      largestDifference: largestDifference(transposed(readRows), mixed),
      errors: diagonal(rowsOf(core.gram(misses))),
      overlaps: diagonal(rowsOf(core.gram(gram))).map((sum, j) =>
        Math.max(0, sum - (gram[j]?.[j] ?? 0) ** 2),
      ),
    };
  } finally {
    memory.free();
  }
}

function drawKeys(core: MatrixMemory, { keys, pairs, keyDim, seed }: ManyPairsValues): number[][] {
  const random = core.random({ kind: "sphere", count: pairs, dim: keyDim, seed });
  if (keys === "random") return rowsOf(random);
  const count = Math.min(pairs, keyDim);
  const first = core.random({ kind: "sphere", count, dim: keyDim, seed });
  const orthonormal = transposed(rowsOf(core.svd(first).v));
  return [...orthonormal, ...rowsOf(random).slice(count)];
}

function diagonal(rows: readonly (readonly number[])[]): number[] {
  return rows.map((row, index) => row[index] ?? 0);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}

function describe(model: ManyPairsModel): Sentence {
  const { keys, pairs, keyDim, errors, overlaps } = model;
  const opening = `${pairs} keys in ${keyDim} dimensions: `;
  if (keys === "orthonormal") {
    return [opening, { strong: "G = I: exact" }, ". Each read is its value and nothing else."];
  }
  const average = { strong: `${formatNumber(mean(errors))}` };
  if (keys === "one-more") {
    return [
      opening,
      "the last one had no direction of its own left. Its squared cosines with the others sum to ",
      { strong: formatNumber(overlaps.at(-1) ?? 0) },
      ", and ",
      { strong: "it must leak" },
      ": into its own read and into every read that it leans on.",
    ];
  }
  return [
    opening,
    "a read misses by ",
    average,
    " of a value on average, where the squared cosines of its key with the others sum to ",
    { strong: formatNumber(mean(overlaps)) },
    ".",
  ];
}

function code({ keys, pairs, keyDim, seed }: ManyPairsValues): string {
  const drawn = (kind: string, count: number, dim: number, from: number) =>
    `random({ kind: "${kind}", count: ${count}, dim: ${dim}, seed: ${from} })`;
  const all = `rows(${drawn("sphere", pairs, keyDim, seed)})`;
  const first = Math.min(pairs, keyDim);
  const orthonormal = [
    `const v = rows(svd(${drawn("sphere", first, keyDim, seed)}).v);`,
    `const keys = Array.from({ length: ${first} }, (_, j) => v.map((row) => row[j]));`,
    ...(pairs > first ? [`keys.push(${all}[${first}]);`] : []),
  ];
  const values = drawn("gaussian", pairs, valueDim, streamSeed(seed, 1));
  return program(
    ["gram", "memory", "random", "svd"],
    [
      "const rows = ({ data, rows, cols }) =>",
      "  Array.from({ length: rows }, (_, i) => data.slice(i * cols, (i + 1) * cols));",
      ...(keys === "random" ? [`const keys = ${all};`] : orthonormal),
      `const values = rows(${values}).map((row) => row.map((x) => x / Math.sqrt(${valueDim})));`,
      `const filled = memory({ keyDim: ${keyDim}, valueDim: ${valueDim} }).write(keys, values);`,
      "console.log([...gram(keys).data]);",
      "console.log([...filled.read(keys)]);",
    ],
  );
}

function table(model: ManyPairsModel): Table {
  const columns = Array.from({ length: model.pairs }, (_, j) => `pair ${j + 1}`);
  const rows = (name: string, matrix: readonly (readonly number[])[]) =>
    matrix.map((row, i) => [`${name} row ${i + 1}`, ...row]);
  return {
    columns: ["name", ...columns],
    rows: [
      ...rows("gram", model.gram),
      ...rows("S K", model.reads),
      ...rows("V G", model.mixed),
      ["error of the read", ...model.errors],
      ["sum of squared cosines", ...model.overlaps],
    ],
  };
}

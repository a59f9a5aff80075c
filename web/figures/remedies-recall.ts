import type { Matrix, MatrixMemory, MemoryOptions, ReadOut } from "matrix-memory";
import { denseDim, plainDim, type Recall, type RemediesValues } from "./remedies-model.js";
import { streamSeed } from "./streams.js";

/* The items of the figure, and what a memory with or without remedies makes of them. */

/** The keys as they come, in d dimensions: nothing that a browser's own mathematics could make differ is in them. */
export function drawKeys(
  core: MatrixMemory,
  { keys, pairs, seed }: RemediesValues,
  dim: number,
): Matrix {
  const unit = core.random({ kind: "sphere", count: pairs, dim, seed });
  if (keys === "unit") return unit;
  if (keys === "shared") {
    // Half of each key's square is its own direction, half the diagonal that all of them share.
    const common = 1 / Math.sqrt(dim);
    return { ...unit, data: unit.data.map((x) => (x + common) * Math.SQRT1_2) };
  }
  const further = { count: pairs, dim: 1, seed: streamSeed(seed, 2) };
  const lengths = core.random({ kind: "gaussian", ...further }).data;
  const lengthOf = (entry: number) => 0.25 + Math.abs(lengths[Math.floor(entry / dim)] ?? 0);
  return { ...unit, data: unit.data.map((x, entry) => x * lengthOf(entry)) };
}

/** Labels: a number of its own for each item. Dense: directions at random. All have length one. */
export function drawValues(core: MatrixMemory, { values, pairs, seed }: RemediesValues): Matrix {
  if (values === "dense") {
    const further = { count: pairs, dim: denseDim, seed: streamSeed(seed, 1) };
    return core.random({ kind: "sphere", ...further });
  }
  const data = Float64Array.from({ length: pairs * pairs }, (_, i) => +(i % (pairs + 1) === 0));
  return { data, rows: pairs, cols: pairs };
}

export function plainRecall(
  core: MatrixMemory,
  parameters: RemediesValues,
  values: Matrix,
): Recall {
  return recall(core, drawKeys(core, parameters, plainDim), values, values, {});
}

/** Sparse keys are made first, so that normalising gives them their length; hashing comes after it, as features do. */
export function remediedRecall(
  core: MatrixMemory,
  parameters: RemediesValues,
  values: Matrix,
): Recall {
  const { normalise, read, keyDim, sparse, kept, bits } = parameters;
  const drawn = drawKeys(core, parameters, keyDim);
  const keys =
    sparse === "top-k" ? core.features(drawn.data, { name: "top-k", k: kept }, keyDim) : drawn;
  return recall(core, keys, isLong(parameters) ? scaled(values, keyDim) : values, values, {
    normalise,
    features: sparse === "lsh" ? { name: "lsh", bits } : "identity",
    rule: read === "attention" ? "cache" : "additive",
    read: readOut(parameters, sparse === "lsh" ? bits : keyDim, values),
  });
}

/** RMS and layer norm leave keys of length sqrt(d), and S q would be d times too large: a matrix is given values so much smaller. */
export function isLong({ normalise, read, sparse }: RemediesValues): boolean {
  const long = normalise === "rms" || normalise === "layer";
  return long && sparse !== "lsh" && read !== "attention";
}

function scaled(values: Matrix, dim: number): Matrix {
  return { ...values, data: values.data.map((x) => x / dim) };
}

function readOut(parameters: RemediesValues, dim: number, { data }: Matrix): ReadOut {
  const { read, level, sharpness, scale, seen } = parameters;
  switch (read) {
    case "hard":
    case "soft":
      return { name: "threshold", kind: read, at: level };
    case "nearest":
      return { name: "nearest", codebook: data };
    case "hopfield":
      return { name: "softmax", codebook: data, inverseTemperature: sharpness };
    case "attention": {
      const root = Math.sqrt(dim);
      const inverseTemperature = { down: 1 / root, one: 1, up: root }[scale];
      return { name: "softmax", inverseTemperature, topK: seen };
    }
    default:
      return "linear";
  }
}

function recall(
  core: MatrixMemory,
  keys: Matrix,
  written: Matrix,
  values: Matrix,
  options: Partial<MemoryOptions>,
): Recall {
  const { rows: count, cols: valueDim } = values;
  const memory = core.memory({ ...options, keyDim: keys.cols, valueDim });
  try {
    memory.write(keys.data, written.data);
    const reads = memory.read(keys.data);
    const scores = core.scores(reads, values.data, valueDim);
    const misses = core.gram(
      reads.map((x, i) => x - (values.data[i] ?? 0)),
      valueDim,
    );
    const errors = Array.from({ length: count }, (_, j) => misses.data[j * (count + 1)] ?? 0);
    const right = errors.map((_, j) => isLargest(scores, j));
    return {
      errors,
      right,
      scores,
      meanError: errors.reduce((sum, error) => sum + error, 0) / count,
      rightCount: right.filter(Boolean).length,
      silent: reads.every((x) => x === 0),
    };
  } finally {
    memory.free();
  }
}

/** Whether a read points at its own value more than at every other. */
function isLargest({ data, cols }: Matrix, item: number): boolean {
  const row = data.subarray(item * cols, (item + 1) * cols);
  return row.every((score, i) => i === item || score < (row[item] ?? 0));
}

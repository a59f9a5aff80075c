import { program } from "./program.js";
import { denseDim, type RemediesValues } from "./remedies-model.js";
import { isLong } from "./remedies-recall.js";
import { streamSeed } from "./streams.js";

/** The items and the remedied memory as a program, and the error of each read. */
export function remediesProgram(parameters: RemediesValues): string {
  const { pairs, sparse, keyDim, bits } = parameters;
  const valueDim = parameters.values === "labels" ? pairs : denseDim;
  const sparsely = `features(drawn, { name: "top-k", k: ${parameters.kept} }, ${keyDim}).data`;
  return program(
    [...(sparse === "top-k" ? ["features"] : []), "gram", "memory", "random"],
    [
      ...keyLines(parameters),
      `const keys = ${sparse === "top-k" ? sparsely : "drawn"};`,
      ...valueLines(parameters),
      "",
      "const filled = memory({",
      `  keyDim: ${keyDim},`,
      `  valueDim: ${valueDim},`,
      `  normalise: "${parameters.normalise}",`,
      ...(sparse === "lsh" ? [`  features: { name: "lsh", bits: ${bits} },`] : []),
      ...readLines(parameters, sparse === "lsh" ? bits : keyDim).map((line) => `  ${line},`),
      "});",
      `filled.write(keys, ${isLong(parameters) ? `values.map((x) => x / ${keyDim})` : "values"});`,
      "const misses = filled.read(keys).map((x, i) => x - values[i]);",
      `const squares = gram(misses, ${valueDim}).data;`,
      `console.log(Array.from({ length: ${pairs} }, (_, j) => squares[${pairs + 1} * j]));`,
    ],
  );
}

function drawn(kind: string, count: number, dim: number, seed: number): string {
  return `random({ kind: "${kind}", count: ${count}, dim: ${dim}, seed: ${seed} }).data`;
}

function keyLines({ keys, pairs, keyDim, seed }: RemediesValues): string[] {
  const unit = drawn("sphere", pairs, keyDim, seed);
  if (keys === "unit") return [`const drawn = ${unit};`];
  if (keys === "shared") {
    const common = `const common = 1 / Math.sqrt(${keyDim});`;
    return [common, `const drawn = ${unit}.map((x) => (x + common) * Math.SQRT1_2);`];
  }
  return [
    `const lengths = ${drawn("gaussian", pairs, 1, streamSeed(seed, 2))};`,
    "const lengthOf = (key) => 0.25 + Math.abs(lengths[key]);",
    `const drawn = ${unit}.map((x, i) => x * lengthOf(Math.floor(i / ${keyDim})));`,
  ];
}

function valueLines({ values, pairs, seed }: RemediesValues): string[] {
  if (values === "dense") {
    return [`const values = ${drawn("sphere", pairs, denseDim, streamSeed(seed, 1))};`];
  }
  const label = `+(i % ${pairs + 1} === 0)`;
  return [`const values = Float64Array.from({ length: ${pairs * pairs} }, (_, i) => ${label});`];
}

function readLines(parameters: RemediesValues, dim: number): string[] {
  const { read, level, sharpness, scale, seen } = parameters;
  switch (read) {
    case "hard":
    case "soft":
      return [`read: { name: "threshold", kind: "${read}", at: ${level} }`];
    case "nearest":
      return ['read: { name: "nearest", codebook: values }'];
    case "hopfield":
      return [`read: { name: "softmax", codebook: values, inverseTemperature: ${sharpness} }`];
    case "attention": {
      const root = `Math.sqrt(${dim})`;
      const temperature = { down: `1 / ${root}`, one: "1", up: root }[scale];
      const options = `inverseTemperature: ${temperature}, topK: ${seen}`;
      return ['rule: "cache"', `read: { name: "softmax", ${options} }`];
    }
    default:
      return [];
  }
}

import type { CapacityCurve, MatrixMemory } from "matrix-memory";
import { formatShort } from "../drawing/numbers.js";
import { loadPlot } from "../drawing/plot.js";
import { drawCapacity } from "./capacity-drawing.js";
import {
  type CapacityModel,
  type CapacitySchema,
  type CapacityValues,
  capacityParameters,
  type Laws,
} from "./capacity-model.js";
import { defineFigure, type Sentence, type Table } from "./define.js";
import { literal, program } from "./program.js";

export const capacity = defineFigure<CapacitySchema, CapacityModel, CapacityCurve>({
  id: "capacity",
  title: "Read error against the number of stored pairs",
  parameters: capacityParameters,
  prepare: loadPlot,
  measurement: {
    depends: ["keyDim", "valueDim", "pairs", "trials", "seed"],
    action: "Run again",
    run: (core, { keyDim, valueDim, pairs, trials, seed }, { signal, onProgress }) =>
      core.capacity({
        keyDim,
        valueDim,
        pairs: pairsToMeasure(keyDim, pairs),
        trials,
        seed,
        memories: ["additive", "least-squares"],
        signal,
        onProgress: (done) => onProgress(done.trials / done.of, done.curve),
      }),
  },
  compute,
  draw: drawCapacity,
  describe,
  table,
  code: ({ keyDim, valueDim, pairs, trials, seed }) =>
    program(
      ["capacity"],
      [
        "const curve = await capacity({",
        `  keyDim: ${keyDim},`,
        `  valueDim: ${valueDim},`,
        `  pairs: ${literal(pairsToMeasure(keyDim, pairs))},`,
        `  trials: ${trials},`,
        `  seed: ${seed},`,
        '  memories: ["additive", "least-squares"],',
        "});",
        "for (const { name, mean } of curve.memories) console.log(name, [...mean]);",
      ],
    ),
});

const mostDots = 40;

/** Every n where there is room for a dot each; else evenly spaced ones, with those the laws turn at. */
function pairsToMeasure(keyDim: number, largest: number): number[] {
  const stride = Math.ceil(largest / mostDots);
  const spaced = Array.from({ length: Math.ceil(largest / stride) }, (_, i) => 1 + i * stride);
  const turning = [keyDim, keyDim + 1, 2 * keyDim, largest].filter((n) => n <= largest);
  return [...new Set([...spaced, ...turning])].sort((a, b) => a - b);
}

function compute(
  core: MatrixMemory,
  parameters: CapacityValues,
  curve: CapacityCurve | undefined,
): CapacityModel {
  const { keyDim, pairs, epsilon } = parameters;
  const { theory } = core;
  return {
    ...parameters,
    curve,
    laws: lawsOf(core, keyDim, pairs),
    holds: {
      additive: largestWithin(epsilon, (n) => theory.additive(n, keyDim)),
      leastSquares: largestWithin(epsilon, (n) => theory.leastSquares(n, keyDim)),
    },
  };
}

let lastLaws: { readonly keyDim: number; readonly pairs: number; readonly laws: Laws } | undefined;

/** The same object while its arguments are the same: the chart is redrawn when it changes. */
function lawsOf({ theory }: MatrixMemory, keyDim: number, pairs: number): Laws {
  if (lastLaws?.keyDim === keyDim && lastLaws.pairs === pairs) return lastLaws.laws;
  const ns = Array.from({ length: pairs }, (_, index) => index + 1);
  const laws = {
    additive: ns.map((n) => theory.additive(n, keyDim)),
    leastSquares: ns.map((n) => theory.leastSquares(n, keyDim)),
  };
  lastLaws = { keyDim, pairs, laws };
  return laws;
}

const farthest = 2 ** 24;

/** The largest n whose error is at most the level, for a law that never falls. */
function largestWithin(level: number, law: (n: number) => number): number {
  let within = 1;
  while (within < farthest && law(2 * within) <= level) within *= 2;
  if (within >= farthest) return Number.POSITIVE_INFINITY;
  let beyond = 2 * within;
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    if (law(middle) <= level) within = middle;
    else beyond = middle;
  }
  return within;
}

function describe({ epsilon, holds, curve }: CapacityModel): Sentence {
  const count = (n: number) => (Number.isFinite(n) ? String(n) : "any number");
  const pieces: (string | { strong: string })[] = [
    "At an error of ",
    { strong: formatShort(epsilon) },
    " the added memory holds ",
    { strong: `${count(holds.additive)} ${holds.additive === 1 ? "pair" : "pairs"}` },
    ", the fitted one ",
    { strong: count(holds.leastSquares) },
    ". ",
  ];
  if (curve && curve.trials > 0) {
    const trials = curve.trials === 1 ? "the error of 1 trial" : `means of ${curve.trials} trials`;
    const intervals = curve.trials === 1 ? "" : " with 95\u00A0% intervals";
    pieces.push("Dots: ", { strong: trials }, intervals, ", ");
  }
  pieces.push("lines: (n \u2212 1)/d and 1 \u2212 d/n.");
  return pieces;
}

const share = "squared error / squared length of a value";

function table({ curve, laws, pairs }: CapacityModel): Table {
  const columns = ["memory", "n", "mean", "standardError", "theory"];
  const units = { n: "pairs", mean: share, standardError: share, theory: share };
  if (!curve || curve.trials === 0) {
    const rows = Object.entries({ additive: laws.additive, "least-squares": laws.leastSquares });
    return {
      columns,
      units,
      rows: rows.flatMap(([name, law]) =>
        Array.from({ length: pairs }, (_, i) => [name, i + 1, null, null, law[i] ?? null]),
      ),
    };
  }
  return {
    columns,
    units,
    rows: curve.memories.flatMap(({ name, mean, standardError, theory }) =>
      curve.pairs.map((n, i) => [
        name,
        n,
        mean[i] ?? null,
        standardError[i] ?? null,
        theory?.[i] ?? null,
      ]),
    ),
  };
}

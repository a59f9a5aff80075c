import type { CapacityCurve, MatrixMemory } from "matrix-memory";
import { loadPlot } from "../drawing/plot.js";
import { drawCapacity } from "./capacity-drawing.js";
import { memoriesOf } from "./capacity-memories.js";
import {
  type CapacityModel,
  type CapacitySchema,
  type CapacityValues,
  capacityParameters,
  type Laws,
} from "./capacity-model.js";
import { describeCapacity, tableOfCapacity } from "./capacity-text.js";
import { defineFigure } from "./define.js";
import { literal, program } from "./program.js";

export const capacity = defineFigure<CapacitySchema, CapacityModel, CapacityCurve>({
  id: "capacity",
  title: "Read error as pairs are added",
  parameters: capacityParameters,
  prepare: loadPlot,
  measurement: {
    depends: [
      "keyDim",
      "valueDim",
      "pairs",
      "trials",
      "seed",
      "against",
      "compare",
      "decay",
      "beta",
      "ridge",
      "inverseTemperature",
    ],
    action: "Run again",
    run: (core, parameters, { signal, onProgress }) =>
      core.capacity({
        ...experimentOf(parameters),
        signal,
        onProgress: (done) => onProgress(done.trials / done.of, done.curve),
      }),
  },
  compute,
  draw: drawCapacity,
  describe: describeCapacity,
  table: tableOfCapacity,
  code: (parameters) => {
    const { pairs, memories, ...rest } = experimentOf(parameters);
    const others = Object.entries(rest).map(
      ([name, value]) => `  ${name}: ${JSON.stringify(value)},`,
    );
    return program(
      ["capacity"],
      [
        "const curve = await capacity({",
        ...others,
        `  pairs: ${literal(pairs)},`,
        `  memories: ${JSON.stringify(memories)},`,
        "});",
        "for (const { name, mean } of curve.memories) console.log(name, [...mean]);",
      ],
    );
  },
});

/** What the library is asked for. Against age there is one n, the largest. */
function experimentOf(parameters: CapacityValues) {
  const { keyDim, valueDim, pairs, trials, seed, against } = parameters;
  return {
    keyDim,
    valueDim,
    trials,
    seed,
    against,
    pairs: against === "age" ? [pairs] : pairsToMeasure(keyDim, pairs),
    memories: memoriesOf(parameters),
  };
}

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
  const { keyDim, pairs, epsilon, against, compare } = parameters;
  const { theory } = core;
  const asked = curve && (curve.ages !== null) === (against === "age") ? curve : undefined;
  return {
    ...parameters,
    curve: asked,
    compared: compare === "none" ? undefined : asked?.memories[2],
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

import type { Features, MatrixMemory } from "matrix-memory";
import { keyDim, type LinearAttentionValues, tokens, valueDim } from "./linear-attention-model.js";
import { rowsOf } from "./rows.js";
import { streamSeed } from "./streams.js";

/* The two forms of linear attention over one short sequence, each by its own part of the library. */

export interface Sequence {
  readonly keys: readonly number[][];
  readonly queries: readonly number[][];
  readonly values: readonly number[][];
}

export function drawSequence(core: MatrixMemory, seed: number): Sequence {
  const draw = (kind: "sphere" | "gaussian", dim: number, stream: number) =>
    rowsOf(core.random({ kind, count: tokens, dim, seed: streamSeed(seed, stream) }));
  return {
    keys: draw("sphere", keyDim, 0),
    values: draw("gaussian", valueDim, 1),
    queries: draw("sphere", keyDim, 2),
  };
}

export function featuresOf({ features }: LinearAttentionValues): Features {
  return features === "favor" ? { name: "favor", count: 2 * keyDim } : features;
}

export interface Recurrent {
  /** S after 0, 1, ... pairs. */
  readonly states: readonly (readonly (readonly number[])[])[];
  readonly keySums: readonly (readonly number[])[] | undefined;
  /** Of the tokens so far. */
  readonly denominators: readonly number[] | undefined;
  readonly outputs: readonly (readonly number[] | undefined)[];
}

/** Token by token: write the pair, then read with the query. */
export function recurrentForm(
  core: MatrixMemory,
  parameters: LinearAttentionValues,
  { keys, queries, values }: Sequence,
): Recurrent {
  const { step, normalised, precision } = parameters;
  const options = { keyDim, features: featuresOf(parameters), precision };
  const read = normalised ? "normalised" : "linear";
  const memory = core.memory({ ...options, valueDim, read });
  // The denominator is one more row of the matrix: that of a value which is one for every pair.
  const ones = core.memory({ ...options, valueDim: 1 });
  try {
    const states = [rowsOf(memory.state())];
    const keySums = [[...ones.state().data]];
    const denominators: number[] = [];
    const outputs: (number[] | undefined)[] = [];
    keys.forEach((key, i) => {
      const [value, query] = [values[i] ?? [], queries[i] ?? []];
      memory.write(key, value);
      ones.write(key, [1]);
      states.push(rowsOf(memory.state()));
      keySums.push([...ones.state().data]);
      if (i >= step) return;
      const [denominator = 0] = ones.read(query);
      denominators.push(denominator);
      outputs.push(normalised && denominator === 0 ? undefined : [...memory.read(query)]);
    });
    return {
      states,
      outputs,
      keySums: normalised ? keySums : undefined,
      denominators: normalised ? denominators : undefined,
    };
  } finally {
    memory.free();
    ones.free();
  }
}

/** All tokens so far at once, each seeing the pairs up to its own. */
export function parallelForm(
  core: MatrixMemory,
  parameters: LinearAttentionValues,
  { keys, queries, values }: Sequence,
  denominators: readonly number[] | undefined,
): { weights: number[]; outputs: (number[] | undefined)[] } {
  const { step } = parameters;
  if (step === 0) return { weights: [], outputs: [] };
  const kernel = featuresOf(parameters);
  const sums = core.attention(queries.slice(0, step), keys.slice(0, step), values.slice(0, step), {
    kernel,
    causal: true,
    normalise: false,
  });
  const bare = rowsOf(sums.weights).at(-1) ?? [];
  if (!denominators) return { weights: bare, outputs: rowsOf(sums.output) };
  // One token without a denominator would refuse them all: each asks by itself, with the pairs that it sees.
  const answers = denominators.map((denominator, i) =>
    denominator === 0
      ? undefined
      : core.attention([queries[i] ?? []], keys.slice(0, i + 1), values.slice(0, i + 1), {
          kernel,
        }),
  );
  const last = answers.at(-1);
  return {
    weights: last ? [...last.weights.data] : bare,
    outputs: answers.map((answer) => answer && [...answer.output.data]),
  };
}

import { type Entry, seconds } from "../contestant.js";
import { nested } from "../data.js";
import type { Module } from "../wasm.js";
import { drawnPairs, incrementalCurve } from "./incremental.js";
import { solvedCurve } from "./normal-equations.js";

/** d = m, and every n up to `pairs`. */
export interface Size {
  readonly d: number;
  readonly pairs: number;
}

/** Both curves, the pairs drawn anew in every trial. */
export function ours(module: Module, { d, pairs }: Size, contestant = "ours"): Entry {
  const run = module.function("capacity");
  const at = module.room(2 * pairs * 8);
  return {
    contestant,
    work: 1,
    sample: (trials) => seconds(() => run(trials, d, pairs, at)),
    result() {
      run(1, d, pairs, at);
      return module.take("double", at, 2 * pairs).subarray(pairs);
    },
  };
}

/** The pairs of the first trial of ours. */
export function firstPairs(module: Module, { d, pairs }: Size) {
  const [keys, values] = [module.room(pairs * d * 8), module.room(pairs * d * 8)];
  module.function("pairs")(0, d, pairs, keys, values);
  return {
    keys: module.take("double", keys, pairs * d) as Float64Array,
    values: module.take("double", values, pairs * d) as Float64Array,
  };
}

/** Both curves, the pairs drawn anew in every trial, by Math.random. */
export function incremental(module: Module, { d, pairs }: Size): Entry {
  return {
    contestant: "incremental",
    work: 1,
    sample: (trials) =>
      seconds(() => {
        for (let i = 0; i < trials; i++) {
          const { keys, values } = drawnPairs(d, pairs);
          incrementalCurve(d, keys, values);
        }
      }),
    result() {
      const { keys, values } = firstPairs(module, { d, pairs });
      return incrementalCurve(d, keys, values).subarray(pairs);
    },
  };
}

/** Least squares alone, from pairs that are there already: both favour the peer, as for the next one. */
export function normalEquations(module: Module, size: Size): Entry {
  const given = firstPairs(module, size);
  const [keys, values] = [nested(given.keys, size.d), nested(given.values, size.d)];
  return {
    contestant: "normal-equations",
    work: 1,
    sample: (trials) =>
      seconds(() => {
        for (let i = 0; i < trials; i++) solvedCurve(keys, values);
      }),
    result: () => solvedCurve(keys, values),
  };
}

/** Eigen compiled to WebAssembly: a complete orthogonal decomposition for each n. */
export function decompositions(module: Module, eigen: Module, size: Size): Entry {
  const { d, pairs } = size;
  const given = firstPairs(module, size);
  const keys = eigen.place(new Float32Array(given.keys));
  const values = eigen.place(new Float32Array(given.values));
  const at = eigen.room(pairs * 8);
  const run = eigen.function("curve_single");
  return {
    contestant: "eigen",
    work: 1,
    sample: (trials) => seconds(() => run(trials, d, pairs, keys, values, at)),
    result() {
      run(1, d, pairs, keys, values, at);
      return eigen.take("double", at, pairs);
    },
  };
}

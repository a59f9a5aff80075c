import { readFileSync } from "node:fs";
import { load, type MemoryOptions } from "matrix-memory";
import { describe, expect, test } from "vitest";
import { distance, nested } from "./support.js";

const library = await load();

interface GoldenRandom {
  seeds: {
    seed: number;
    gaussianBits: number[];
    gaussianHash10000: string;
    sphere3x5: number[];
    sign: number[];
  }[];
}

interface GoldenMemories {
  cases: {
    name: string;
    options: MemoryOptions;
    keys: number[][];
    values: number[][];
    queries: number[][];
    reads: number[][];
    beta?: number[];
    decay?: number[] | number[][];
    state?: number[][];
    weights?: number[][];
  }[];
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), "utf8"));
const random = read("random") as GoldenRandom;
const memories = read("memories") as GoldenMemories;

/** FNV-1a over the single-precision bytes, low byte first. */
function hashOf(floats: Float32Array): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new Uint8Array(floats.buffer)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}

describe("the generator", () => {
  test.each(random.seeds)("gives the golden bits for seed $seed", (expected) => {
    const { seed } = expected;
    const gaussian = library.random({ kind: "gaussian", count: 100, dim: 100, seed });
    const floats = Float32Array.from(gaussian.data);
    expect(Array.from(new Uint32Array(floats.buffer).subarray(0, 16))).toEqual(
      expected.gaussianBits,
    );
    expect(hashOf(floats)).toBe(expected.gaussianHash10000);
    const sphere = library.random({ kind: "sphere", count: 3, dim: 5, seed });
    expect(Array.from(sphere.data)).toEqual(expected.sphere3x5);
    const sign = library.random({ kind: "sign", count: 4, dim: 6, seed });
    expect(Array.from(sign.data)).toEqual(expected.sign);
  });
});

describe("the golden vectors", () => {
  test.each(memories.cases)("$name", (golden) => {
    const { options, keys, values, queries, beta, decay } = golden;
    const memory = library.memory(options).write(keys, values, {
      ...(beta && { beta }),
      ...(decay && { decay: decay.flat() }),
    });
    expect(distance(memory.read(queries), golden.reads.flat())).toBeLessThan(1e-9);
    if (golden.state) expect(distance(nested(memory.state()), golden.state)).toBeLessThan(1e-9);
    golden.weights?.forEach((weights, i) => {
      expect(distance(memory.weights(queries[i] as number[]), weights)).toBeLessThan(1e-9);
    });
  });
});

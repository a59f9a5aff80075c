import { type Features, load, type MemoryOptions } from "matrix-memory";
import { describe, expect, test } from "vitest";
import { between, dice, distance, dot, nested, product, randomRows } from "./support.js";

const library = await load();

const softmax = (scores: number[], b: number): number[] => {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(b * (score - most)));
  const sum = powers.reduce((total, x) => total + x);
  return powers.map((x) => x / sum);
};
const mixed = (weights: number[], rows: number[][]): number[] =>
  product([weights], rows)[0] as number[];

function stored(
  keys: number[][],
  values: number[][],
  choices: Omit<MemoryOptions, "keyDim" | "valueDim">,
) {
  const [key, value] = [keys[0] as number[], values[0] as number[]];
  return library
    .memory({ keyDim: key.length, valueDim: value.length, ...choices })
    .write(keys, values);
}

describe("softmax over a cache", () => {
  test("b = 1, q = k1 at 60 degrees: weights .6225 and .3775", () => {
    const memory = library.memory("softmax-attention", {
      keyDim: 2,
      valueDim: 2,
      read: { name: "softmax", inverseTemperature: 1 },
    });
    memory.write(
      [
        [1, 0],
        [0.5, Math.sqrt(0.75)],
      ],
      [
        [1, 0],
        [0, 1],
      ],
    );
    expect(distance(memory.weights([1, 0]), [0.6225, 0.3775])).toBeLessThan(5e-5);
  });

  test("is V softmax(b K'q), b = 1/sqrt(keyDim) by default", () => {
    const roll = dice(51);
    for (let round = 0; round < 20; round++) {
      const dim = between(roll, 1, 8);
      const keys = randomRows(roll, between(roll, 1, 9), dim);
      const values = randomRows(roll, keys.length, 3);
      const [query] = randomRows(roll, 1, dim) as [number[]];
      const memory = stored(keys, values, { rule: "cache", read: "softmax" });
      const weights = softmax(
        keys.map((key) => dot(key, query)),
        1 / Math.sqrt(dim),
      );
      expect(distance(memory.weights(query), weights)).toBeLessThan(1e-14);
      expect(distance(memory.read(query), mixed(weights, values))).toBeLessThan(1e-14);
    }
  });

  test("tends to the nearest value for large b, ties averaged, and to the mean for b = 0", () => {
    const keys = [
      [1, 0],
      [0, 1],
      [1, 0],
    ];
    const values = [[1], [5], [3]];
    const at = (inverseTemperature: number) =>
      stored(keys, values, { rule: "cache", read: { name: "softmax", inverseTemperature } });
    expect(at(1e6).read([1, 0])[0]).toBeCloseTo(2, 12);
    expect(at(0).read([1, 0])[0]).toBeCloseTo(3, 12);
    expect(at(1e300).read([1000, -1000])[0]).toBeCloseTo(2, 12);
  });

  test("topK lets the k best alone take part", () => {
    const roll = dice(52);
    const keys = randomRows(roll, 9, 4);
    const values = randomRows(roll, 9, 2);
    const [query] = randomRows(roll, 1, 4) as [number[]];
    const scores = keys.map((key) => dot(key, query));
    for (const topK of [1, 3, 9, 20]) {
      const memory = stored(keys, values, {
        rule: "cache",
        read: { name: "softmax", inverseTemperature: 2, topK },
      });
      const least = [...scores].sort((a, b) => b - a)[Math.min(topK, 9) - 1] as number;
      const expected = softmax(
        scores.map((s) => (s >= least ? s : -Infinity)),
        2,
      );
      expect(distance(memory.weights(query), expected)).toBeLessThan(1e-14);
    }
  });

  test("steps > 1: the query becomes the weighted mean of the keys before each further one", () => {
    const roll = dice(53);
    const keys = randomRows(roll, 6, 5);
    const values = randomRows(roll, 6, 2);
    let query = randomRows(roll, 1, 5)[0] as number[];
    const memory = stored(keys, values, {
      rule: "cache",
      read: { name: "softmax", inverseTemperature: 3, steps: 4 },
    });
    const read = memory.read(query);
    for (let step = 1; step < 4; step++) {
      query = mixed(
        softmax(
          keys.map((key) => dot(key, query)),
          3,
        ),
        keys,
      );
    }
    const weights = softmax(
      keys.map((key) => dot(key, query)),
      3,
    );
    expect(distance(read, mixed(weights, values))).toBeLessThan(1e-13);
  });

  test("modern Hopfield recalls a stored pattern from a noisy one", () => {
    const patterns = nested(library.random({ kind: "sign", count: 6, dim: 32, seed: 9 }));
    const memory = library.memory("modern-hopfield", { keyDim: 32, valueDim: 32 });
    memory.write(patterns, patterns);
    const noisy = (patterns[2] as number[]).map((x, i) => (i % 6 === 0 ? -x : x));
    expect(distance(memory.read(noisy), patterns[2])).toBeLessThan(1e-10);
  });
});

describe("normalised reads", () => {
  const positive: Features[] = ["elu+1", "favor", "taylor"];
  test.each(positive)("%s: the linear memory is the kernel smoother over a cache", (features) => {
    const roll = dice(54);
    for (let round = 0; round < 10; round++) {
      const dim = between(roll, 1, 5);
      const keys = randomRows(roll, between(roll, 1, 9), dim);
      const values = randomRows(roll, keys.length, 3);
      const queries = randomRows(roll, 4, dim);
      const matrix = stored(keys, values, { features, read: "normalised" });
      const cache = stored(keys, values, { features, read: "normalised", rule: "cache" });
      const parallel = library.attention(queries, keys, values, { kernel: features });
      expect(distance(matrix.read(queries), cache.read(queries))).toBeLessThan(1e-12);
      expect(distance(matrix.read(queries), parallel.output.data)).toBeLessThan(1e-12);
      expect(
        distance(cache.weights(queries[0] as number[]), nested(parallel.weights)[0]),
      ).toBeLessThan(1e-13);
    }
  });

  test("with decay forget in numerator and denominator alike", () => {
    const memory = library.memory({
      keyDim: 1,
      valueDim: 1,
      rule: { name: "decay", decay: 0.5 },
      read: "normalised",
    });
    memory.write([1, 1], [2, 8]);
    expect(memory.read([1])[0]).toBeCloseTo((0.5 * 2 + 8) / 1.5, 14);
  });

  test("divide by zero is a RangeError, and so is a read of nothing", () => {
    for (const rule of ["additive", "cache"] as const) {
      const memory = library.memory({ keyDim: 2, valueDim: 1, rule, read: "normalised" });
      expect(() => memory.read([1, 0])).toThrow(RangeError);
      memory.write([1, 0], [1]);
      expect(() => memory.read([0, 1])).toThrow(RangeError);
      expect(memory.read([1, 0])[0]).toBe(1);
    }
    const cache = library.memory("softmax-attention", { keyDim: 2, valueDim: 1 });
    expect(() => cache.read([1, 0])).toThrow(RangeError);
    expect(cache.weights([1, 0]).length).toBe(0);
  });
});

describe("clean-up", () => {
  const codebook = [
    [1, 0],
    [0, 1],
    [-1, -1],
  ];
  const memory = (read: MemoryOptions["read"]) =>
    library.memory({ keyDim: 2, valueDim: 2, ...(read && { read }) }).write(
      [
        [1, 0],
        [0.5, Math.sqrt(0.75)],
      ],
      [
        [1, 0],
        [0, 1],
      ],
    );

  test("thresholds: small entries become zero, soft shrinks the others", () => {
    // The read of k1 is (1, .5).
    expect([...memory({ name: "threshold", kind: "hard", at: 0.6 }).read([1, 0])]).toEqual([1, 0]);
    const soft = memory({ name: "threshold", kind: "soft", at: 0.25 }).read([-1, 0]);
    expect(distance(soft, [-0.75, -0.25])).toBeLessThan(1e-15);
    expect([...memory({ name: "threshold", kind: "soft", at: 2 }).read([1, 0])]).toEqual([0, 0]);
  });

  test("nearest gives the codebook row with the largest dot product", () => {
    const nearest = memory({ name: "nearest", codebook });
    expect([...nearest.read([1, 0])]).toEqual([1, 0]);
    expect([...nearest.read([-1, 0])]).toEqual([-1, -1]);
    expect(nearest.options.read).toEqual({ name: "nearest", codebook });
  });

  test("softmax over a codebook mixes its rows", () => {
    const read = memory({ name: "softmax", inverseTemperature: 2, codebook: codebook.flat() });
    const weights = softmax(
      codebook.map((row) => dot(row, [1, 0.5])),
      2,
    );
    expect(distance(read.read([1, 0]), mixed(weights, codebook))).toBeLessThan(1e-15);
  });

  test("sign of a matrix memory's read", () => {
    expect([...memory("sign").read([1, -0.1])]).toEqual([1, 1]);
  });
});

describe("combinations without a meaning are refused with the reason", () => {
  const dims = { keyDim: 2, valueDim: 2 };
  const refused: [MemoryOptions, RegExp][] = [
    [{ ...dims, rule: "delta", read: "normalised" }, /normalised/],
    [{ ...dims, rule: "least-squares", read: "normalised" }, /normalised/],
    [{ ...dims, rule: "additive", read: "softmax" }, /codebook/],
    [{ ...dims, rule: "cache", read: { name: "softmax", codebook: [[1, 0]] } }, /codebook/],
    [{ ...dims, valueDim: 3, rule: "hopfield" }, /hopfield/],
    [{ ...dims, rule: "hopfield", features: "relu" }, /hopfield/],
    [{ ...dims, rule: "hopfield", normalise: "unit" }, /hopfield/],
    [
      { ...dims, rule: { name: "decay", decay: [1, 1, 1] } },
      /decay has 3 numbers, expected 1 or 2/,
    ],
    [{ ...dims, keyDim: 1, normalise: "layer" }, /layer/],
  ];
  test.each(refused)("%j", (options, reason) => {
    expect(() => library.memory(options)).toThrow(RangeError);
    expect(() => library.memory(options)).toThrow(reason);
  });
});

describe("attention", () => {
  test("causal: query i sees keys 0 .. i, as a memory written one by one", () => {
    const roll = dice(55);
    const keys = randomRows(roll, 7, 4);
    const values = randomRows(roll, 7, 3);
    const queries = randomRows(roll, 7, 4);
    for (const kernel of ["softmax", "elu+1", "linear"] as const) {
      const normalise = kernel !== "linear";
      const { weights, output } = library.attention(queries, keys, values, {
        kernel,
        causal: true,
        normalise,
      });
      const memory = library.memory({
        keyDim: 4,
        valueDim: 3,
        rule: "cache",
        features: kernel === "elu+1" ? kernel : "identity",
        read: kernel === "softmax" ? "softmax" : normalise ? "normalised" : "linear",
      });
      queries.forEach((query, i) => {
        memory.write(keys[i] as number[], values[i] as number[]);
        expect(distance(memory.read(query), nested(output)[i])).toBeLessThan(1e-13);
        expect(
          nested(weights)
            [i]?.slice(i + 1)
            .every((x) => x === 0),
        ).toBe(true);
      });
    }
  });

  test("weights of a query sum to one, unless they are not to", () => {
    const roll = dice(56);
    const [keys, values] = [randomRows(roll, 5, 3), randomRows(roll, 5, 2)];
    const queries = randomRows(roll, 4, 3);
    for (const row of nested(library.attention(queries, keys, values).weights)) {
      expect(row.reduce((sum, x) => sum + x)).toBeCloseTo(1, 14);
    }
    const plain = library.attention(queries, keys, values, { kernel: "linear", normalise: false });
    expect(distance(plain.weights.data, library.scores(queries, keys).data)).toBeLessThan(1e-15);
    const exponential = library.attention(queries, keys, values, {
      normalise: false,
      inverseTemperature: 2,
    });
    expect(
      distance(
        [...exponential.weights.data].map(Math.log),
        [...library.scores(queries, keys).data].map((s) => 2 * s),
      ),
    ).toBeLessThan(1e-13);
  });
});

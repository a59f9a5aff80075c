import { type CapacityOptions, load } from "matrix-memory";
import { describe, expect, test } from "vitest";
import { nested } from "./support.js";

const library = await load();

describe("capacity of any memory", () => {
  const all: CapacityOptions["memories"] = [
    "additive",
    "correlation-matrix",
    "linear-attention",
    "fast-weight-programmer",
    "performer",
    "least-squares",
    "softmax-attention",
    "ret-net",
    "delta-net",
    "gated-delta-net",
    "mesa",
    "based",
    "modern-hopfield",
    { features: { name: "top-k", k: 3 }, read: { name: "threshold", kind: "hard", at: 0.1 } },
    { features: { name: "lsh", bits: 20 }, rule: "cache", read: "linear" },
    { precision: "bfloat16" },
    { precision: "half" },
  ];

  test("same seed, same bits for 0, 1, 2 and 5 workers and any split", async () => {
    for (const metric of ["squared-error", "top-1"] as const) {
      const options = { keyDim: 6, valueDim: 5, pairs: [1, 4, 9], memories: all, metric, seed: 12 };
      const whole = await library.capacity({ ...options, trials: 20, workers: 0 });
      for (const workers of [1, 2, 5]) {
        expect(await library.capacity({ ...options, trials: 20, workers })).toEqual(whole);
      }
      const parts = await Promise.all(
        [
          [0, 3],
          [3, 10],
          [13, 7],
        ].map(([firstTrial = 0, trials = 0]) =>
          library.capacity({ ...options, firstTrial, trials }),
        ),
      );
      expect(library.mergeCapacity(JSON.parse(JSON.stringify(parts)) as typeof parts)).toEqual(
        whole,
      );
    }
  });

  test("names memories by what sets them apart and says what they carry", async () => {
    const curve = await library.capacity({
      keyDim: 4,
      valueDim: 2,
      pairs: [1, 3],
      trials: 2,
      memories: all,
    });
    expect(curve.memories.map(({ name }) => name)).toEqual([
      ...all.slice(0, 13),
      "top-k additive threshold",
      "lsh cache",
      "additive (bfloat16)",
      "additive (half)",
    ]);
    const bytes = Object.fromEntries(
      curve.memories.map(({ name, stateBytes }) => [name, stateBytes]),
    );
    expect(bytes.additive).toEqual([64, 64]);
    expect(bytes["softmax-attention"]).toEqual([48, 144]);
    expect(bytes["additive (half)"]).toEqual([16, 16]);
    expect(curve.memories[0]?.mean).toEqual(curve.memories[1]?.mean);
  });

  test("tells memories of one name apart by their parameters", async () => {
    const curve = await library.capacity({
      keyDim: 2,
      pairs: 1,
      trials: 1,
      memories: [
        { rule: "delta" },
        { rule: { name: "delta", beta: 0.5 } },
        { rule: "cache", read: "softmax" },
      ],
    });
    expect(curve.memories.map(({ name }) => name)).toEqual([
      "delta (beta 1, double)",
      "delta (beta 0.5, double)",
      "cache softmax",
    ]);
    expect(curve.options.memories?.[0]).toEqual({
      normalise: "none",
      features: "identity",
      rule: { name: "delta", beta: 1 },
      read: "linear",
      precision: "double",
    });
  });

  test("is what writing and reading oneself gives", async () => {
    // Rows as keys: with as many pairs as rows every trial has the same set of keys.
    const rows = nested(library.random({ kind: "sphere", count: 5, dim: 3, seed: 8 }));
    const curve = await library.capacity({
      keyDim: 3,
      valueDim: 40,
      pairs: [5],
      trials: 4000,
      keys: { name: "rows", rows },
      memories: ["additive"],
    });
    const { additiveError } = library.keyStatistics(rows);
    const [memory] = curve.memories;
    expect(memory?.theory).toBeNull();
    expect(Math.abs((memory?.mean[0] as number) - additiveError)).toBeLessThan(
      4.5 * (memory?.standardError[0] as number),
    );
  });
});

describe("keys", () => {
  const error = async (keys: CapacityOptions["keys"], keyDim: number, n: number) => {
    const curve = await library.capacity({
      keyDim,
      pairs: [n],
      trials: 2000,
      memories: ["additive"],
      ...(keys && { keys }),
    });
    return curve.memories[0] as (typeof curve.memories)[number];
  };
  const near = (measured: { mean: number[]; standardError: number[] }, expected: number): void => {
    expect(Math.abs((measured.mean[0] as number) - expected)).toBeLessThan(
      4.5 * (measured.standardError[0] as number),
    );
  };

  test("signed sparse keys leak like dense ones: (n - 1) / d", async () => {
    near(await error({ name: "sparse", active: 3 }, 12, 10), 9 / 12);
  });

  test("keys without signs leak by s^2/d^2 + (1 - s/d)^2/(d - 1)", async () => {
    const [s, d] = [3, 12];
    const law = s ** 2 / d ** 2 + (1 - s / d) ** 2 / (d - 1);
    near(await error({ name: "sparse", active: s, signed: false }, d, 10), 9 * law);
  });

  test("correlated keys leak by about the square of their cosine", async () => {
    const { mean } = await error({ name: "correlated", cosine: 0.8 }, 64, 10);
    expect(Math.abs((mean[0] as number) / (9 * 0.64) - 1)).toBeLessThan(0.1);
    const none = await error({ name: "correlated", cosine: 0 }, 12, 10);
    near(none, 9 / 12);
  });
});

describe("top-1", () => {
  test("is a fraction that least squares keeps at one up to d, and that falls with n", async () => {
    const curve = await library.capacity({
      keyDim: 16,
      pairs: [4, 16, 64],
      trials: 100,
      metric: "top-1",
      memories: ["additive", "least-squares", "softmax-attention"],
    });
    for (const { mean, theory } of curve.memories) {
      expect(theory).toBeNull();
      for (const each of mean) expect(each >= 0 && each <= 1).toBe(true);
    }
    expect(curve.memories[1]?.mean.slice(0, 2)).toEqual([1, 1]);
    const additive = curve.memories[0]?.mean ?? [];
    expect(additive[0]).toBeGreaterThan(additive[2] as number);
  });
});

test("memories that cannot take part are refused with the reason", async () => {
  const base = { keyDim: 4, pairs: 2, trials: 1 };
  await expect(library.capacity({ ...base, memories: ["hopfield"] })).rejects.toThrow(/hopfield/);
  await expect(library.capacity({ ...base, memories: [{ read: "softmax" }] })).rejects.toThrow(
    /codebook/,
  );
  await expect(library.capacity({ ...base, memories: [{ keyDim: 5 }] })).rejects.toThrow(/keyDim/);
});

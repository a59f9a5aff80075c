import { setTimeout as later } from "node:timers/promises";
import { type CapacityCurve, type CapacityOptions, load } from "matrix-memory";
import { describe, expect, test } from "vitest";
import { between, dice, rejectionOf, thrownBy } from "./support.js";

const library = await load();
const small = { keyDim: 6, valueDim: 4, pairs: 14, trials: 64, seed: 3 };

describe("a run", () => {
  test("lies on both laws at every n", async () => {
    const curve = await library.capacity({ keyDim: 8, valueDim: 5, pairs: 24, trials: 400 });
    expect(curve.memories.map(({ name }) => name)).toEqual(["additive", "least-squares"]);
    expect(curve.pairs).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
    for (const { mean, standardError, theory } of curve.memories) {
      mean.forEach((each, i) => {
        const allowed = Math.max(4.5 * (standardError[i] as number), 1e-9);
        expect(Math.abs(each - (theory?.[i] as number))).toBeLessThanOrEqual(allowed);
      });
    }
    const [additive, leastSquares] = curve.memories;
    expect(additive?.theory?.[23]).toBe(library.theory.additive(24, 8));
    expect(leastSquares?.theory?.[23]).toBe(library.theory.leastSquares(24, 8));
  });

  test("reports what least squares really misses below d, not a written zero", async () => {
    const curve = await library.capacity({
      keyDim: 12,
      pairs: [6, 12],
      trials: 20,
      memories: ["least-squares"],
    });
    for (const mean of curve.memories[0]?.mean ?? []) {
      expect(mean).toBeGreaterThan(0);
      expect(mean).toBeLessThan(1e-9);
    }
  });

  test("gives the same bits for 0, 1, 2 and 5 workers", async () => {
    const curves: CapacityCurve[] = [];
    for (const workers of [0, 1, 2, 5]) {
      curves.push(await library.capacity({ ...small, workers }));
    }
    for (const curve of curves) expect(curve).toEqual(curves[0]);
    const other = await library.capacity({ ...small, seed: 4 });
    expect(other.memories[0]?.mean).not.toEqual(curves[0]?.memories[0]?.mean);
  });

  test("does not depend on which n are reported", async () => {
    const all = await library.capacity(small);
    const few = await library.capacity({ ...small, pairs: [1, 7, 14] });
    few.memories.forEach(({ mean }, index) => {
      const whole = all.memories[index]?.mean;
      expect(mean).toEqual([whole?.[0], whole?.[6], whole?.[13]]);
    });
  });

  test("is plain data, its options filled in", async () => {
    const curve = await library.capacity({ keyDim: 3, pairs: 2, trials: 2 });
    expect(curve.options).toEqual({
      keyDim: 3,
      valueDim: 3,
      pairs: 2,
      trials: 2,
      firstTrial: 0,
      seed: 1,
      memories: ["additive", "least-squares"],
      keys: "sphere",
      queryNoise: 0,
      metric: "squared-error",
      against: "pairs",
    });
    expect(curve.ages).toBeNull();
    expect(structuredClone(curve)).toEqual(curve);
    expect(JSON.parse(JSON.stringify(curve))).toEqual(curve);
    expect(curve.memories.map(({ stateBytes }) => stateBytes.length)).toEqual([2, 2]);
    expect(curve.memories[0]?.stateBytes).toEqual([72, 72]);
  });

  test("of one trial has an infinite standard error, null in JSON", async () => {
    const curve = await library.capacity({ keyDim: 3, pairs: 2, trials: 1 });
    expect(curve.memories[0]?.standardError).toEqual([Infinity, Infinity]);
    expect(JSON.parse(JSON.stringify(curve)).memories[0].standardError).toEqual([null, null]);
  });

  test("runs beside others of the same page", async () => {
    const alone = await library.capacity(small);
    const together = await Promise.all(
      Array.from({ length: 4 }, (_, i) => library.capacity({ ...small, seed: 3 + (i % 2) })),
    );
    expect(together[0]).toEqual(alone);
    expect(together[2]).toEqual(alone);
    expect(together[1]).toEqual(together[3]);
  });
});

describe("against age", () => {
  const aged = { ...small, against: "age", trials: 600 } as const;

  test("every pair has its own error, on its own law", async () => {
    const curve = await library.capacity({
      ...aged,
      memories: [
        "additive",
        "least-squares",
        { rule: { name: "decay", decay: 0.9 } },
        { rule: { name: "delta", beta: 0.7 } },
        { rule: { name: "gated-delta", decay: 0.95, beta: 1.1 } },
      ],
    });
    expect(curve.pairs).toEqual([14]);
    expect(curve.ages).toEqual(Array.from({ length: 14 }, (_, age) => age));
    for (const { mean, standardError, theory, stateBytes } of curve.memories) {
      expect(mean.length).toBe(14);
      expect(stateBytes.length).toBe(1);
      mean.forEach((each, age) => {
        const allowed = 4.5 * (standardError[age] as number);
        expect(Math.abs(each - (theory?.[age] as number))).toBeLessThanOrEqual(allowed);
      });
    }
    const [additive, leastSquares, decay, delta] = curve.memories.map(({ theory }) => theory);
    expect(additive).toEqual(new Array(14).fill(library.theory.additive(14, 6)));
    expect(leastSquares).toEqual(new Array(14).fill(library.theory.leastSquares(14, 6)));
    const oldest = library.theory.deltaByAge(13, 14, 6, 0.7);
    expect(delta?.[13]).toBeCloseTo(oldest, 12);
    expect(decay?.[0]).toBeLessThan(decay?.[13] as number);
  });

  test("a noisy query adds the same to every age", async () => {
    const memories = [{ rule: { name: "decay", decay: 0.8 } }, "least-squares"] as const;
    const run = { ...aged, trials: 1, memories: [...memories] };
    const clean = await library.capacity(run);
    const noisy = await library.capacity({ ...run, queryNoise: 0.5 });
    const [before, after] = [clean, noisy].map((curve) => curve.memories[0]?.theory ?? []);
    const added = before?.map((error, age) => (after?.[age] as number) - error) ?? [];
    for (const each of added) expect(each).toBeCloseTo(added[0] as number, 12);
    expect(added[0]).toBeGreaterThan(0);
    // Where the noise has no mean error there is no NaN.
    const worst = await library.capacity({ ...run, pairs: 6, queryNoise: 0.5 });
    expect(worst.memories[1]?.theory).toEqual(new Array(6).fill(Infinity));
  });

  test("the largest n alone is measured, whichever are named", async () => {
    const named = await library.capacity({ ...aged, trials: 9, pairs: [3, 14] });
    const counted = await library.capacity({ ...aged, trials: 9 });
    expect(named.memories).toEqual(counted.memories);
    expect(named.options.pairs).toEqual([3, 14]);
  });

  test("shards merge to the bits of the whole run, and not with others", async () => {
    const part = (firstTrial: number, trials: number, more = {}): Promise<CapacityCurve> =>
      library.capacity({ ...aged, firstTrial, trials, ...more });
    const parts = [await part(0, 5), await part(5, 8)];
    const merged = library.mergeCapacity(JSON.parse(JSON.stringify(parts)) as CapacityCurve[]);
    expect(merged).toEqual(await part(0, 13));
    const other = await part(13, 2, { against: "pairs" });
    expect(() => library.mergeCapacity([...parts, other])).toThrow(/other options/);
  });

  test("refuses what is neither, and more ages than a curve has room for", async () => {
    await expect(library.capacity({ ...aged, against: "weight" as "age" })).rejects.toThrow(
      /against/,
    );
    await expect(library.capacity({ ...aged, pairs: [2 ** 20 + 1] })).rejects.toThrow(/pairs/);
  });
});

describe("mergeCapacity", () => {
  test("gives the bits of the whole run for every split, also after JSON", async () => {
    const whole = await library.capacity({ ...small, trials: 41, firstTrial: 5 });
    const roll = dice(11);
    for (let round = 0; round < 12; round++) {
      const parts: CapacityCurve[] = [];
      for (let first = 5; first < 46; ) {
        const trials = Math.min(between(roll, 1, 15), 46 - first);
        parts.push(await library.capacity({ ...small, firstTrial: first, trials, workers: 0 }));
        first += trials;
      }
      parts.sort(() => roll() - 0.5);
      const merged = library.mergeCapacity(JSON.parse(JSON.stringify(parts)) as CapacityCurve[]);
      expect(merged).toEqual(whole);
    }
  });

  test("merges merged curves", async () => {
    const [a, b, c] = await Promise.all(
      [0, 7, 9].map((firstTrial, i) =>
        library.capacity({ ...small, firstTrial, trials: [7, 2, 11][i] as number }),
      ),
    );
    const whole = await library.capacity({ ...small, trials: 20 });
    if (a === undefined || b === undefined || c === undefined) throw new Error("no curves");
    expect(library.mergeCapacity([a, library.mergeCapacity([c, b])])).toEqual(whole);
    expect(library.mergeCapacity([whole])).toEqual(whole);
  });

  test("refuses gaps, overlaps, other options, unfinished and damaged parts", async () => {
    const part = (firstTrial: number, trials: number, more = {}): Promise<CapacityCurve> =>
      library.capacity({ ...small, workers: 0, firstTrial, trials, ...more });
    const first = await part(0, 4);
    const refused: [CapacityCurve[], RegExp][] = [
      [[first, await part(5, 3)], /missing/],
      [[first, await part(3, 3)], /twice/],
      [[first, first], /twice/],
      [[first, await part(4, 3, { seed: 4 })], /other options than parts\[0\]: seed$/],
      [[first, await part(4, 3, { pairs: 13 })], /other options .*: pairs$/],
      [[first, await part(4, 3, { memories: ["additive"] })], /other options/],
      [[{ ...first, partial: null }], /goes on/],
      [[{ ...first, partial: (first.partial as number[]).slice(1) }], /partial/],
      [[{ ...first, partial: (first.partial as number[]).map(() => -1) }], /partial/],
      [[{ ...first, options: { ...first.options, trials: 5 } }], /trials/],
      [[], /empty/],
    ];
    for (const [parts, message] of refused) {
      const error = thrownBy(() => library.mergeCapacity(parts));
      expect(error).toBeInstanceOf(RangeError);
      expect((error as Error).message).toMatch(message);
    }
    const wrong = [
      null,
      undefined,
      3,
      "curve",
      {},
      [1],
      [null],
      [{}],
      [{ ...first, partial: "x" }],
    ];
    for (const parts of wrong) {
      expect(thrownBy(() => library.mergeCapacity(parts as never))).toBeInstanceOf(TypeError);
    }
    expect(library.mergeCapacity([first])).toEqual(first);
  });
});

describe("progress", () => {
  type Progress = Parameters<NonNullable<CapacityOptions["onProgress"]>>[0];
  type Call = Progress & { readonly at: number };

  /** A run's calls, until `enough` of them have been made or it has ended. */
  async function callsOf(run: CapacityOptions, enough = Infinity): Promise<Call[]> {
    const calls: Call[] = [];
    const controller = new AbortController();
    await library
      .capacity({
        ...run,
        signal: controller.signal,
        onProgress: (progress) => {
          calls.push({ at: performance.now(), ...progress });
          if (calls.length >= enough) controller.abort("enough");
        },
      })
      .catch((reason) => expect(reason).toBe("enough"));
    return calls;
  }

  test.each([0, 2])("comes as long as the run goes on (%i workers)", async (workers) => {
    const calls = await callsOf({ keyDim: 16, pairs: 48, trials: 1e9, workers }, 40);
    expect(calls.length).toBe(40);
    for (const [i, { at, trials, of, curve }] of calls.entries()) {
      expect(of).toBe(1e9);
      expect(curve.trials).toBe(trials);
      expect(curve.partial).toBeNull();
      expect(trials).toBeGreaterThan(calls[i - 1]?.trials ?? 0);
      const within = calls.filter((other) => other.at >= at && other.at < at + 1000);
      expect(within.length).toBeLessThanOrEqual(30);
    }
  });

  test.each([0, 2])("ends with the whole run (%i workers)", async (workers) => {
    const run = { keyDim: 16, pairs: 48, trials: 300, workers };
    const last = (await callsOf(run)).at(-1);
    expect(last).toMatchObject({ trials: 300, of: 300 });
    expect(last?.curve.memories).toEqual((await library.capacity(run)).memories);
  });

  test.each([0, 1, 2])("that throws rejects with it (%i workers)", async (workers) => {
    const wrong = new Error("no more");
    const run = { ...small, trials: 1e9, workers };
    const rejected = await rejectionOf(() =>
      library.capacity({
        ...run,
        onProgress: () => {
          throw wrong;
        },
      }),
    );
    expect(rejected).toBe(wrong);
    expect((await library.capacity({ ...small, workers })).trials).toBe(64);
  });
});

describe("abort", () => {
  test.each([0, 1, 2])("rejects with the reason, promptly (%i workers)", async (workers) => {
    const controller = new AbortController();
    const reason = { because: "enough" };
    let begun: () => void = () => undefined;
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const run = { ...small, trials: 1e12, workers, signal: controller.signal };
    const rejected = rejectionOf(() => library.capacity({ ...run, onProgress: begun }));
    await beginning;
    await later(0);
    controller.abort(reason);
    // At once: before anything else has had its turn.
    expect(await Promise.race([rejected, later(0)])).toBe(reason);
    expect((await library.capacity({ ...small, workers })).trials).toBe(64);
  });

  test("before the start rejects too", async () => {
    const signal = AbortSignal.abort();
    expect(await rejectionOf(() => library.capacity({ ...small, signal }))).toBe(signal.reason);
  });

  test("ends a worker that is deep in one trial, and another takes its place", async () => {
    const controller = new AbortController();
    // A single trial of this takes longer than anyone would wait.
    const run = library.capacity({
      keyDim: 400,
      pairs: 800,
      trials: 2,
      workers: 1,
      signal: controller.signal,
    });
    const rejected = rejectionOf(() => run);
    await later(100);
    controller.abort();
    expect(await Promise.race([rejected, later(0)])).toBe(controller.signal.reason);
    expect((await library.capacity({ ...small, workers: 1 })).trials).toBe(64);
  });

  test("after the end does nothing", async () => {
    const controller = new AbortController();
    const curve = await library.capacity({ ...small, signal: controller.signal });
    controller.abort();
    expect(curve.trials).toBe(64);
  });
});

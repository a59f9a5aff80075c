import { setTimeout as later } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { load } from "matrix-memory";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rejectionOf } from "./support.js";
import { hasSum, until, watchWorkers } from "./workers.js";

const library = await load();
const workers = watchWorkers();
const small = { keyDim: 6, pairs: 14, trials: 64, seed: 3 };
/** Long enough to be in the middle of, whatever the machine. */
const long = { keyDim: 24, pairs: 60, trials: 150, memories: ["least-squares" as const] };
/** A single trial of this takes longer than anyone would wait. */
const endless = { keyDim: 400, pairs: 800, trials: 3, memories: ["modern-hopfield" as const] };

// Each test has a pool with nobody in it, so that it sees its own workers start.
beforeEach(workers.killAll);
afterEach(() => {
  workers.forget();
  vi.useRealTimers();
});

/** The pool does whole runs again, with two workers, and the bits are right. */
async function worksOn(): Promise<void> {
  const curve = await library.capacity({ ...small, workers: 2 });
  expect(curve).toEqual(await library.capacity({ ...small, workers: 0 }));
  expect(workers.living().length).toBeGreaterThanOrEqual(2);
}

describe("a worker that dies", () => {
  test("is replaced, and the numbers are the same", async () => {
    const undisturbed = await library.capacity({ ...long, workers: 0 });
    let killed: Worker | undefined;
    // The first to answer dies over what it has been given next.
    const stop = workers.onMessage((worker, message) => {
      if (killed || !hasSum(message)) return;
      killed = worker;
      void worker.terminate();
    });
    expect(await library.capacity({ ...long, workers: 3 })).toEqual(undisturbed);
    stop();
    expect(workers.living()).not.toContain(killed);
    expect(workers.started().length).toBeGreaterThan(3);
  });

  test("while it is idle is missed by nobody", async () => {
    await library.capacity({ ...small, workers: 2 });
    await workers.killAll();
    await worksOn();
  });

  test("over the same trials twice fails the run", async () => {
    // Every one dies in the middle of its first trial.
    workers.onStart((worker) =>
      worker.once("message", () => setTimeout(() => void worker.terminate(), 20)),
    );
    const error = await rejectionOf(() => library.capacity({ ...endless, workers: 2 }));
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(/^capacity: trials \d \.\. \d failed twice: it has/);
    workers.forget();
    // Those that took the places of the dead have been told to die too.
    await workers.killAll();
    await worksOn();
  });
});

describe("an error that the core throws in a worker", () => {
  test("reaches the caller with its type; the worker, and the memory it holds, is given up", async () => {
    // The keys of a trial, which the reads need one and all, are as large as everything there is.
    const keys = { keyDim: 1000, valueDim: 1, pairs: [268_000], metric: "top-1" as const };
    const tooLarge = { ...keys, memories: ["additive" as const], trials: 1, workers: 1 };
    const error = await rejectionOf(() => library.capacity(tooLarge));
    expect(error).toBeInstanceOf(RangeError);
    expect((error as Error).message).toMatch(/^out of memory/);
    const [failed] = workers.started();
    await until(() => !workers.living().some((worker) => worker === failed));
    await worksOn();
  });

  test("is the same as on the calling thread", async () => {
    // The features of these keys sum to zero in some trial, by which they cannot be divided.
    const keys = { name: "rows" as const, rows: [[0], [0]] };
    const zero = {
      keyDim: 1,
      pairs: 2,
      trials: 4,
      keys,
      memories: [{ normalise: "unit" as const }],
    };
    const here = await rejectionOf(() => library.capacity({ ...zero, workers: 0 }));
    const there = await rejectionOf(() => library.capacity({ ...zero, workers: 2 }));
    expect(here).toBeInstanceOf(RangeError);
    expect(there).toEqual(here);
    await worksOn();
  });
});

describe("a worker that cannot start", () => {
  const expected = library.capacity({ ...small, workers: 0 });

  test("leaves the trials to the calling thread: it ends at once", async () => {
    workers.onStart((worker) => void worker.terminate());
    expect(await library.capacity({ ...small, workers: 2 })).toEqual(await expected);
    expect(workers.living().length).toBe(0);
    workers.forget();
    await worksOn();
  });

  test("leaves the trials to the calling thread: it never says that it is ready", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    // The message with the module gets lost.
    workers.onStart((worker) => {
      worker.postMessage = () => undefined;
    });
    const run = library.capacity({ ...small, workers: 2 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await run).toEqual(await expected);
    vi.useRealTimers();
    await until(() => workers.living().length === 0);
    workers.forget();
    await worksOn();
  });

  test("leaves them to the others, where there are any", async () => {
    let refused = 0;
    workers.onStart((worker) => {
      if (refused++ === 0) void worker.terminate();
    });
    expect(await library.capacity({ ...small, workers: 2 })).toEqual(await expected);
    expect(workers.living().length).toBeGreaterThan(0);
  });
});

describe("what ends a run ends its work", () => {
  /** Chunks under way may still be answered; no other is sent. */
  async function workEnds(): Promise<void> {
    const sent = workers.sent();
    await workers.silence();
    await later(1);
    expect(workers.sent()).toBe(sent);
  }

  test.each([
    ["short", { ...small, trials: 1e9 }],
    ["long", { keyDim: 64, pairs: 256, trials: 1e9 }],
  ])("a progress callback that throws, %s trials", async (_, run) => {
    const wrong = new TypeError("no more");
    const rejected = await rejectionOf(() =>
      library.capacity({
        ...run,
        workers: 2,
        onProgress: () => {
          throw wrong;
        },
      }),
    );
    expect(rejected).toBe(wrong);
    await workEnds();
    await worksOn();
  });

  test.each([
    ["short", { ...small, trials: 1e9 }],
    ["long", { keyDim: 64, pairs: 256, trials: 1e9 }],
    ["endless", endless],
  ])("an abort, %s trials", async (_, run) => {
    await library.capacity({ ...small, workers: 2 });
    const controller = new AbortController();
    const rejected = rejectionOf(() =>
      library.capacity({ ...run, workers: 2, signal: controller.signal }),
    );
    await later(60);
    controller.abort("enough");
    // At once: before anything else has had its turn.
    expect(await Promise.race([rejected, later(0)])).toBe("enough");
    await workEnds();
    await worksOn();
  });

  test.each([
    ["are kept where they are soon done", { ...small, trials: 1e9 }, 2],
    ["are ended where they are deep in one trial", endless, 0],
  ])("workers %s", async (_, run, kept) => {
    const controller = new AbortController();
    const rejected = rejectionOf(() =>
      library.capacity({ ...run, workers: 2, signal: controller.signal }),
    );
    await until(() => workers.busy().length === 2);
    const before = workers.living();
    // How soon the library would lose its patience, the test decides.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    controller.abort();
    await rejected;
    if (kept > 0) await workers.silence();
    await vi.advanceTimersByTimeAsync(50);
    await workers.silence();
    expect(before.filter((worker) => workers.living().includes(worker)).length).toBe(kept);
  });
});

describe("an experiment too large for any instance", () => {
  test.each([
    [{ keyDim: 30_000, pairs: 20_000 }, /keyDim 30000, valueDim 30000 and pairs 20000 .* 21\.6 GB/],
    [{ keyDim: 2 ** 31 - 1, pairs: 1 }, /at least \d+ GB, expected at most 2\.15 GB/],
    [{ keyDim: 64, pairs: [1e7], memories: ["softmax-attention" as const] }, /10\.2 GB/],
    [{ keyDim: 4000, pairs: 1, memories: ["based" as const] }, /512 GB/],
  ])(
    "is refused with the memory it would take, before a worker is started: %j",
    async (run, message) => {
      const error = await rejectionOf(() => library.capacity({ ...run, trials: 1e6, workers: 2 }));
      expect(error).toBeInstanceOf(RangeError);
      expect((error as Error).message).toMatch(message);
      expect(workers.started().length).toBe(0);
      await worksOn();
    },
  );
});

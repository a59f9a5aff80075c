import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import { load } from "matrix-memory";
import { afterEach, describe, expect, test } from "vitest";
import { rejectionOf } from "./support.js";

const library = await load();
const root = fileURLToPath(new URL("../..", import.meta.url));
const small = { keyDim: 6, pairs: 14, trials: 64, seed: 3 };
/** Long enough to be in the middle of, whatever the machine. */
const long = { keyDim: 24, pairs: 60, trials: 150, memories: ["least-squares" as const] };

const all: Worker[] = [];
let started: Worker[] = [];
let watch: ((worker: Worker) => void) | undefined;
process.on("worker", (worker: Worker) => {
  all.push(worker);
  started.push(worker);
  watch?.(worker);
});
afterEach(() => {
  started = [];
  watch = undefined;
});

describe("the pool", () => {
  test("starts no worker for a run in slices", async () => {
    await library.capacity({ ...small, workers: 0 });
    expect(started.length).toBe(0);
  });

  test("starts workers when first needed and keeps them", async () => {
    await library.capacity({ ...small, workers: 2 });
    expect(started.length).toBe(2);
    await library.capacity({ ...small, workers: 2 });
    await library.capacity({ ...small, workers: 1 });
    expect(started.length).toBe(2);
  });

  test("replaces a worker that dies, and the numbers are the same", async () => {
    const undisturbed = await library.capacity({ ...long, workers: 0 });
    let killed = 0;
    watch = (worker) => {
      // The first one started dies in the middle of its work.
      if (killed++ === 0) worker.once("message", () => void worker.terminate());
    };
    const curve = await library.capacity({ ...long, workers: 3 });
    expect(curve).toEqual(undisturbed);
    expect(started.length).toBeGreaterThan(0);
  });

  test("fails a run whose trials end every worker, and works afterwards", async () => {
    await Promise.all(all.map((worker) => worker.terminate()));
    // Every new one dies in the middle of its first trial, which takes long.
    watch = (worker) => worker.once("message", () => setTimeout(() => void worker.terminate(), 20));
    const hopeless = { keyDim: 400, pairs: 800, trials: 3, workers: 2 };
    const error = await rejectionOf(() => library.capacity(hopeless));
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(/trials \d \.\. \d failed twice/);
    watch = undefined;
    expect((await library.capacity({ ...small, workers: 2 })).trials).toBe(64);
  });

  test("hands on what the core throws in a worker", async () => {
    const tooLarge = { keyDim: 30_000, pairs: [20_000], trials: 1, workers: 1 };
    const error = await rejectionOf(() => library.capacity(tooLarge));
    expect(error).toBeInstanceOf(RangeError);
    expect((await library.capacity({ ...small, workers: 1 })).trials).toBe(64);
  });
});

describe("Node", () => {
  test("ends when a run is over, though the workers are kept", async () => {
    const script = `
      import { load } from "matrix-memory";
      const { capacity } = await load();
      const { trials } = await capacity({ keyDim: 4, pairs: 8, trials: 50, workers: 2 });
      console.log(trials);
    `;
    const { code, output } = await runNode(script);
    expect(output.trim()).toBe("50");
    expect(code).toBe(0);
  });
});

async function runNode(script: string): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { cwd: root });
  let output = "";
  child.stdout.on("data", (data) => {
    output += String(data);
  });
  child.stderr.on("data", (data) => {
    output += String(data);
  });
  const [code] = (await once(child, "exit")) as [number];
  return { code, output };
}

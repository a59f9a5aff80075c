import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as later } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { load } from "matrix-memory";
import { afterEach, describe, expect, test } from "vitest";
import { hasSum, until, watchWorkers } from "./workers.js";

const library = await load();
const workers = watchWorkers();
afterEach(workers.forget);
const small = { keyDim: 6, pairs: 14, trials: 64, seed: 3 };

describe("the pool", () => {
  test("starts no worker for a run in slices", async () => {
    await library.capacity({ ...small, workers: 0 });
    expect(workers.started().length).toBe(0);
  });

  test("leaves room within a trial for whatever else the calling thread has to do", async () => {
    const long = { keyDim: 64, pairs: [20_000], trials: 1, workers: 0 };
    for (const memories of [["additive"], ["softmax-attention"]] as const) {
      const stop = new AbortController();
      setTimeout(() => stop.abort());
      const run = library.capacity({ ...long, memories: [...memories], signal: stop.signal });
      await expect(run).rejects.toMatchObject({ name: "AbortError" });
    }
  });

  test("starts all that a run asks for at once, before the first has answered", async () => {
    let answers = 0;
    workers.onStart((worker) => worker.once("message", () => answers++));
    const run = library.capacity({ ...small, workers: 2 });
    // Node announces them in its next tick.
    await new Promise(process.nextTick);
    expect(workers.started().length).toBe(2);
    expect(answers).toBe(0);
    await run;
  });

  test("keeps them, and starts only those that a larger run needs besides", async () => {
    await library.capacity({ ...small, workers: 2 });
    await library.capacity({ ...small, workers: 1 });
    expect(workers.started().length).toBe(0);
    await library.capacity({ ...small, workers: 3 });
    expect(workers.started().length).toBe(1);
  });

  test("has no more workers at a run than the run asks for, nor than it has trials", async () => {
    for (const options of [{ workers: 1 }, { workers: 3, trials: 1 }]) {
      const answering = new Set();
      // One that the run before started may only now be ready.
      const stop = workers.onMessage((worker, message) => {
        if (hasSum(message)) answering.add(worker);
      });
      await library.capacity({ ...small, ...options });
      stop();
      expect(answering.size).toBe(1);
    }
  });

  test("does without SharedArrayBuffer, which strangers' pages have not", async () => {
    const script = `
      delete globalThis.SharedArrayBuffer;
      const { load } = await import("matrix-memory");
      const { capacity } = await load();
      const curve = await capacity(${JSON.stringify({ ...small, workers: 2 })});
      console.log(JSON.stringify(curve.memories[0].mean), typeof SharedArrayBuffer);
    `;
    const curve = await library.capacity({ ...small, workers: 0 });
    const { output } = await runNode(script);
    expect(output.trim()).toBe(`${JSON.stringify(curve.memories[0]?.mean)} undefined`);
  });
});

describe("runs that share the pool", () => {
  test("take turns: a short one does not wait for a long one to end", async () => {
    let longEnded = false;
    const controller = new AbortController();
    const long = library
      .capacity({ ...small, trials: 1e9, workers: 2, signal: controller.signal })
      .catch(() => {
        longEnded = true;
      });
    await later(50);
    const short = await library.capacity({ ...small, workers: 2 });
    expect(longEnded).toBe(false);
    controller.abort();
    await long;
    expect(short).toEqual(await library.capacity({ ...small, workers: 0 }));
  });
});

describe("released workers", () => {
  const allGone = (): Promise<void> => until(() => workers.living().length === 0);

  test("end at once where they are idle, and the next run starts others", async () => {
    const first = await library.capacity({ ...small, workers: 2 });
    expect(workers.living().length).toBeGreaterThan(0);
    library.releaseWorkers();
    await allGone();
    expect(await library.capacity({ ...small, workers: 2 })).toEqual(first);
  });

  test("end when their run is over, finished or given up", async () => {
    const run = library.capacity({ ...small, trials: 5000, workers: 2 });
    library.releaseWorkers();
    expect((await run).trials).toBe(5000);
    await allGone();
    const controller = new AbortController();
    const long = library.capacity({ ...small, trials: 1e9, workers: 2, signal: controller.signal });
    await later(50);
    controller.abort();
    library.releaseWorkers();
    await expect(long).rejects.toMatchObject({ name: "AbortError" });
    await allGone();
  });
});

describe("Node", () => {
  test.each([
    ["over", "const { trials } = await capacity({ keyDim: 4, pairs: 8, trials: 50, workers: 2 });"],
    [
      "aborted before its workers are there",
      `const controller = new AbortController();
       let trials = 0;
       const run = capacity({ keyDim: 4, pairs: 8, trials: 50, workers: 2, signal: controller.signal });
       controller.abort();
       await run.catch(() => { trials = 50; });`,
    ],
  ])("ends when a run is %s, though the workers are kept", async (_, lines) => {
    const script = `
      import { load } from "matrix-memory";
      const { capacity } = await load();
      ${lines}
      console.log(trials);
    `;
    expect(await runNode(script)).toEqual({ code: 0, output: "50\n" });
  });
});

async function runNode(script: string): Promise<{ code: number; output: string }> {
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { cwd });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output += String(data);
    });
  }
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

import type { CapacityRun } from "./capacity-run.js";
import type { Chunk } from "./chunk.js";
import type { Pool } from "./pool.js";
import { type PoolWorker, WorkerDied } from "./pool-worker.js";
import type { RawModule } from "./raw.js";

/** Milliseconds of work that a worker is sent at a time, and that the calling thread does between two pauses. */
const CHUNK = 16;
const SLICE = 6;
/** Milliseconds of that between two looks at the clock. */
const PIECE = 1;
/** Chunks that a worker has before it: it need not wait for a calling thread that is busy drawing. */
const DEPTH = 2;
/** Milliseconds that a worker may go on after its run has ended, before it is ended itself. */
const GRACE = 50;

/** Has up to `limit` workers do the run. Where a worker cannot be had, the calling thread takes a share. */
export function workInPool(raw: RawModule, pool: Pool, limit: number, run: CapacityRun): void {
  const busy = new Set<PoolWorker>();
  run.finished.catch(() => {
    if (busy.size === 0) return;
    setTimeout(() => {
      for (const worker of busy) worker.terminate();
    }, GRACE);
  });
  let slicing = false;

  async function lane(): Promise<void> {
    for (;;) {
      const worker = await pool.acquire(limit);
      const chunk = run.take(CHUNK);
      if (chunk === undefined) {
        if (worker !== undefined) pool.release(worker);
        return;
      }
      if (worker === undefined) {
        run.putBack(chunk);
        if (!slicing) {
          slicing = true;
          await workInSlices(raw, run, pool.pause);
        }
        return;
      }
      busy.add(worker);
      await work(worker, chunk, run, pool.wanted);
      busy.delete(worker);
      pool.release(worker);
      // Once more in any case: where this worker has died its trials are left, and the next run will want another.
    }
  }

  for (let each = 0; each < limit; each++) lane().catch(run.fail);
}

/** Keeps a worker at work from this chunk on, until no trials are left, it dies, or another run wants it. */
function work(
  worker: PoolWorker,
  first: Chunk,
  run: CapacityRun,
  wanted: () => boolean,
): Promise<void> {
  return new Promise((stopped) => {
    let ahead = 0;
    let dead = false;

    async function send(chunk: Chunk): Promise<void> {
      ahead += 1;
      try {
        const { partial, milliseconds } = await worker.sum(run.options, chunk);
        run.add(chunk, partial, milliseconds);
      } catch (error) {
        dead = true;
        if (!(error instanceof WorkerDied)) run.fail(error);
        else if (error.begun) run.retry(chunk, error.message);
        else run.putBack(chunk);
      }
      ahead -= 1;
      while (ahead < DEPTH && !dead && !wanted()) {
        const next = run.take(CHUNK, ahead > 0);
        if (next === undefined) break;
        void send(next);
      }
      if (ahead === 0) stopped();
    }

    void send(first);
  });
}

/** Does the run on the calling thread, in short slices with room for everything else between them. */
export async function workInSlices(
  raw: RawModule,
  run: CapacityRun,
  pause: () => Promise<void>,
): Promise<void> {
  try {
    for (;;) {
      const chunk = run.take(SLICE);
      if (chunk === undefined) return;
      await sumInSlices(raw, run, chunk, pause);
      await pause();
    }
  } catch (error) {
    run.fail(error);
  }
}

/** One trial can take longer than a slice. */
async function sumInSlices(
  raw: RawModule,
  run: CapacityRun,
  chunk: Chunk,
  pause: () => Promise<void>,
): Promise<void> {
  const sum = new raw.CapacityRun(run.options, chunk.firstTrial, chunk.trials);
  let worked = 0;
  let pairs = 1;
  try {
    for (let began = performance.now(); ; ) {
      const before = performance.now();
      const left = sum.advance(pairs);
      const now = performance.now();
      worked += now - before;
      if (left === 0) return run.add(chunk, sum.partial(), worked);
      if (now - before < PIECE / 2) pairs *= 2;
      else if (now - before > PIECE && pairs > 1) pairs /= 2;
      if (now - began < SLICE) continue;
      await pause();
      if (run.over()) return;
      began = performance.now();
    }
  } finally {
    sum.delete();
  }
}

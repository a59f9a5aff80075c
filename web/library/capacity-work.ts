import type { CapacityRun } from "./capacity-run.js";
import { sumChunk } from "./chunk.js";
import type { Pool } from "./pool.js";
import { type PoolWorker, WorkerDied } from "./pool-worker.js";
import type { RawModule } from "./raw.js";

/** Milliseconds of work that a worker is sent at a time, and that the calling thread does between two pauses. */
const CHUNK = 30;
const SLICE = 6;
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
      try {
        const { partial, milliseconds } = await worker.sum(run.options, chunk);
        run.add(chunk, partial, milliseconds);
      } catch (error) {
        if (error instanceof WorkerDied) run.retry(chunk, error.message);
        else run.fail(error);
      } finally {
        busy.delete(worker);
        pool.release(worker);
      }
    }
  }

  for (let each = 0; each < limit; each++) lane().catch(run.fail);
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
      const began = performance.now();
      const partial = sumChunk(raw, run.options, chunk);
      run.add(chunk, partial, performance.now() - began);
      await pause();
    }
  } catch (error) {
    run.fail(error);
  }
}

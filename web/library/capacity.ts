import { curveMaker } from "./capacity-curve.js";
import { mergeCurves } from "./capacity-merge.js";
import { parseCapacity } from "./capacity-options.js";
import { type CapacityRun, startRun } from "./capacity-run.js";
import { refuseTooLarge } from "./capacity-size.js";
import type { CapacityCurve, CapacityOptions } from "./capacity-types.js";
import { workInPool, workInSlices } from "./capacity-work.js";
import { createPool, defaultWorkers, type Pool } from "./pool.js";
import type { RawModule } from "./raw.js";
import type { Spawner } from "./spawn.js";

/** Monte Carlo of what memories hold. */
export interface Capacity {
  /**
   * How much memories hold: the mean error of reading back each of n stored pairs, over many random trials, computed in
   * workers. A trial costs O(N keyDim (keyDim + valueDim)) for the matrix memories, N the largest n: all smaller n come
   * with it.
   *
   * @returns The curve of each memory, the theory beside it. Rejects with `signal.reason` within 50 ms of an abort.
   */
  capacity(options: CapacityOptions): Promise<CapacityCurve>;
  /**
   * Joins shards of one run, in any split and order, to the very bits of the whole run.
   *
   * @throws RangeError where trials are missing or counted twice, or where the parts come from different options.
   */
  mergeCapacity(parts: CapacityCurve[]): CapacityCurve;
  /** Ends the workers that runs have left behind. What still runs goes on, and the next run starts others. */
  releaseWorkers(): void;
}

/** Milliseconds between two calls of onProgress: with the last one, at most 30 in any second. */
const BETWEEN_CALLS = 35;

export function createCapacity(
  raw: RawModule,
  module: WebAssembly.Module,
  spawner: Spawner,
): Capacity {
  let pool: Pool | undefined;

  async function capacity(given: CapacityOptions): Promise<CapacityCurve> {
    const { plan, manner } = parseCapacity(given);
    const { signal, onProgress } = manner;
    const { firstTrial, trials } = plan.options;
    refuseTooLarge(raw, "capacity", plan);
    const workers = Math.min(manner.workers ?? defaultWorkers(spawner), trials);
    const sum = new raw.CapacityRun(plan.raw, firstTrial, 0);
    const abort = (): void => run?.fail(signal?.reason);
    let run: CapacityRun | undefined;
    try {
      signal?.throwIfAborted();
      if (workers > 0) {
        pool ??= createPool(module, spawner);
        pool.fill(workers);
      }
      // While they start.
      const toCurve = curveMaker(raw, plan, sum);
      let called = performance.now();
      run = startRun(plan, sum, Math.max(workers, 1), () => {
        const now = performance.now();
        const whole = sum.trials === trials;
        if (onProgress === undefined || (!whole && now - called < BETWEEN_CALLS)) return;
        called = now;
        onProgress({ trials: sum.trials, of: trials, curve: toCurve(false) });
      });
      signal?.addEventListener("abort", abort);
      if (pool === undefined || workers === 0) void workInSlices(raw, run, spawner.pause);
      else workInPool(raw, pool, workers, run);
      await run.finished;
      return toCurve(true);
    } finally {
      signal?.removeEventListener("abort", abort);
      sum.delete();
    }
  }

  return {
    capacity,
    mergeCapacity: (parts) => mergeCurves(raw, parts),
    releaseWorkers: () => pool?.rest(),
  };
}

import { type PoolWorker, startWorker } from "./pool-worker.js";
import type { Spawner } from "./spawn.js";

/** Workers of one module, started when first needed and then kept. Runs share them, chunk by chunk and in turn. */
export interface Pool {
  /** Lets every task that waits on the calling thread have its turn. */
  readonly pause: () => Promise<void>;
  /** A worker to oneself until released, out of at most `limit`; undefined where none can be started. */
  acquire(limit: number): Promise<PoolWorker | undefined>;
  /** Gives a worker back; one that has died meanwhile may be given back too. */
  release(worker: PoolWorker): void;
}

const MOST_BY_DEFAULT = 8;

export function defaultWorkers(spawner: Spawner): number {
  return Math.min(spawner.cores(), MOST_BY_DEFAULT);
}

export function createPool(module: WebAssembly.Module, spawner: Spawner): Pool {
  const living = new Set<PoolWorker>();
  const idle: PoolWorker[] = [];
  const waiting: ((worker: PoolWorker | undefined) => void)[] = [];
  let starting = 0;
  /** The way of starting that is tried next, and whether one has ever worked. */
  let way = 0;
  let proven = false;

  async function start(): Promise<PoolWorker | undefined> {
    starting += 1;
    const worker = await tryWays();
    starting -= 1;
    if (worker !== undefined) living.add(worker);
    // Nobody is left who could be given back to those who wait.
    else if (living.size + starting === 0) for (const take of waiting.splice(0)) take(undefined);
    return worker;
  }

  async function tryWays(): Promise<PoolWorker | undefined> {
    for (;;) {
      const tried = way;
      const begin = spawner.ways[tried];
      if (begin === undefined) return undefined;
      const worker = await startWorker(begin, module, died);
      if (worker !== undefined) {
        proven = true;
        return worker;
      }
      if (proven) return undefined;
      way = Math.max(way, tried + 1);
    }
  }

  function died(worker: PoolWorker): void {
    living.delete(worker);
    const place = idle.indexOf(worker);
    if (place >= 0) idle.splice(place, 1);
    const next = waiting.shift();
    if (next !== undefined) void start().then(next);
  }

  return {
    pause: spawner.pause,
    async acquire(limit) {
      const worker =
        idle.pop() ??
        (living.size + starting < limit
          ? await start()
          : await new Promise<PoolWorker | undefined>((take) => waiting.push(take)));
      worker?.hold(true);
      return worker;
    },
    release(worker) {
      if (!living.has(worker)) return;
      const next = waiting.shift();
      if (next !== undefined) {
        next(worker);
        return;
      }
      worker.hold(false);
      idle.push(worker);
    },
  };
}

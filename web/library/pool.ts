import { type PoolWorker, startWorker } from "./pool-worker.js";
import type { Spawner } from "./spawn.js";

/** Workers of one module, started when first needed and then kept. Runs share them in turn. */
export interface Pool {
  /** Lets every task that waits on the calling thread have its turn. */
  readonly pause: () => Promise<void>;
  /** Starts workers until there are `limit`. */
  fill(limit: number): void;
  /** A worker to oneself until released, out of at most `limit`; undefined where none can be started. */
  acquire(limit: number): Promise<PoolWorker | undefined>;
  /** Whether another run waits for a worker. */
  wanted(): boolean;
  /** Ends the workers that nobody uses, now and as they are given back, until it is filled again. */
  rest(): void;
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
  let resting = false;
  /** The way of starting that is tried next, and whether one has ever worked. */
  let way = 0;
  let proven = false;

  function startUpTo(limit: number): void {
    while (living.size + starting < limit) void start();
  }

  async function start(): Promise<void> {
    starting += 1;
    const worker = await tryWays();
    starting -= 1;
    if (worker !== undefined) {
      living.add(worker);
      give(worker);
    } else if (living.size + starting === 0) {
      // Nobody is left who could be given to those who wait.
      for (const take of waiting.splice(0)) take(undefined);
    }
  }

  function give(worker: PoolWorker): void {
    const next = waiting.shift();
    if (next === undefined && resting) {
      worker.terminate();
      return;
    }
    worker.hold(next !== undefined);
    if (next === undefined) idle.push(worker);
    else next(worker);
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
    if (waiting.length > 0) void start();
  }

  return {
    pause: spawner.pause,
    fill(limit) {
      resting = false;
      startUpTo(limit);
    },
    async acquire(limit) {
      if (!resting) startUpTo(limit);
      else if (living.size + starting === 0) return undefined;
      const worker = idle.pop();
      worker?.hold(true);
      return worker ?? new Promise((take) => waiting.push(take));
    },
    wanted: () => waiting.length > 0,
    rest() {
      resting = true;
      for (const worker of idle.splice(0)) worker.terminate();
    },
    release(worker) {
      if (living.has(worker)) give(worker);
    },
  };
}

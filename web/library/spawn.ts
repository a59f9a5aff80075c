import type { FromWorker, ToWorker } from "./chunk.js";

/** A worker just started, before it has said that it is ready: the same in a browser and in Node. */
export interface Spawned {
  post(message: ToWorker): void;
  /** Called once; `dead` is told why the worker can no longer be used. */
  listen(heard: (message: FromWorker) => void, dead: (reason: string) => void): void;
  terminate(): void;
  /** Whether the worker keeps the process alive, where there is such a thing. */
  hold(alive: boolean): void;
}

/** How a page or Node starts workers, and rests between two slices of work where there are none. */
export interface Spawner {
  /** Processors to make use of. */
  readonly cores: () => number;
  /** Ways to start a worker, the best first: each may throw, or give a worker that dies at once. */
  readonly ways: readonly (() => Spawned)[];
  /** Lets every task that waits have its turn. */
  readonly pause: () => Promise<void>;
}

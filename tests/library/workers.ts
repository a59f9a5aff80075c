import type { Worker } from "node:worker_threads";

/** Sees, as any program in Node can, which workers are started in this process, and what they answer. */
export interface Workers {
  /** Those started since the last test, the first first. */
  started(): readonly Worker[];
  /** Every one that still lives. */
  living(): readonly Worker[];
  onStart(seen: (worker: Worker) => void): void;
  /** Hears every message of every worker until the function it gives is called. */
  onMessage(heard: (worker: Worker, message: unknown) => void): () => void;
  /** Ends every one that lives, from outside. */
  killAll(): Promise<void>;
  /** Between two tests. */
  forget(): void;
}

/** A worker's answer to a chunk of trials, and not its word that it is ready. */
export const hasSum = (message: unknown): boolean => "partial" in (message as object);

export function watchWorkers(): Workers {
  const living = new Set<Worker>();
  let started: Worker[] = [];
  let seen: ((worker: Worker) => void) | undefined;
  const ears = new Set<(worker: Worker, message: unknown) => void>();
  process.on("worker", (worker: Worker) => {
    living.add(worker);
    started.push(worker);
    worker.once("exit", () => living.delete(worker));
    worker.on("message", (message: unknown) => {
      for (const heard of ears) heard(worker, message);
    });
    seen?.(worker);
  });
  return {
    started: () => started,
    living: () => [...living],
    onStart: (callback) => {
      seen = callback;
    },
    onMessage: (heard) => {
      ears.add(heard);
      return () => void ears.delete(heard);
    },
    killAll: async () => {
      await Promise.all([...living].map((worker) => worker.terminate()));
    },
    forget: () => {
      started = [];
      seen = undefined;
    },
  };
}

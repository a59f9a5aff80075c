// Timers of their own, which go on where a test has stopped those of the library.
import { setTimeout as later } from "node:timers/promises";
import type { Worker } from "node:worker_threads";

/** Sees, as any program in Node can, which workers are started in this process, and what they answer. */
export interface Workers {
  /** Those started since the last test, the first first. */
  started(): readonly Worker[];
  /** Every one that still lives. */
  living(): readonly Worker[];
  /** Those that have been sent chunks of trials and have not answered. */
  busy(): readonly Worker[];
  /** How many chunks of trials have been sent to all of them together, ever. */
  sent(): number;
  /** Waits until every chunk that was sent has been answered, or its worker has died. */
  silence(): Promise<void>;
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

/** Waits for something that comes sooner or later; how late it may be is the test's own limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await later(1);
}

export function watchWorkers(): Workers {
  const living = new Set<Worker>();
  let started: Worker[] = [];
  let seen: ((worker: Worker) => void) | undefined;
  let sent = 0;
  /** How many of them each has not answered yet. */
  const unanswered = new WeakMap<Worker, number>();
  const ears = new Set<(worker: Worker, message: unknown) => void>();
  process.on("worker", (worker: Worker) => {
    living.add(worker);
    started.push(worker);
    worker.once("exit", () => living.delete(worker));
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: object) => {
      if ("chunk" in message) {
        sent += 1;
        unanswered.set(worker, (unanswered.get(worker) ?? 0) + 1);
      }
      post(message);
    };
    worker.on("message", (message: unknown) => {
      if (hasSum(message)) unanswered.set(worker, (unanswered.get(worker) ?? 0) - 1);
      for (const heard of ears) heard(worker, message);
    });
    seen?.(worker);
  });
  const busy = () => [...living].filter((worker) => (unanswered.get(worker) ?? 0) > 0);
  return {
    started: () => started,
    living: () => [...living],
    busy,
    sent: () => sent,
    silence: () => until(() => busy().length === 0),
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

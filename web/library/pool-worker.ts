import type { Chunk, FromWorker } from "./chunk.js";
import type { RawCapacityOptions } from "./raw.js";
import type { Spawned } from "./spawn.js";

/** A worker that is ready. It has one task at a time. */
export interface PoolWorker {
  /** The partial sum over a chunk of trials and how long it took. Rejects with WorkerDied, or what the core threw. */
  sum(options: RawCapacityOptions, chunk: Chunk): Promise<ChunkSum>;
  /** Ends the worker, even in the middle of a trial. */
  terminate(): void;
  /** Whether it keeps the process alive. */
  hold(alive: boolean): void;
}

export interface ChunkSum {
  readonly partial: Float64Array;
  readonly milliseconds: number;
}

/** Why a task was not done although nothing is known to be wrong with it: another worker may try. */
export class WorkerDied extends Error {}

/** Starts a worker and waits until it is ready; undefined where it does not come to that. */
export function startWorker(
  way: () => Spawned,
  module: WebAssembly.Module,
  died: (worker: PoolWorker) => void,
): Promise<PoolWorker | undefined> {
  return new Promise((resolve) => {
    let spawned: Spawned;
    try {
      spawned = way();
    } catch {
      resolve(undefined);
      return;
    }
    let state: "starting" | "ready" | "dead" = "starting";
    let task: { done(sum: ChunkSum): void; failed(error: Error): void } | undefined;
    /** What the worker was last told, so that the chunks of one run need not repeat it. */
    let told: RawCapacityOptions | undefined;

    const worker: PoolWorker = {
      sum: (options, chunk) =>
        new Promise((done, failed) => {
          if (state === "dead") {
            failed(new WorkerDied("it has ended"));
            return;
          }
          task = { done, failed };
          spawned.post({ chunk, options: options === told ? undefined : options });
          told = options;
        }),
      terminate: () => end("it was ended"),
      hold: (alive) => spawned.hold(alive),
    };

    function end(reason: string): void {
      if (state === "dead") return;
      const before = state;
      state = "dead";
      spawned.terminate();
      if (before === "starting") {
        resolve(undefined);
        return;
      }
      died(worker);
      task?.failed(new WorkerDied(reason));
    }

    function heard(message: FromWorker): void {
      if (state === "dead") return;
      if ("ready" in message) {
        state = "ready";
        resolve(worker);
      } else if (state === "starting") {
        end("it cannot start");
      } else {
        const asked = task;
        task = undefined;
        if ("failure" in message) asked?.failed(errorOf(message.failure));
        else asked?.done(message);
      }
    }

    spawned.listen(heard, end);
    try {
      spawned.post({ module });
    } catch {
      end("it cannot be sent the module");
    }
  });
}

/** An error as it was on the other side. */
function errorOf({ name, message }: { name: string; message: string }): Error {
  if (name === "RangeError") return new RangeError(message);
  if (name === "TypeError") return new TypeError(message);
  return new Error(message);
}

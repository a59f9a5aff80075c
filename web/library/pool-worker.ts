import type { Chunk, FromWorker } from "./chunk.js";
import type { RawCapacityOptions } from "./raw.js";
import type { Spawned } from "./spawn.js";

/** A worker that is ready. */
export interface PoolWorker {
  /**
   * The partial sum over a chunk of trials and how long it took. What is asked meanwhile waits its turn in the worker.
   * Rejects with WorkerDied, or with what the core threw: then the worker, which may hold any amount of memory, ends.
   */
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

/** Why a chunk was not summed although nothing is known to be wrong with it: another worker may try. */
export class WorkerDied extends Error {
  constructor(
    reason: string,
    /** Whether the worker died over this very chunk, and not before it came to it. */
    readonly begun: boolean,
  ) {
    super(reason);
  }
}

/** Milliseconds after which a worker that has said nothing will not start any more. */
const PATIENCE = 10_000;

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
    /** What was asked of it and not yet answered, in the order in which it answers. */
    const asked: { done(sum: ChunkSum): void; failed(error: Error): void }[] = [];
    /** What the worker was last told, so that the chunks of one run need not repeat it. */
    let told: RawCapacityOptions | undefined;

    const worker: PoolWorker = {
      sum: (options, chunk) =>
        new Promise((done, failed) => {
          if (state === "dead") {
            failed(new WorkerDied("it has ended", false));
            return;
          }
          asked.push({ done, failed });
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
      clearTimeout(patience);
      spawned.terminate();
      if (before === "starting") {
        resolve(undefined);
        return;
      }
      died(worker);
      asked.splice(0).forEach(({ failed }, place) => {
        failed(new WorkerDied(reason, place === 0));
      });
    }

    function heard(message: FromWorker): void {
      if (state === "dead") return;
      if ("ready" in message) {
        state = "ready";
        clearTimeout(patience);
        resolve(worker);
      } else if (state === "starting") {
        end("it cannot start");
      } else if ("failure" in message) {
        asked.shift()?.failed(errorOf(message.failure));
        end("it was ended after an error");
      } else asked.shift()?.done(message);
    }

    const patience = setTimeout(() => end("it does not start"), PATIENCE);
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

import type { CapacityPlan } from "./capacity-options.js";
import type { Chunk } from "./chunk.js";
import type { RawCapacityOptions, RawCapacityRun } from "./raw.js";

/** The books of one run: which trials are out, which are summed, and whether it is over. */
export interface CapacityRun {
  /** What the core is told. */
  readonly options: RawCapacityOptions;
  /** Settles when the run is over: every trial summed, or failed. */
  readonly finished: Promise<void>;
  /** Whether it has. */
  over(): boolean;
  /**
   * Trials to do next, about `milliseconds` of work; undefined when none are left or the run is over. Work `ahead`, for
   * someone who is busy still, is there only where single trials are shorter than that.
   */
  take(milliseconds: number, ahead?: boolean): Chunk | undefined;
  /** Trials taken that nobody has begun. */
  putBack(chunk: Chunk): void;
  /** Adds what came of a chunk. */
  add(chunk: Chunk, partial: Float64Array, milliseconds: number): void;
  /** Trials over which a worker died: they are tried once more. */
  retry(chunk: Chunk, reason: string): void;
  /** Ends the run, at once and for good. */
  fail(reason: unknown): void;
}

/** A chunk grows to at most so many times the one before: a few fast trials say little about many. */
const GROWTH = 4;

export function startRun(
  plan: CapacityPlan,
  sum: RawCapacityRun,
  sharers: number,
  progressed: () => void,
): CapacityRun {
  const { firstTrial, trials } = plan.options;
  const returned: Chunk[] = [];
  const failedOnce = new Set<number>();
  let handedOut = 0;
  let summed = 0;
  let size = 1;
  /** Milliseconds a trial, when last measured. */
  let pace = Number.POSITIVE_INFINITY;
  let over = false;
  let resolve: () => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const finished = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });

  function fail(reason: unknown): void {
    if (over) return;
    over = true;
    reject(reason);
  }

  return {
    options: plan.raw,
    finished,
    over: () => over,
    take(milliseconds, ahead = false) {
      if (over || (ahead && pace > milliseconds)) return undefined;
      const again = returned.pop();
      if (again !== undefined) return again;
      const left = trials - handedOut;
      if (left === 0) return undefined;
      // Near the end everyone gets a share, rather than one worker all that is left.
      const most = Math.min(milliseconds / pace, size * GROWTH, left / sharers / 2);
      const chunk = wholeNode(firstTrial + handedOut, most);
      handedOut += chunk.trials;
      return chunk;
    },
    add(chunk, partial, milliseconds) {
      if (over) return;
      size = chunk.trials;
      pace = milliseconds / chunk.trials;
      try {
        sum.absorb(partial);
        summed += chunk.trials;
        progressed();
      } catch (error) {
        fail(error);
      }
      if (over || summed < trials) return;
      over = true;
      resolve();
    },
    putBack: (chunk) => void returned.push(chunk),
    retry(chunk, reason) {
      const last = chunk.firstTrial + chunk.trials - 1;
      if (failedOnce.has(chunk.firstTrial)) {
        fail(new Error(`capacity: trials ${chunk.firstTrial} .. ${last} failed twice: ${reason}`));
      }
      failedOnce.add(chunk.firstTrial);
      returned.push(chunk);
    },
    fail,
  };
}

/** At most so many trials, at least one: a whole node of the tree that sums are kept over, so that one sum says it all. */
function wholeNode(first: number, most: number): Chunk {
  let count = 1;
  while (2 * count <= most && first % (2 * count) === 0) count *= 2;
  return { firstTrial: first, trials: count };
}

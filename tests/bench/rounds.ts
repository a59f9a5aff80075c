import type { Entry } from "./contestant.js";

/** An entry with what was measured: seconds a run, one number a round it took part in. */
export interface Racer {
  readonly entry: Entry;
  /** Runs in a sample. */
  readonly times: number;
  /** Seconds of one run when warm. */
  readonly pace: number;
  readonly seconds: number[];
}

export interface Pace {
  /** Rounds, in each of which every racer runs once. */
  readonly rounds: number;
  /** Seconds of running before anything counts, so that engines have put their best code in place. */
  readonly warmUp: number;
}

/** A sample takes at least this long, and seldom twice as long. */
const sampleSeconds = 0.004;

/** What a racer may take in all: those that need seconds for one run take part in three rounds at least, and no more than fit. */
const racerSeconds = 15;

/**
 * Warms every entry up, keeps the fastest of each contestant, then lets them take turns: in every round each runs once,
 * and each round begins with another one. Whatever slows the machine for a while then slows all of them.
 */
export async function race(entries: readonly Entry[], pace: Pace): Promise<Racer[]> {
  const warm: Racer[] = [];
  for (const entry of entries) warm.push(await warmUp(entry, pace));
  const racers = await fastestOfEach(warm);
  for (let round = 0; round < pace.rounds; round++) {
    for (let i = 0; i < racers.length; i++) {
      const racer = racers[(i + round) % racers.length] as Racer;
      if (round < roundsFor(racer, pace)) racer.seconds.push(await sample(racer));
    }
  }
  return racers;
}

const sample = async ({ entry, times }: Racer) => (await entry.sample(times)) / times;

/** Runs for a while, and finds how many runs make a sample. */
async function warmUp(entry: Entry, pace: Pace): Promise<Racer> {
  let times = 1;
  let total = 0;
  for (;;) {
    const took = await entry.sample(times);
    total += took;
    if (took >= sampleSeconds && total >= pace.warmUp) {
      return { entry, times, pace: took / times, seconds: [] };
    }
    if (took < sampleSeconds) times *= 2;
  }
}

/** Where a contestant has entered more than one layout, a few samples of each decide. */
async function fastestOfEach(racers: Racer[]): Promise<Racer[]> {
  const kept: Racer[] = [];
  for (const contestant of new Set(racers.map(({ entry }) => entry.contestant))) {
    const own = racers.filter(({ entry }) => entry.contestant === contestant);
    const times = new Map<Racer, number>();
    for (const racer of own.length > 1 ? own : []) {
      times.set(racer, Math.min(await sample(racer), await sample(racer), await sample(racer)));
    }
    kept.push(own.reduce((best, next) => (times.get(next)! < times.get(best)! ? next : best)));
  }
  return kept;
}

function roundsFor({ pace, times }: Racer, { rounds }: Pace): number {
  return Math.min(rounds, Math.max(3, Math.floor(racerSeconds / (pace * times))));
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((x, y) => x - y);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

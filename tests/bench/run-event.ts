import type { Entry } from "./contestant.js";
import type { Event, Outcome, Result } from "./event.js";
import type { Hall } from "./hall.js";
import { type Pace, race } from "./rounds.js";

/** Runs an event: everybody's result is compared with ours, then they race. */
export async function runEvent(
  event: Event,
  hall: Hall,
  pace: Pace,
  where: Outcome["where"],
): Promise<Outcome> {
  const entries = await event.enter(hall);
  await compare(event, entries);
  const racers = await race(entries, pace);
  for (const entry of entries) entry.leave?.();
  const { id, group, title, unit } = event;
  const results: Result[] = racers.map(({ entry: { contestant, how, work }, times, seconds }) => ({
    contestant,
    ...(how !== undefined && { how }),
    work,
    times,
    seconds,
  }));
  if (event.derive) results.push(event.derive(results));
  return { id, group, title, unit, where, results };
}

/** Throws where a contestant computes something else than the first. */
export async function compare({ id, tolerance }: Event, entries: readonly Entry[]): Promise<void> {
  const [first, ...others] = entries.filter((entry) => entry.result);
  if (!first?.result) return;
  const expected = await first.result();
  for (const { contestant, how, result } of others) {
    const difference = distance(expected, (await result?.()) ?? []);
    if (!(difference <= tolerance)) {
      throw new Error(
        `${id}: ${contestant}${how ? ` (${how})` : ""} differs from ${first.contestant} by ${difference} of the largest number, allowed is ${tolerance}`,
      );
    }
  }
}

/** The largest difference over the largest number. */
function distance(expected: ArrayLike<number>, actual: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Number.NaN;
  let [most, largest] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    const [x, y] = [expected[i] as number, actual[i] as number];
    if (!Number.isFinite(x) || !Number.isFinite(y)) return Number.NaN;
    most = Math.max(most, Math.abs(x - y));
    largest = Math.max(largest, Math.abs(x));
  }
  return most === 0 ? 0 : most / largest;
}

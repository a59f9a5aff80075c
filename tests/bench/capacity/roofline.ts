import type { Entry } from "../contestant.js";
import { seconds } from "../contestant.js";
import { physicalLimits } from "../contestants/physical.js";
import type { Result } from "../event.js";
import type { Module } from "../wasm.js";
import type { Size } from "./contestants.js";

// What a trial cannot be faster than: the operations that the block recursions need, at the register peak, and the two
// parts that are not of that kind: the factorisation in double precision that starts P at n = d, and the random numbers.
// All three are measured in the same rounds as the engine.

/** Pairs that the engine takes at once. */
const block = 8;

/**
 * Multiplications and additions of one trial in single precision, d = m. A block of B pairs takes, with d = m:
 *
 *     C K             2 d^2 B     both from the keys of the block
 *     S [K | C K]     4 d^2 B
 *     S += V K'       2 d^2 B
 *     C += K K'         d^2 B     symmetric: half
 *
 * and beyond n = d also
 *
 *     T = P K         2 d^2 B
 *     S T             2 d^2 B
 *     P -= U'U          d^2 B     symmetric: half
 *
 * and what pairs of one block mean to each other: K'K, K'C K, V'V, V'S K, V'S C K before n = d, and beyond it K'T and the
 * triangular solves for Y and U besides. A symmetric or triangular one takes d B^2, another 2 d B^2.
 */
export function operations({ d, pairs }: Size): number {
  const blocks = Math.ceil(pairs / block);
  const beyond = Math.ceil(Math.max(0, pairs - d) / block);
  const [whole, small] = [d * d * block, d * block * block];
  return blocks * (9 * whole + 7 * small) + beyond * (5 * whole + 3 * small);
}

/** Entries that the roofline is made of. */
export function rooflineParts(module: Module, { d, pairs }: Size): Entry[] {
  const [keys, values] = [module.room(pairs * d * 8), module.room(pairs * d * 8)];
  const draw = module.function("pairs");
  const start = module.function("start");
  draw(0, d, pairs, keys, values);
  return [
    ...(physicalLimits(module).enter({
      operation: "accumulate",
      precision: "single",
      p: d,
      q: d,
      r: block,
    }) as Entry[]),
    {
      contestant: "start",
      work: 1,
      sample: (times) => seconds(() => start(times, d, keys)),
    },
    {
      contestant: "random",
      work: 1,
      sample: (times) =>
        seconds(() => {
          for (let trial = 0; trial < times; trial++) draw(trial, d, pairs, keys, values);
        }),
    },
  ];
}

/** The roofline of each round, from the parts as measured in it. */
export function roofline(size: Size, results: readonly Result[]): Result {
  const part = (name: string) => results.find(({ contestant }) => contestant === name) as Result;
  const [peak, start, random] = [part("peak"), part("start"), part("random")];
  return {
    contestant: "roofline",
    work: 1,
    times: 1,
    seconds: peak.seconds.map(
      (time, round) =>
        (operations(size) * time) / peak.work +
        (start.seconds[round] as number) +
        (random.seconds[round] as number),
    ),
  };
}

import type { Entry, Precision } from "../contestant.js";
import { seconds } from "../contestant.js";
import { physicalLimits } from "../contestants/physical.js";
import type { Result } from "../event.js";
import type { Module } from "../wasm.js";
import type { Size } from "./contestants.js";

// What a trial cannot be faster than: the operations that the block recursions need, at the register peak, those of the
// start in double precision at that one's, and the random numbers. Both peaks and the random numbers are measured in the
// same rounds as the engine.

/** Pairs that the engine takes at once. */
const block = 8;

/**
 * Multiplications and additions of one trial in single precision. A block of B pairs takes, with d = m:
 *
 *     C K             2 d^2 B     both from the keys of the block
 *     S [K | C K]     4 d^2 B
 *     S += V K'       2 d^2 B
 *     C += K K'         d^2 B     symmetric: half
 *     K'K, K'C K, V'V   3 d B^2   what the pairs of a block mean to each other; half of each
 *     V'S K             2 d B^2
 *
 * and beyond n = d also
 *
 *     T = P K         2 d^2 B
 *     S T             2 d^2 B
 *     P -= U'U          d^2 B     symmetric: half
 *     K'T               d B^2     half
 *     L^-1 [E' | T']  2 d B^2     triangular
 */
export function operations({ d, pairs }: Size): number {
  const blocks = Math.ceil(pairs / block);
  const beyond = Math.ceil(Math.max(0, pairs - d) / block);
  const [whole, small] = [d * d * block, d * block * block];
  return blocks * (9 * whole + 5 * small) + beyond * (5 * whole + 3 * small);
}

/**
 * In double precision, once: K K' of d keys (d^3, symmetric), its Cholesky factor and P, its inverse (d^3 together). What
 * up to n = d the reads of a solved memory miss costs more; that is the engine's business, not a limit.
 */
export const startOperations = ({ d }: Size): number => 2 * d ** 3;

/** Entries that the roofline is made of. */
export function rooflineParts(module: Module, { d, pairs }: Size): Entry[] {
  const draw = module.function("draw");
  return [
    peak(module, "single", "peak"),
    peak(module, "double", "peak double"),
    {
      contestant: "random",
      work: 1,
      sample: (times) => seconds(() => draw(times, d, pairs)),
    },
  ];
}

function peak(module: Module, precision: Precision, contestant: string): Entry {
  const product = { operation: "accumulate", precision, p: 1, q: 1, r: 1 } as const;
  const [entry] = physicalLimits(module).enter(product) as [Entry];
  return { ...entry, contestant };
}

/** The roofline of each round, from the parts as measured in it. */
export function roofline(size: Size, results: readonly Result[]): Result {
  const part = (name: string) => results.find(({ contestant }) => contestant === name) as Result;
  const [single, double, random] = [part("peak"), part("peak double"), part("random")];
  const seconds = single.seconds.map(
    (time, round) =>
      (operations(size) * time) / single.work +
      (startOperations(size) * (double.seconds[round] as number)) / double.work +
      (random.seconds[round] as number),
  );
  return { contestant: "roofline", work: 1, times: 1, seconds };
}

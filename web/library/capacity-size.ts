import type { CapacityPlan } from "./capacity-options.js";
import type { RawChoice } from "./raw.js";

/** The most that one instance of the core can hold: WebAssembly.Memory as it is built. */
const MOST = 2 ** 31;

/**
 * Refuses an experiment that no instance can hold, before any is asked to. What is counted is what it takes at the
 * least: every memory's numbers with the most pairs in it, and the sums of the curve.
 *
 * @throws RangeError with the bytes it would take.
 */
export function refuseTooLarge(
  call: string,
  { raw, memories, pairs, reported }: CapacityPlan,
): void {
  const { keyDim, valueDim } = raw;
  const most = pairs.at(-1) ?? 1;
  let numbers = 2 * memories.length * reported;
  for (const { rule, features } of raw.memories) {
    const count = featureCount(features, keyDim);
    numbers +=
      rule.name === "cache"
        ? most * (count + valueDim)
        : count * (valueDim + (rule.name.endsWith("least-squares") ? count : 0));
  }
  const bytes = 8 * numbers;
  if (bytes <= MOST) return;
  throw new RangeError(
    `${call}: keyDim ${keyDim}, valueDim ${valueDim} and pairs ${most} would take at least ${inGB(bytes)}, ` +
      `expected at most ${inGB(MOST)}`,
  );
}

function featureCount({ name, count, nu, bits }: RawChoice, dim: number): number {
  if (name === "taylor") return 1 + dim + dim ** 2;
  if (name === "dpfp") return 2 * dim * Number(nu);
  return Number(count ?? bits ?? dim);
}

const inGB = (bytes: number): string => `${Number((bytes / 1e9).toPrecision(3))} GB`;

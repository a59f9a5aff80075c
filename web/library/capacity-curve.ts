import type { CapacityPlan } from "./capacity-options.js";
import { lawOf, stateBytesOf } from "./capacity-theory.js";
import type { CapacityCurve } from "./capacity-types.js";
import type { RawCapacityRun, RawModule } from "./raw.js";

/** Makes the curve of what a sum holds now; `complete` adds the partial that shards are joined by. */
export type CurveMaker = (sum: RawCapacityRun, complete: boolean) => CapacityCurve;

export function curveMaker(raw: RawModule, plan: CapacityPlan): CurveMaker {
  const count = plan.pairs.length;
  const laws = plan.memories.map((memory) => lawOf(raw, plan, memory));
  const bytes = plan.memories.map((memory) => stateBytesOf(plan, memory));
  return (sum, complete) => {
    const mean = sum.mean();
    const standardError = sum.standardError();
    const part = (numbers: Float64Array, index: number): number[] =>
      Array.from(numbers.subarray(index * count, (index + 1) * count));
    return {
      options: plan.options,
      pairs: [...plan.pairs],
      trials: sum.trials,
      memories: plan.memories.map(({ name }, index) => ({
        name,
        mean: part(mean, index),
        standardError: part(standardError, index),
        theory: laws[index] ?? null,
        stateBytes: bytes[index] ?? [],
      })),
      partial: complete ? Array.from(sum.partial()) : null,
    };
  };
}

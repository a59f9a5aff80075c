import type { CapacityPlan } from "./capacity-options.js";
import { lawOf } from "./capacity-theory.js";
import type { CapacityCurve } from "./capacity-types.js";
import type { RawCapacityRun, RawModule } from "./raw.js";

/** Makes the curve of what a sum holds now; `complete` adds the partial that shards are joined by. */
export type CurveMaker = (sum: RawCapacityRun, complete: boolean) => CapacityCurve;

export function curveMaker(raw: RawModule, plan: CapacityPlan): CurveMaker {
  const count = plan.pairs.length;
  const laws = plan.memories.map((memory) => lawOf(raw, plan, memory));
  return (sum, complete) => {
    const mean = sum.mean();
    const standardError = sum.standardError();
    const stateBytes = sum.stateBytes();
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
        stateBytes: part(stateBytes, index),
      })),
      partial: complete ? Array.from(sum.partial()) : null,
    };
  };
}

import type { CapacityPlan } from "./capacity-options.js";
import { lawOf } from "./capacity-theory.js";
import type { CapacityCurve } from "./capacity-types.js";
import type { RawCapacityRun, RawModule } from "./raw.js";

/** Makes the curve of what the sum holds now; `complete` adds the partial that shards are joined by. */
export type CurveMaker = (complete: boolean) => CapacityCurve;

/** What no trial changes is computed here, once. */
export function curveMaker(raw: RawModule, plan: CapacityPlan, sum: RawCapacityRun): CurveMaker {
  const { pairs, reported } = plan;
  const laws = plan.memories.map((memory) => lawOf(raw, plan, memory));
  const stateBytes = sum.stateBytes();
  return (complete) => {
    const mean = sum.mean();
    const standardError = sum.standardError();
    const part = (numbers: Float64Array, index: number, count = reported): number[] =>
      Array.from(numbers.subarray(index * count, (index + 1) * count));
    return {
      options: plan.options,
      pairs: [...pairs],
      ages: plan.raw.against === "age" ? Array.from({ length: reported }, (_, age) => age) : null,
      trials: sum.trials,
      memories: plan.memories.map(({ name }, index) => ({
        name,
        mean: part(mean, index),
        standardError: part(standardError, index),
        theory: laws[index]?.slice() ?? null,
        stateBytes: part(stateBytes, index, pairs.length),
      })),
      partial: complete ? Array.from(sum.partial()) : null,
    };
  };
}

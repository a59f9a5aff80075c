import type { CapacityPlan, PlannedMemory } from "./capacity-options.js";
import type { RawModule } from "./raw.js";

const BYTES = 8;

/** The closed form of a memory's mean error at every reported n; null where there is none. */
export function lawOf(raw: RawModule, plan: CapacityPlan, memory: PlannedMemory): number[] | null {
  const { keyDim, keys, metric, queryNoise } = plan.raw;
  if (keys.name !== "sphere" || metric !== "squared-error" || queryNoise !== 0) return null;
  const { features, read, rule } = memory.raw;
  if (features.name !== "identity" || read.name !== "linear") return null;
  if (rule.name === "additive") return plan.pairs.map((n) => raw.theoryAdditive(n, keyDim));
  if (rule.name === "least-squares") {
    return plan.pairs.map((n) => raw.theoryLeastSquares(n, keyDim));
  }
  return null;
}

/** What the memory carries with n pairs in it, at every reported n. */
export function stateBytesOf(plan: CapacityPlan, memory: PlannedMemory): number[] {
  const { keyDim, valueDim, rule } = memory.raw;
  const second = rule.name === "least-squares" ? keyDim * keyDim : 0;
  return plan.pairs.map(() => BYTES * (keyDim * valueDim + second));
}

import type { CapacityPlan, PlannedMemory } from "./capacity-options.js";
import type { RawChoice, RawModule } from "./raw.js";

/**
 * The closed form of a memory's mean error at every reported n, or of one pair's at every age; null where there is
 * none. A noisy query adds s^2 / d times E|S|_F^2 to the error of a clean one, however old the pair.
 */
export function lawOf(raw: RawModule, plan: CapacityPlan, memory: PlannedMemory): number[] | null {
  const { keyDim, keys, metric, queryNoise } = plan.raw;
  const { features, normalise, read, rule } = memory.raw;
  if (keys.name !== "sphere" || metric !== "squared-error") return null;
  if (features.name !== "identity" || read.name !== "linear") return null;
  // Normalising to unit length changes no key here, but it does change a noisy query.
  if (normalise !== "none" && (normalise !== "unit" || queryNoise > 0)) return null;
  const law = lawOfRule(raw, rule, keyDim);
  if (law === null) return null;
  const share = queryNoise ** 2 / keyDim;
  const at = (n: number): number =>
    queryNoise === 0 ? law.clean(n) : law.noisy(n, queryNoise, share);
  if (plan.raw.against === "pairs") return plan.pairs.map(at);
  const n = plan.reported;
  if (law.aged === undefined) return new Array<number>(n).fill(at(n));
  const noise = at(n) - law.clean(n);
  return Array.from(law.aged(n), (error) => error + noise);
}

interface Law {
  clean(n: number): number;
  noisy(n: number, queryNoise: number, share: number): number;
  /** By age, where that matters. */
  readonly aged?: (n: number) => Float64Array;
}

function lawOfRule(raw: RawModule, rule: RawChoice, d: number): Law | null {
  const { decay = 1, beta = 1, ridge = 0, forgetting = 1 } = rule as RuleParameters;
  switch (rule.name) {
    case "additive":
    // Read linearly, a cache is the additive memory written out.
    case "cache":
      return withGain(
        (n) => raw.theoryAdditive(n, d),
        (n) => raw.theoryNoiseGain("additive", n, d),
      );
    case "least-squares":
      if (ridge > 0) return ofRidge(raw, d, ridge);
      return withGain(
        (n) => raw.theoryLeastSquares(n, d),
        (n) => raw.theoryNoiseGain("least-squares", n, d),
      );
    case "recursive-least-squares":
      return forgetting === 1 ? ofRidge(raw, d, ridge) : null;
    case "decay":
      if (typeof decay !== "number") return null;
      return withGain(
        (n) => raw.theoryDecay(n, d, decay),
        (n) => recursion(n, decay ** 2, 1),
        (n) => raw.theoryDecayOfAges(n, d, decay),
      );
    case "delta":
    case "gated-delta": {
      if (typeof decay !== "number") return null;
      const kept = decay ** 2 * (1 - (2 * beta - beta ** 2) / d);
      return withGain(
        (n) =>
          rule.name === "delta"
            ? raw.theoryDelta(n, d, beta)
            : raw.theoryGatedDelta(n, d, decay, beta),
        (n) => recursion(n, kept, beta ** 2),
        (n) => raw.theoryGatedDeltaOfAges(n, d, decay, beta),
      );
    }
    default:
      return null;
  }
}

interface RuleParameters {
  readonly decay?: number | Float64Array;
  readonly beta?: number;
  readonly ridge?: number;
  readonly forgetting?: number;
}

function withGain(
  clean: (n: number) => number,
  gain: (n: number) => number,
  aged?: (n: number) => Float64Array,
): Law {
  return {
    clean,
    noisy: (n, _, share) => clean(n) + share * gain(n),
    ...(aged && { aged }),
  };
}

function ofRidge(raw: RawModule, d: number, ridge: number): Law {
  return {
    clean: (n) => raw.theoryRidge(n, d, ridge, 0),
    noisy: (n, queryNoise) => raw.theoryRidge(n, d, ridge, queryNoise),
  };
}

/** E|S|_F^2 after n writes: each keeps a part of what was there and adds its own. */
function recursion(n: number, kept: number, added: number): number {
  return kept === 1 ? n * added : (added * (1 - kept ** n)) / (1 - kept);
}

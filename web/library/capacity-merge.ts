import { type Options, typeError } from "./arguments.js";
import { vector } from "./arrays.js";
import { curveMaker } from "./capacity-curve.js";
import { type CapacityPlan, parsePlan } from "./capacity-options.js";
import { refuseTooLarge } from "./capacity-size.js";
import type { CapacityCurve } from "./capacity-types.js";
import type { RawModule } from "./raw.js";

interface Part {
  readonly name: string;
  readonly plan: CapacityPlan;
  readonly partial: Float64Array;
}

/** Joins shards of one run: their trials must adjoin, in whatever order they come. */
export function mergeCurves(raw: RawModule, given: unknown): CapacityCurve {
  if (!Array.isArray(given)) throw typeError("mergeCapacity", "parts", given, "an array of curves");
  const parts = Array.from(given as unknown[], parsePart).sort(
    (a, b) => a.plan.options.firstTrial - b.plan.options.firstTrial,
  );
  const first = parts[0];
  if (first === undefined) {
    throw new RangeError("mergeCapacity: parts is empty, expected at least one curve");
  }
  let end = first.plan.options.firstTrial;
  for (const { name, plan } of parts) {
    const other = differing(plan, first.plan);
    if (other.length > 0) {
      throw new RangeError(
        `mergeCapacity: ${name} has other options than ${first.name}: ${other.join(", ")}`,
      );
    }
    const { firstTrial, trials } = plan.options;
    if (firstTrial !== end) {
      throw new RangeError(
        `mergeCapacity: ${name} begins at trial ${firstTrial}, expected ${end}: trials ${
          firstTrial > end ? "are missing" : "are counted twice"
        }`,
      );
    }
    end += trials;
  }
  const { firstTrial } = first.plan.options;
  const whole = parsePlan("mergeCapacity", {
    ...first.plan.options,
    trials: end - firstTrial,
  });
  refuseTooLarge(raw, "mergeCapacity", whole);
  const sum = new raw.CapacityRun(whole.raw, firstTrial, 0);
  try {
    for (const { name, plan, partial } of parts) {
      const before = sum.trials;
      sum.absorb(partial);
      const held = sum.trials - before;
      if (held !== plan.options.trials) {
        throw new RangeError(
          `mergeCapacity: ${name}.partial holds ${held} trials, expected ${plan.options.trials}`,
        );
      }
    }
    return curveMaker(raw, whole, sum)(true);
  } finally {
    sum.delete();
  }
}

function parsePart(value: unknown, index: number): Part {
  const name = `parts[${index}]`;
  if (typeof value !== "object" || value === null) {
    throw typeError("mergeCapacity", name, value, "a curve");
  }
  const { options, partial } = value as { options?: unknown; partial?: unknown };
  if (partial === null) {
    throw new RangeError(
      `mergeCapacity: ${name} is of a run that goes on, expected a finished one`,
    );
  }
  return {
    name,
    plan: parsePlan(`mergeCapacity: ${name}`, options),
    partial: vector("mergeCapacity", `${name}.partial`, partial),
  };
}

/** The options that are not alike, of those that must be, whichever trials a part holds. */
function differing(one: CapacityPlan, other: CapacityPlan): string[] {
  const [ours, theirs] = [one, other].map(
    ({ options, pairs }): Options => ({
      ...options,
      pairs,
      firstTrial: 0,
      trials: 0,
    }),
  ) as [Options, Options];
  return Object.keys(ours).filter(
    (name) => JSON.stringify(ours[name]) !== JSON.stringify(theirs[name]),
  );
}

import type { CapacityPlan } from "./capacity-options.js";
import type { RawModule } from "./raw.js";

/** The most that one instance of the core can hold: WebAssembly.Memory as it is built. */
const MOST = 2 ** 31;

/**
 * Refuses an experiment that no instance can hold, before any is asked to.
 *
 * @throws RangeError with the bytes it would take.
 */
export function refuseTooLarge(
  module: RawModule,
  call: string,
  { raw: options, pairs }: CapacityPlan,
): void {
  const bytes = module.capacityBytes(options);
  if (bytes <= MOST) return;
  const { keyDim, valueDim } = options;
  throw new RangeError(
    `${call}: keyDim ${keyDim}, valueDim ${valueDim} and pairs ${pairs.at(-1)} would take at least ${inGB(bytes)}, ` +
      `expected at most ${inGB(MOST)}`,
  );
}

const inGB = (bytes: number): string => `${Number((bytes / 1e9).toPrecision(3))} GB`;

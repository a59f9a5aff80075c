import type { MemoryOptions } from "matrix-memory";
import type { CapacityValues } from "./capacity-model.js";

/** A memory that is measured beside the added and the fitted one, by the name of its choice. */
type Compared = Exclude<CapacityValues["compare"], "none">;

type Parameters = Pick<CapacityValues, "decay" | "beta" | "ridge" | "inverseTemperature">;

/** What each is, in the library's four choices; what is not said is the plain choice. */
const choices: Readonly<Record<Compared, (parameters: Parameters) => Partial<MemoryOptions>>> = {
  decay: ({ decay }) => ({ rule: { name: "decay", decay } }),
  delta: ({ beta }) => ({ rule: { name: "delta", beta } }),
  "gated-delta": ({ decay, beta }) => ({ rule: { name: "gated-delta", decay, beta } }),
  "recursive-least-squares": ({ ridge }) => ({ rule: { name: "recursive-least-squares", ridge } }),
  "elu+1": () => ({ features: "elu+1", read: "normalised" }),
  dpfp: ({ beta }) => ({ normalise: "sum", features: "dpfp", rule: { name: "delta", beta } }),
  favor: () => ({ features: "favor", read: "normalised" }),
  taylor: () => ({ features: "taylor", read: "normalised" }),
  softmax: ({ inverseTemperature }) => ({
    rule: "cache",
    read: { name: "softmax", inverseTemperature },
  }),
};

/** The memories of a run: added, fitted, and the one chosen beside them. */
export function memoriesOf(
  parameters: Parameters & Pick<CapacityValues, "compare">,
): ("additive" | "least-squares" | Partial<MemoryOptions>)[] {
  const { compare } = parameters;
  const both: ("additive" | "least-squares")[] = ["additive", "least-squares"];
  return compare === "none" ? both : [...both, choices[compare](parameters)];
}

const names: Readonly<Record<Compared, string>> = {
  decay: "the decaying memory",
  delta: "the delta rule",
  "gated-delta": "the gated delta rule",
  "recursive-least-squares": "recursive least squares",
  "elu+1": "linear attention",
  dpfp: "fast weights with DPFP",
  favor: "the Performer",
  taylor: "the Taylor kernel",
  softmax: "softmax attention",
};

/** As sentences call it; a drawing leaves the article out. */
export function nameOfCompared({ compare }: Pick<CapacityValues, "compare">): string | undefined {
  return compare === "none" ? undefined : names[compare];
}

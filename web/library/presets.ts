import type { MemoryOptions, Preset } from "./choices.js";

type FourChoices = Readonly<
  Required<Pick<MemoryOptions, "normalise" | "features" | "rule" | "read">>
>;

/** The systems of the literature; the table with their sources is at {@link Preset}. */
export const PRESETS: Readonly<Record<Preset, FourChoices>> = {
  "correlation-matrix": row("none", "identity", "additive", "linear"),
  "linear-attention": row("none", "elu+1", "additive", "normalised"),
  "fast-weight-programmer": row("sum", "dpfp", "delta", "linear"),
  performer: row("none", "favor", "additive", "normalised"),
  "least-squares": row("none", "identity", "least-squares", "linear"),
  "softmax-attention": row("none", "identity", "cache", "softmax"),
  "ret-net": row("none", "identity", { name: "decay", decay: 31 / 32 }, "linear"),
  "mamba-2": row("none", "identity", { name: "decay" }, "linear"),
  "gated-linear-attention": row("none", "identity", { name: "decay" }, "linear"),
  "delta-net": row("unit", "identity", "delta", "linear"),
  "gated-delta-net": row("unit", "identity", "gated-delta", "linear"),
  mesa: row("unit", "identity", { name: "recursive-least-squares", ridge: 1 }, "linear"),
  based: row("none", "taylor", "additive", "normalised"),
  "modern-hopfield": row("none", "identity", "cache", {
    name: "softmax",
    inverseTemperature: 8,
    steps: 5,
  }),
  hopfield: row("none", "identity", "hopfield", "sign"),
};

export const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

function row(
  normalise: FourChoices["normalise"],
  features: FourChoices["features"],
  rule: FourChoices["rule"],
  read: FourChoices["read"],
): FourChoices {
  return { normalise, features, rule, read };
}

export type { Analysis } from "./analysis.js";
export type { Capacity } from "./capacity.js";
export type { CapacityCurve, CapacityOptions } from "./capacity-types.js";
export type {
  Features,
  MemoryOptions,
  Normalisation,
  Preset,
  ReadOut,
  Rule,
} from "./choices.js";
export { type LoadOptions, load } from "./load.js";
export type { MatrixMemory } from "./matrix-memory.js";
export type { Memory } from "./memory.js";
export type { Matrix, Rows, Vector } from "./shapes.js";
export type { Theory } from "./theory.js";

import { createLoader, type LoadOptions } from "./load.js";
import type { MatrixMemory } from "./matrix-memory.js";
import { source } from "./source-web.js";
import { spawner } from "./spawn-web.js";

export type { Analysis, AttentionOptions } from "./analysis.js";
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
export type { LoadOptions, WasmSource } from "./load.js";
export type { MatrixMemory } from "./matrix-memory.js";
export type { Memory } from "./memory.js";
export type { Matrix, Rows, Vector } from "./shapes.js";
export type { Theory } from "./theory.js";

const loadOnce = createLoader({ source, spawner });

/**
 * Loads the WebAssembly module, once per realm: later calls share it. A failed load can be tried again.
 *
 * @throws Error where the file cannot be had or is no WebAssembly (the message names the address and the status), where
 * the engine has no WebAssembly SIMD or exceptions, or where another `wasm` is asked for once the module is there.
 */
export function load(options?: LoadOptions): Promise<MatrixMemory> {
  return loadOnce(options);
}

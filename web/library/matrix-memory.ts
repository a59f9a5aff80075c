import { type Analysis, createAnalysis } from "./analysis.js";
import { type Capacity, createCapacity } from "./capacity.js";
import type { MemoryOptions, Preset } from "./choices.js";
import { createMemory, type Memory, restoreMemory } from "./memory.js";
import type { RawMemory, RawModule } from "./raw.js";
import type { Spawner } from "./spawn.js";
import { createTheory, type Theory } from "./theory.js";

/** The library, loaded. Its functions need no `this`. */
export interface MatrixMemory extends Analysis, Capacity {
  /** Of the core. */
  readonly version: string;
  /** A memory of four choices: normalisation, features, rule, read-out. */
  memory(options: MemoryOptions): Memory;
  /** A system of the literature by its name; what is given is put over the preset. */
  memory(
    preset: Preset,
    options: { keyDim: number; valueDim: number } & Partial<MemoryOptions>,
  ): Memory;
  /**
   * The memory whose `save()` gave these bytes, to the bit.
   *
   * @throws Error for anything else: bytes that are cut, changed or of another version.
   */
  restore(bytes: Uint8Array): Memory;
  /** Closed forms to hold the measurements against. */
  readonly theory: Theory;
}

export function createMatrixMemory(
  raw: RawModule,
  module: WebAssembly.Module,
  spawner: Spawner,
): MatrixMemory {
  const collector = new FinalizationRegistry<RawMemory>((memory) => memory.delete());
  return Object.freeze({
    version: raw.version(),
    memory: (first: Preset | MemoryOptions, second?: unknown) =>
      createMemory(raw, collector, first, second),
    restore: (bytes: Uint8Array) => restoreMemory(raw, collector, bytes),
    ...createAnalysis(raw),
    ...createCapacity(raw, module, spawner),
    theory: createTheory(raw),
  });
}

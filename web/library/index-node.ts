import { createLoader, type LoadOptions } from "./load.js";
import type { MatrixMemory } from "./matrix-memory.js";
import { source } from "./source-node.js";
import { spawner } from "./spawn-node.js";

/** The package's entry in Node. What it exports, and its types, are those of index.ts, where they are described. */

const loadOnce = createLoader({ source, spawner });

export function load(options?: LoadOptions): Promise<MatrixMemory> {
  return loadOnce(options);
}

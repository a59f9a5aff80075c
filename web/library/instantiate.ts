import createModule from "./core.js";
import type { RawModule } from "./raw.js";

/** A module with one function that needs both: try / catch_all, then i8x16.splat and i8x16.popcnt. */
const PROBE = Uint8Array.of(
  // The header; the type () -> v128; one function of that type.
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 5, 1, 96, 0, 1, 123],
  ...[3, 2, 1, 0],
  // Its code: try, catch_all, end; i32.const 0, splat, popcnt, end.
  ...[10, 14, 1, 12, 0, 6, 64, 25, 11, 65, 0, 253, 15, 253, 98, 11],
);

/** Says in one sentence what this engine lacks, before the first byte is fetched. */
export function checkEngine(): void {
  if (typeof WebAssembly !== "object" || !WebAssembly.validate(PROBE)) {
    throw new Error(
      "load: this engine lacks WebAssembly SIMD or exception handling, which matrix-memory needs " +
        "(Chrome 95, Firefox 100, Safari 16.4, Node 20 or later)",
    );
  }
}

/** One instance of the core. Everything that can go wrong rejects; the glue alone would wait for ever. */
export function instantiate(module: WebAssembly.Module): Promise<RawModule> {
  return new Promise((resolve, reject) => {
    createModule({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => receive(instance, module))
          .catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

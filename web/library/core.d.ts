import type { RawModule } from "./raw.js";

/** The glue that Emscripten writes beside core.wasm: makes one instance of the module. */
// biome-ignore lint/style/noDefaultExport: it is how Emscripten exports the factory.
export default function createModule(settings: {
  /** Called with the imports; hands the instance on when it is there. The glue then locates no file by itself. */
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}): Promise<RawModule>;

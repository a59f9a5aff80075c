import { options, typeError } from "./arguments.js";
import { checkEngine, instantiate } from "./instantiate.js";
import { createMatrixMemory, type MatrixMemory } from "./matrix-memory.js";
import { compileBytes, compileResponse, type Source } from "./source.js";
import type { Spawner } from "./spawn.js";

declare global {
  namespace WebAssembly {
    // Declared for users whose types know no page.
    interface Module {}
  }
}

/** What the WebAssembly file can be had from. */
export type WasmSource =
  | string
  | URL
  | ArrayBuffer
  | ArrayBufferView
  | WebAssembly.Module
  | Response
  | PromiseLike<Response>;

/** Where to find the WebAssembly file, if not beside the package's modules. */
export interface LoadOptions {
  /** An address (in Node also a path), the file's bytes, the compiled module, or the answer to a request for it. */
  wasm?: WasmSource;
}

/** What differs between a page and Node. */
export interface Place {
  readonly source: Source;
  readonly spawner: Spawner;
}

/** Makes the `load` of a place, which loads once. */
export function createLoader(place: Place): (given?: LoadOptions) => Promise<MatrixMemory> {
  /** The module: being loaded, or there. */
  let current: { wasm: WasmSource | undefined; library: Promise<MatrixMemory> } | undefined;

  async function start(wasm: WasmSource | undefined): Promise<MatrixMemory> {
    checkEngine();
    const { source, spawner } = place;
    const module = await compile(source, wasm === undefined ? source.file() : wasm);
    return createMatrixMemory(await instantiate(module), module, spawner);
  }

  return async (given = {}) => {
    const wasm = options("load", "options", given, ["wasm"]).wasm as WasmSource | undefined;
    while (current !== undefined && wasm !== undefined && !same(wasm, current.wasm)) {
      const loaded = await current.library.then(
        () => true,
        () => false,
      );
      if (loaded) throw new Error("load: the module is loaded already, from another wasm");
    }
    if (current === undefined) {
      const library = start(wasm);
      current = { wasm, library };
      library.catch(() => {
        current = undefined;
      });
    }
    return current.library;
  };
}

async function compile(source: Source, wasm: unknown): Promise<WebAssembly.Module> {
  if (typeof wasm === "string" || wasm instanceof URL) return source.compile(wasm);
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) {
    // A copy: a view of shared memory cannot be compiled, and the caller may go on to change the bytes.
    return compileBytes(bytesOf(wasm), "wasm");
  }
  const response = isThenable(wasm) ? await wasm : wasm;
  if (response instanceof Response) {
    if (response.bodyUsed) throw new TypeError("load: wasm is a Response already read");
    return compileResponse(response, response.url || "the response");
  }
  throw typeError(
    "load",
    "wasm",
    response,
    "an address, bytes, a WebAssembly.Module or a Response",
  );
}

function bytesOf(wasm: ArrayBuffer | ArrayBufferView): Uint8Array<ArrayBuffer> {
  const view = ArrayBuffer.isView(wasm)
    ? new Uint8Array(wasm.buffer, wasm.byteOffset, wasm.byteLength)
    : new Uint8Array(wasm);
  return Uint8Array.from(view);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}

function same(a: WasmSource, b: WasmSource | undefined): boolean {
  return a === b || (isAddress(a) && isAddress(b) && String(a) === String(b));
}

function isAddress(value: unknown): value is string | URL {
  return typeof value === "string" || value instanceof URL;
}

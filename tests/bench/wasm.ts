import type { Precision } from "./contestant.js";
import { type Numbers, zeros } from "./data.js";

/** Where compiled modules and files of peers are, in Node and in a page. */
export interface Place {
  bytes(file: string): Promise<BufferSource>;
  /** Addresses, with a slash at the end, of the folders of two peers' own WebAssembly files. */
  readonly tfjs: string;
  readonly onnx: string;
}

type Export = (...values: number[]) => number;

/** A module of cpp, instantiated, with a heap that only grows: nothing here lives long. */
export class Module {
  readonly #exports: WebAssembly.Exports;

  private constructor(exports: WebAssembly.Exports) {
    this.#exports = exports;
  }

  static async load(bytes: BufferSource): Promise<Module> {
    const module = await WebAssembly.compile(bytes);
    // The few functions of the host that Emscripten's runtime would call (memory grew, program ends) have nothing to do.
    const imports: WebAssembly.Imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      imports[from] = { ...imports[from], [name]: () => 0 };
    }
    const { exports } = await WebAssembly.instantiate(module, imports);
    (exports._initialize as Export)();
    return new Module(exports);
  }

  function(name: string): Export {
    return this.#exports[name] as Export;
  }

  /** Room for `bytes`, at the start of a cache line. */
  room(bytes: number): number {
    return Math.ceil(this.function("malloc")(bytes + 64) / 64) * 64;
  }

  place(numbers: Numbers): number {
    const at = this.room(numbers.byteLength);
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    new Uint8Array(this.#buffer()).set(bytes, at);
    return at;
  }

  /** A copy of what is there. */
  take(precision: Precision, at: number, count: number): Numbers {
    const numbers = zeros(precision, count);
    const bytes = new Uint8Array(this.#buffer(), at, numbers.byteLength);
    new Uint8Array(numbers.buffer).set(bytes);
    return numbers;
  }

  #buffer(): ArrayBuffer {
    return (this.#exports.memory as WebAssembly.Memory).buffer;
  }
}

/** Where the WebAssembly file comes from when nobody says: Node reads it from disk, everything else fetches it. */
export interface Source {
  /** The file beside this module. */
  readonly file: () => URL;
  /** The module behind an address. */
  readonly compile: (address: string | URL) => Promise<WebAssembly.Module>;
}

/** Compiles an answer to a request; `address` is what messages call it. */
export async function compileResponse(
  response: Response,
  address: string,
): Promise<WebAssembly.Module> {
  if (!response.ok) {
    throw new Error(
      `load: ${address} answered ${`${response.status} ${response.statusText}`.trim()}, expected a WebAssembly file`,
    );
  }
  const type = response.headers.get("content-type") ?? "";
  // Streaming insists on the right type; a server that sends another still gets its file loaded, from the bytes.
  if (/^application\/wasm\b/i.test(type) && typeof WebAssembly.compileStreaming === "function") {
    return WebAssembly.compileStreaming(response).catch((cause: unknown) =>
      notWebAssembly(address, cause),
    );
  }
  return compileBytes(await response.arrayBuffer(), `${address} (sent as ${type || "no type"})`);
}

/** Compiles bytes; `name` is what messages call them. */
export async function compileBytes(
  bytes: ArrayBuffer | ArrayBufferView<ArrayBuffer>,
  name: string,
): Promise<WebAssembly.Module> {
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  if (MAGIC.some((byte, index) => view[index] !== byte)) {
    throw new Error(`load: ${name} is ${beginning(view)}, expected a WebAssembly file`);
  }
  return WebAssembly.compile(bytes).catch((cause: unknown) => notWebAssembly(name, cause));
}

const MAGIC = [0, 97, 115, 109];

function notWebAssembly(name: string, cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new Error(`load: ${name} is not a WebAssembly file that compiles: ${reason}`, { cause });
}

function beginning(bytes: Uint8Array): string {
  if (bytes.length === 0) return "empty";
  const text = new TextDecoder()
    .decode(bytes.subarray(0, 40))
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim();
  return /^<(!doctype|html)/i.test(text)
    ? `an HTML page ("${text}")`
    : `something else ("${text}")`;
}

import { compileResponse, type Source } from "./source.js";

export const source: Source = {
  file: () => new URL("./core.wasm", import.meta.url),
  async compile(address) {
    const named = String(address);
    const response = await fetch(address).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`load: ${named} cannot be fetched: ${reason}`, { cause });
    });
    return compileResponse(response, named);
  },
};

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { compileBytes, type Source } from "./source.js";
import { source as web } from "./source-web.js";

export const source: Source = {
  file: web.file,
  async compile(address) {
    const url = toURL(address);
    if (url.protocol !== "file:") return web.compile(url);
    const bytes = await readFile(url).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`load: ${String(address)} cannot be read: ${reason}`, { cause });
    });
    return compileBytes(new Uint8Array(bytes), String(address));
  },
};

/** An address with a scheme, or a path; a single letter before the colon is a drive. */
function toURL(address: string | URL): URL {
  if (typeof address !== "string") return address;
  return /^[a-z][a-z0-9+.-]+:/i.test(address) ? new URL(address) : pathToFileURL(address);
}

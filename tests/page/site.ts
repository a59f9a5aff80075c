import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const built = fileURLToPath(new URL("../../site", import.meta.url));

const types: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

const compressions = new Map<string, Buffer>();

/** As a static host keeps its files: compressed once, as well as it can be. */
function brotli(path: string, body: string | Buffer): Buffer {
  const known = compressions.get(path) ?? brotliCompressSync(body);
  compressions.set(path, known);
  return known;
}

/** What a server may answer in place of a file. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface Site {
  /** The page's address, with the slash at its end. */
  readonly url: string;
  /** Every path that was asked for, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/**
 * Serves the built page as any static host would: under a path, if asked to, so that an address that only works at
 * the root shows; and with another answer for some files, or one that waits, to see what the page makes of a broken or a
 * slow host. `compressed` sends brotli. Another folder can be served in its place, and headers of its own sent with every
 * answer.
 */
export async function serveSite(
  options: {
    under?: string;
    instead?: (path: string) => Answer | undefined;
    before?: (path: string) => Promise<void>;
    compressed?: boolean;
    folder?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<Site> {
  const {
    under = "/",
    instead,
    before,
    compressed = false,
    folder = built,
    headers = {},
  } = options;
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    requests.push(path);
    const answer = (status: number, type: string, body: string | Buffer) => {
      const small = compressed && !type.startsWith("font/");
      response.writeHead(status, {
        ...headers,
        "content-type": type,
        "access-control-allow-origin": "*",
        ...(small ? { "content-encoding": "br" } : {}),
      });
      response.end(small ? brotli(path, body) : body);
    };
    await before?.(path);
    const other = instead?.(path);
    if (other) return answer(other.status, other.type, other.body);
    const inside = path.startsWith(under) ? normalize(path.slice(under.length)) : "..";
    if (inside.startsWith("..")) return answer(404, "text/plain", "not found");
    const file = join(
      folder,
      inside === "." || inside.endsWith("/") ? join(inside, "index.html") : inside,
    );
    try {
      const body = await readFile(file);
      answer(200, types[extname(file)] ?? "application/octet-stream", body);
    } catch {
      answer(404, "text/plain", "not found");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${under}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

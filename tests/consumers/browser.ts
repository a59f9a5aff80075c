import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { OpenBrowser } from "../page/browsers.js";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

export interface Served {
  readonly url: string;
  /** Addresses asked for, in order. */
  readonly asked: string[];
  close(): void;
}

/** The strictest policy that the documentation promises to suffice. */
const policy = { "content-security-policy": "script-src 'self' 'wasm-unsafe-eval'" };

/** Serves a folder under a path of its own. */
export async function serve(
  folder: string,
  path: string,
  headers: Record<string, string> = policy,
): Promise<Served> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? "/", "http://localhost").pathname;
    asked.push(address);
    const inside = normalize(address.slice(path.length) || "index.html");
    try {
      if (!address.startsWith(path) || inside.startsWith("..")) throw new Error("not here");
      const body = await readFile(join(folder, inside));
      response.writeHead(200, {
        "content-type": types[extname(inside)] ?? "text/plain",
        ...headers,
      });
      response.end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface Outcome {
  readonly read: number[];
  readonly mean: number[];
  /** Messages that came from workers. */
  readonly answers: number;
}

/** What the app computes in a page; whatever goes wrong on the way is the error's message. */
export async function outcomeOf(browser: OpenBrowser, url: string): Promise<Outcome> {
  const page = await browser.page();
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  try {
    await page.goto(url);
    await page.waitForFunction(() => document.title !== "", { timeout: 20_000 });
    return JSON.parse(await page.title()) as Outcome;
  } catch (error) {
    throw new Error(`${await page.title()}\n${said.join("\n")}`, { cause: error });
  } finally {
    await page.close();
  }
}

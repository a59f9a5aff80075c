import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { openBrowser } from "../page/browsers.js";
import { serveSite } from "../page/site.js";
import type { Outcome } from "./event.js";
import { built, peers, root } from "./places.js";
import type { Pace } from "./rounds.js";

const folder = join(root, "build/bench/page");

/** A page with everything it needs beside it. */
async function makePage(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [join(root, "tests/bench/page.ts")],
    bundle: true,
    format: "esm",
    target: "es2022",
    outfile: join(folder, "page.js"),
    logLevel: "error",
  });
  for (const file of ["bench_ours.wasm", "bench_eigen.wasm"])
    cpSync(built(file), join(folder, file));
  for (const [name, from] of Object.entries(peers)) {
    cpSync(from, join(folder, name), { recursive: true, filter: (path) => !path.endsWith(".map") });
  }
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><title>bench</title><script type="module" src="page.js"></script>\n',
  );
}

/** Chromium with the page open. */
export interface Chromium {
  readonly version: string;
  run(id: string, pace: Pace): Promise<Outcome>;
  close(): Promise<void>;
}

export async function openChromium(): Promise<Chromium> {
  await makePage();
  // Isolated from other origins, a page may read the clock to five microseconds.
  const site = await serveSite({
    folder,
    headers: {
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    },
  });
  const browser = await openBrowser("chromium");
  const page = await browser.page();
  page.setDefaultTimeout(0);
  await page.goto(site.url);
  await page.waitForFunction("globalThis.runInPage");
  return {
    version: await page.browser().version(),
    run: (id, pace) => page.evaluate((name, how) => globalThis.runInPage(name, how), id, pace),
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build as esbuild } from "esbuild";
import { load } from "matrix-memory";
import { rollup } from "rollup";
import { createServer, build as vite } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import webpack from "webpack";
import { browserNames, type OpenBrowser, openBrowser } from "../page/browsers.js";
import { type Outcome, outcomeOf, type Served, serve } from "./browser.js";
import { type Packed, pack, project } from "./install.js";

const app = fileURLToPath(new URL("./app", import.meta.url));
const path = "/under/a/path/";

let packed: Packed;
let folder: string;
let expected: number[];
const browsers: OpenBrowser[] = [];

beforeAll(async () => {
  packed = await pack();
  folder = await project(packed);
  cpSync(app, folder, { recursive: true });
  for (const name of browserNames) browsers.push(await openBrowser(name));
  const { capacity } = await load();
  const curve = await capacity({ keyDim: 4, pairs: 8, trials: 40, seed: 5 });
  expected = curve.memories[0]?.mean ?? [];
}, 120_000);
afterAll(async () => {
  for (const browser of browsers) await browser.close();
  for (const each of [dirname(packed.file), folder]) rmSync(each, { recursive: true, force: true });
});

const installed = (file: string): string => join(folder, "node_modules/matrix-memory/dist", file);

/** An output folder with the page in it; the bundle goes beside. */
function output(name: string): string {
  const out = join(folder, "out", name);
  mkdirSync(out, { recursive: true });
  copyFileSync(join(app, "index.html"), join(out, "index.html"));
  return out;
}

/** Both browsers, and Node, compute the same bits. */
async function works(url: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const browser of browsers) {
    const outcome = await outcomeOf(browser, url);
    expect(outcome.read).toEqual([25, 50]);
    expect(outcome.mean, browser.name).toEqual(expected);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function worksBuilt(out: string, workers: boolean): Promise<Served> {
  const served = await serve(out, path);
  try {
    for (const { answers } of await works(served.url)) {
      if (workers) expect(answers).toBeGreaterThan(2);
      else expect(answers).toBe(0);
    }
    // One download of the module, whatever the number of workers.
    const fetched = served.asked.filter((each) => each.endsWith(".wasm")).length;
    expect(fetched).toBe(browsers.length);
  } finally {
    served.close();
  }
  return served;
}

describe("Vite", () => {
  test("build", async () => {
    const outDir = join(folder, "out/vite");
    await vite({
      root: folder,
      base: path,
      logLevel: "error",
      build: { outDir, emptyOutDir: true },
    });
    await worksBuilt(outDir, true);
  });

  test("dev", async () => {
    const server = await createServer({
      root: folder,
      base: path,
      logLevel: "error",
      server: { port: 0, host: "127.0.0.1", hmr: false, watch: null },
    });
    await server.listen();
    try {
      const address = server.httpServer?.address() as { port: number };
      const outcomes = await works(`http://127.0.0.1:${address.port}${path}`);
      for (const { answers } of outcomes) expect(answers).toBeGreaterThan(2);
    } finally {
      await server.close();
    }
  });
});

test("webpack", async () => {
  const out = output("webpack");
  const stats = await new Promise<webpack.Stats>((resolve, reject) => {
    webpack(
      {
        context: folder,
        mode: "production",
        entry: "./main.js",
        output: { path: out, filename: "main.js" },
      },
      (error, done) => (done === undefined ? reject(error) : resolve(done)),
    );
  });
  expect(stats.toJson().errors).toEqual([]);
  expect(stats.toJson().warnings).toEqual([]);
  await worksBuilt(out, true);
});

describe("esbuild", () => {
  const bundle = async (out: string, entryPoints: Record<string, string>): Promise<void> => {
    await esbuild({
      absWorkingDir: folder,
      entryPoints,
      bundle: true,
      format: "esm",
      minify: true,
      outdir: out,
      logLevel: "error",
    });
    copyFileSync(installed("core.wasm"), join(out, "core.wasm"));
  };

  test("with the worker as an entry of its own and the module beside", async () => {
    const out = output("esbuild");
    await bundle(out, { main: "./main.js", worker: installed("worker.js") });
    await worksBuilt(out, true);
  });

  test("without a worker computes on the page itself", async () => {
    const out = output("esbuild-alone");
    await bundle(out, { main: "./main.js" });
    await worksBuilt(out, false);
  });
});

test("Rollup, with the worker as an entry of its own and the module beside", async () => {
  const out = output("rollup");
  const bundle = await rollup({
    input: { main: join(folder, "main.js"), worker: installed("worker.js") },
    plugins: [nodeResolve({ browser: true })],
    onwarn(warning) {
      throw new Error(warning.message);
    },
  });
  await bundle.write({ dir: out, format: "es", entryFileNames: "[name].js" });
  copyFileSync(installed("core.wasm"), join(out, "core.wasm"));
  await worksBuilt(out, true);
});

/** The page with its script, which imports the package's modules as they are. */
function plainPage(name: string, library: string): string {
  const out = output(name);
  const script = readFileSync(join(app, "main.js"), "utf8");
  writeFileSync(join(out, "main.js"), script.replace("matrix-memory", library));
  return out;
}

describe("a plain HTML page, no bundler", () => {
  test("with the package beside it", async () => {
    const out = plainPage("plain", "./matrix-memory/index.js");
    cpSync(dirname(installed("index.js")), join(out, "matrix-memory"), { recursive: true });
    await worksBuilt(out, true);
  });

  test("with the package on another origin, whose workers a page may not start itself", async () => {
    const library = await serve(dirname(installed("index.js")), "/library/", {
      "access-control-allow-origin": "*",
    });
    const page = await serve(plainPage("stranger", `${library.url}index.js`), path, {});
    try {
      for (const { answers } of await works(page.url)) expect(answers).toBeGreaterThan(2);
    } finally {
      page.close();
      library.close();
    }
  });

  test("where the policy allows no such worker either computes on the page itself", async () => {
    const library = await serve(dirname(installed("index.js")), "/library/", {
      "access-control-allow-origin": "*",
    });
    const page = await serve(plainPage("stranger", `${library.url}index.js`), path, {
      "content-security-policy": `script-src 'self' ${library.url} 'wasm-unsafe-eval'; worker-src 'none'`,
    });
    try {
      for (const { answers } of await works(page.url)) expect(answers).toBe(0);
    } finally {
      page.close();
      library.close();
    }
  });
});

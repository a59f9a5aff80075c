import { readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Packed, pack, project, root, run } from "./install.js";

const script = `
import { load } from "matrix-memory";

const { memory, capacity, version } = await load();
const pair = memory({ keyDim: 2, valueDim: 2 }).write([3, 4], [1, 2]);
const curve = await capacity({ keyDim: 4, pairs: 8, trials: 20, workers: 2 });
console.log(JSON.stringify({ read: [...pair.read([3, 4])], trials: curve.trials, version }));
`;

const typed = `
import { load, type Matrix, type Memory, type MemoryOptions, type Rows } from "matrix-memory";

const library = await load({ wasm: new URL("file:///nowhere/core.wasm") });
const options: MemoryOptions = { keyDim: 2, valueDim: 3, rule: { name: "delta", beta: 0.5 } };
const keys: Rows = [Float32Array.of(1, 2), [3, 4]];
const memory: Memory = library.memory(options).write(keys, [1, 2, 3, 4, 5, 6], { beta: [1, 0.5] });
const read: Float64Array = memory.read([1, 2]);
const state: Matrix = memory.state();
memory[Symbol.dispose]();
const signal: AbortSignal = AbortSignal.timeout(10);
const curve = await library.capacity({ keyDim: 2, pairs: [1, 2], trials: 3, signal });
const mean: number | undefined = curve.memories[0]?.mean[0];
export { mean, read, state };
// @ts-expect-error A memory needs a dimension for its values.
library.memory({ keyDim: 2 });
// @ts-expect-error There is no such rule.
library.memory({ keyDim: 2, valueDim: 2, rule: "addative" });
// @ts-expect-error The state is not the caller's to change the shape of.
state.rows = 3;
`;

let packed: Packed;
let folder: string;

beforeAll(async () => {
  packed = await pack();
  folder = await project(packed, { "script.mjs": script, "typed.ts": typed });
});
afterAll(() => {
  rmSync(dirname(packed.file), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

describe("the tarball", () => {
  test("holds the built package, its licence and notices, and nothing else", () => {
    const tops = new Set(packed.contents.map((path) => path.split("/")[0]));
    expect([...tops].sort()).toEqual(["LICENSE", "NOTICE", "README.md", "dist", "package.json"]);
    const kinds = new Set(
      packed.contents
        .filter((path) => path.startsWith("dist/") && path !== "dist/figures/licenses.md")
        .map((path) => /\.(d\.ts|js|wasm)$/.exec(path)?.[0] ?? path),
    );
    expect([...kinds].sort()).toEqual([".d.ts", ".js", ".wasm"]);
    const library = ["index.js", "index.d.ts", "core.js", "core.wasm", "worker.js"];
    const figures = ["index.js", "index.d.ts", "licenses.md"].map((file) => `figures/${file}`);
    for (const file of [...library, ...figures]) {
      expect(packed.contents).toContain(`dist/${file}`);
    }
  });
});

test("npm would publish it as it is packed", async () => {
  // There is no registry there, and none is needed.
  const said = await run(
    "npm",
    [
      "publish",
      "--dry-run",
      "--ignore-scripts",
      "--registry",
      "http://127.0.0.1:9/",
      "--fetch-retries",
      "0",
    ],
    root,
  );
  expect(said.trim()).toBe(`+ ${basename(packed.file, ".tgz").replace(/-(?=\d)/, "@")}`);
});

test("the workflow that publishes the page has its actions pinned and runs the project's commands", () => {
  const workflow = readFileSync(join(root, ".github/workflows/pages.yml"), "utf8");
  const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(3);
  for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@v\d+\.\d+\.\d+$/);
  const commands = [...workflow.matchAll(/run: (.+)/g)].map(([, command]) => command);
  expect(commands).toEqual(["node .ci/install.mjs", "npm run build"]);
});

describe("the tools that check packages find nothing", () => {
  test("publint", async () => {
    const { messages } = await publint({ pkgDir: root, strict: true });
    expect(messages.map((message) => formatMessage(message, {}))).toEqual([]);
  });

  test("arethetypeswrong, for packages of modules only", async () => {
    const tool = join(root, "node_modules/.bin/attw");
    await run(tool, [packed.file, "--profile", "esm-only", "--no-emoji"], root);
  });
});

describe("installed in an empty folder", () => {
  test("works from a script", async () => {
    const said = JSON.parse(await run(process.execPath, ["script.mjs"], folder));
    expect(said.read).toEqual([25, 50]);
    expect(said.trials).toBe(20);
  });

  test.each([
    ["nodenext", "nodenext", ["es2022"], ["node"]],
    ["esnext", "bundler", ["es2022", "dom"], []],
  ])("has types: module %s, resolution %s", async (module, moduleResolution, lib, types) => {
    const args = [
      ["--noEmit", "--strict", "--target", "es2022", "--module", module],
      ["--moduleResolution", moduleResolution, "--lib", lib.join(",")],
      types.length > 0
        ? ["--typeRoots", join(root, "node_modules/@types"), "--types", types.join(",")]
        : [],
      ["--ignoreConfig", "typed.ts"],
    ].flat();
    await run(join(root, "node_modules/.bin/tsc"), args, folder);
  });
});

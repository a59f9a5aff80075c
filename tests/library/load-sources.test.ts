import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

// One process each: a realm loads once.
const root = fileURLToPath(new URL("../..", import.meta.url));
const run = async (script: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { cwd: root },
  );
  return stdout.trim();
};
const answer = "console.log((await load(options)).theory.additive(9, 16));";

describe("load takes", () => {
  test.each([
    ["nothing", "const options = undefined;"],
    ["a path", 'const options = { wasm: "dist/core.wasm" };'],
    [
      "a file URL",
      'const options = { wasm: new URL("dist/core.wasm", "file://" + process.cwd() + "/") };',
    ],
    ["bytes", 'const options = { wasm: readFileSync("dist/core.wasm") };'],
    [
      "a buffer",
      'const options = { wasm: new Uint8Array(readFileSync("dist/core.wasm")).buffer };',
    ],
    [
      "shared bytes",
      `const bytes = readFileSync("dist/core.wasm");
       const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
       shared.set(bytes);
       const options = { wasm: shared };`,
    ],
    [
      "a module",
      'const options = { wasm: new WebAssembly.Module(readFileSync("dist/core.wasm")) };',
    ],
    [
      "a Response",
      `const type = { headers: { "content-type": "application/wasm" } };
       const options = { wasm: new Response(readFileSync("dist/core.wasm"), type) };`,
    ],
    [
      "a promise of one",
      'const options = { wasm: Promise.resolve(new Response(readFileSync("dist/core.wasm"))) };',
    ],
  ])("%s", async (_, options) => {
    const script = `
      import { readFileSync } from "node:fs";
      import { load } from "matrix-memory";
      ${options} ${answer}`;
    expect(await run(script)).toBe("0.5");
  });
});

describe("importing", () => {
  test("touches no global and does no work", async () => {
    const script = `
      const names = () => JSON.stringify(Reflect.ownKeys(globalThis).map(String));
      const before = names();
      const uses = [];
      globalThis.fetch = () => uses.push("fetch");
      for (const name of ["compile", "instantiate", "validate"]) {
        const own = WebAssembly[name];
        WebAssembly[name] = (...all) => (uses.push(name), own.apply(WebAssembly, all));
      }
      const { load } = await import("matrix-memory");
      console.log(uses.length, names() === before, typeof load);
      await load();
      console.log(names() === before, uses.includes("compile"));`;
    expect(await run(script)).toBe("0 true function\ntrue true");
  });

  test("is safe where there is no WebAssembly at all", async () => {
    const script = `
      delete globalThis.WebAssembly;
      const { load } = await import("matrix-memory");
      await load().catch((error) => console.log(error.message));`;
    expect(await run(script)).toMatch(/lacks WebAssembly/);
  });

  test("without Symbol.dispose memories have the key that compilers fall back to", async () => {
    const script = `
      const { Symbol: full } = globalThis;
      globalThis.Symbol = Object.setPrototypeOf((name) => full(name), full);
      Object.defineProperty(Symbol, "dispose", { value: undefined });
      const { load } = await import("matrix-memory");
      const memory = (await load()).memory({ keyDim: 1, valueDim: 1 });
      memory[Symbol.for("Symbol.dispose")]();
      try { memory.pairs } catch (error) { console.log(error.message, Symbol.dispose) }`;
    expect(await run(script)).toMatch(/freed undefined/);
  });
});

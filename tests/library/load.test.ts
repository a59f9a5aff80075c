import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { load } from "matrix-memory";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rejectionOf } from "./support.js";

const file = new URL("../../dist/core.wasm", import.meta.url);
const bytes = readFileSync(file);
const page = "<!doctype html><html><title>Single page</title></html>";

let server: Server;
let origin: string;

beforeAll(async () => {
  const answers: Record<string, [number, string, string | Buffer]> = {
    "/html.wasm": [200, "text/html", page],
    "/html-as-wasm.wasm": [200, "application/wasm", page],
    "/cut.wasm": [200, "application/wasm", bytes.subarray(0, 5000)],
    "/cut-text.wasm": [200, "text/plain", bytes.subarray(0, 5000)],
    "/empty.wasm": [200, "application/wasm", ""],
    "/empty-text.wasm": [200, "text/plain", ""],
    "/error.wasm": [500, "application/wasm", bytes],
    "/wrong-type.wasm": [200, "text/plain", bytes],
  };
  server = createServer((request, response) => {
    const [status, type, body] = answers[request.url ?? ""] ?? [404, "text/html", page];
    response.writeHead(status, { "content-type": type }).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe("a load that fails", () => {
  test.each([
    ["/missing.wasm", /404 Not Found/],
    ["/error.wasm", /500/],
    ["/html.wasm", /text\/html.*HTML page.*<!doctype html>/],
    ["/html-as-wasm.wasm", /not a WebAssembly file/],
    ["/cut.wasm", /not a WebAssembly file/],
    ["/cut-text.wasm", /not a WebAssembly file/],
    ["/empty.wasm", /not a WebAssembly file/],
    ["/empty-text.wasm", /empty/],
  ])("names the address and what came: %s", async (path, reason) => {
    for (const wasm of [origin + path, new URL(origin + path)]) {
      const error = await rejectionOf(() => load({ wasm }));
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).message).toContain(origin + path);
      expect((error as Error).message).toMatch(reason);
    }
  });

  test("names the address of a Response too", async () => {
    const address = `${origin}/missing.wasm`;
    for (const wasm of [fetch(address), await fetch(address)]) {
      const error = await rejectionOf(() => load({ wasm }));
      expect((error as Error).message).toMatch(/missing\.wasm answered 404/);
    }
  });

  test("says that nobody answers", async () => {
    const error = await rejectionOf(() => load({ wasm: "http://127.0.0.1:1/core.wasm" }));
    expect((error as Error).message).toMatch(/127\.0\.0\.1:1\/core\.wasm cannot be fetched/);
  });

  test("says that there is no such file", async () => {
    for (const wasm of ["./no/such.wasm", new URL("./no-such.wasm", import.meta.url)]) {
      const error = await rejectionOf(() => load({ wasm }));
      expect((error as Error).message).toMatch(/such\.wasm cannot be read/);
    }
  });

  test("refuses bytes that are no module, and modules that are another's", async () => {
    const other = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    const wasms = [new ArrayBuffer(0), new Uint8Array(100), bytes.subarray(0, 3000), other];
    for (const wasm of wasms) expect(await rejectionOf(() => load({ wasm }))).toBeInstanceOf(Error);
  });

  test("is a TypeError for what is no source at all", async () => {
    const read = await fetch(`${origin}/wrong-type.wasm`);
    await read.arrayBuffer();
    for (const wasm of [null, 5, true, {}, [], () => bytes, Promise.resolve(3), read]) {
      const error = await rejectionOf(() => load({ wasm: wasm as never }));
      expect(error).toBeInstanceOf(TypeError);
      expect((error as Error).message).toMatch(/^load: wasm/);
    }
    for (const options of [null, "core.wasm", [], { url: "core.wasm" }]) {
      const error = await rejectionOf(() => load(options as never));
      expect(error).toBeInstanceOf(TypeError);
      expect((error as Error).message).toMatch(/^load: options/);
    }
  });

  test("says in one sentence what the engine lacks", async () => {
    const { validate } = WebAssembly;
    WebAssembly.validate = () => false;
    const error = await rejectionOf(() => load());
    WebAssembly.validate = validate;
    expect((error as Error).message).toMatch(/lacks WebAssembly SIMD or exception handling/);
  });
});

// From here on the module is there: the order of these tests matters.
describe("then", () => {
  test("a file of the wrong type still loads", async () => {
    const address = `${origin}/wrong-type.wasm`;
    const failing = load({ wasm: `${origin}/missing.wasm` });
    // Asked for while another attempt is under way, which then fails.
    const loading = load({ wasm: address });
    await expect(failing).rejects.toThrow("404");
    const library = await loading;
    expect(library.theory.additive(17, 16)).toBe(1);
    expect(await load({ wasm: new URL(address) })).toBe(library);
  });

  test("every later load shares the module", async () => {
    expect(await load()).toBe(await load());
    expect(await load({})).toBe(await load());
  });

  test("another wasm is an Error, and the module works on", async () => {
    for (const wasm of [bytes, fileURLToPath(file), file, fetch(`${origin}/missing.wasm`)]) {
      await expect(load({ wasm })).rejects.toThrow("loaded already");
    }
    expect((await load()).theory.leastSquares(32, 16)).toBe(0.5);
  });

  test("the library is frozen and its functions need no this", async () => {
    const library = await load();
    expect(Object.isFrozen(library)).toBe(true);
    const { memory, gram, capacity } = library;
    expect(memory({ keyDim: 1, valueDim: 1 }).pairs).toBe(0);
    expect(gram([[2]]).data).toEqual(Float64Array.of(4));
    expect((await capacity({ keyDim: 2, pairs: 2, trials: 2 })).trials).toBe(2);
  });
});

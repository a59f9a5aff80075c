import { setTimeout as later } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { load } from "matrix-memory";
import { expect, test } from "vitest";

// The WebAssembly memory is nobody's business but the library's, so it is caught on its way in.
const memories: WebAssembly.Memory[] = [];
const instantiate = WebAssembly.instantiate;
Object.assign(WebAssembly, {
  instantiate: async (module: WebAssembly.Module, imports?: WebAssembly.Imports) => {
    const instance = await instantiate(module, imports);
    for (const each of Object.values(instance.exports)) {
      if (each instanceof WebAssembly.Memory) memories.push(each);
    }
    return instance;
  },
});
const library = await load();
Object.assign(WebAssembly, { instantiate });
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const size = (): number => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
const options = { keyDim: 32, valueDim: 32 };
const row = new Float64Array(32).fill(1);

test("ten thousand memories made and freed leave the heap flat", () => {
  const use = (times: number): void => {
    for (let i = 0; i < times; i++) library.memory(options).write(row, row).free();
  };
  use(100);
  const before = size();
  expect(before).toBeGreaterThan(0);
  use(10_000);
  expect(size()).toBe(before);
});

test("memories that are let go are freed when they are collected", async () => {
  // 40 rounds of 500 states of 8 KB each would be 160 MB.
  const before = size();
  for (let round = 0; round < 40; round++) {
    for (let i = 0; i < 500; i++) library.memory(options).write(row, row);
    collect();
    await later(1);
  }
  expect(size() - before).toBeLessThan(60e6);
});

test("analysis and failed calls leave it flat too", () => {
  const keys = Array.from({ length: 20 }, () => row);
  const use = (): void => {
    for (let i = 0; i < 300; i++) {
      library.leastSquares(keys, keys);
      library.dualBasis(keys);
      expect(() =>
        library.memory(options).write(
          [1e200, ...row.subarray(1)],
          row.map(() => 1e200),
        ),
      ).toThrow(RangeError);
      expect(() => library.gram(keys, 31)).toThrow(RangeError);
    }
    collect();
  };
  use();
  const before = size();
  use();
  expect(size() - before).toBeLessThan(10e6);
});

test("errors that the core throws are counted by nobody: the hundred-thousandth is like the first", () => {
  const memory = library.memory({ keyDim: 1, valueDim: 1 });
  const refused = [
    // Only the core can see these: a state that would not be finite, a key that cannot be normalised, damaged bytes.
    () => memory.write([1e200], [1e200]),
    () => library.memory({ keyDim: 2, valueDim: 1, normalise: "unit" }).write([0, 0], [1]),
    () => library.restore(new Uint8Array(64)),
  ];
  for (let i = 0; i < 100_000; i++) {
    const call = refused[i % refused.length] as () => void;
    expect(call).toThrow();
  }
  expect(memory.write([2], [3]).read([1])).toEqual(new Float64Array([6]));
  memory.free();
});

import { load, type MemoryOptions } from "matrix-memory";
import { describe, expect, test } from "vitest";
import { dice, thrownBy } from "./support.js";

const library = await load();
const kinds: Omit<MemoryOptions, "keyDim" | "valueDim">[] = [
  { rule: { name: "decay", decay: [0.5, 0.25, 1] } },
  { rule: "cache", read: { name: "softmax", inverseTemperature: 3, topK: 2, steps: 2 } },
  {
    features: { name: "favor", count: 7, seed: 2 ** 53 - 1, orthogonal: false },
    read: "normalised",
  },
  {
    features: { name: "lsh", bits: 5, seed: 0 },
    read: {
      name: "nearest",
      codebook: [
        [1, 2],
        [3, 4],
      ],
    },
  },
  { rule: { name: "recursive-least-squares", ridge: 0.1, forgetting: 0.9 }, precision: "single" },
  { rule: "least-squares", read: { name: "threshold", kind: "soft", at: 0.1 } },
  { normalise: "layer", features: { name: "top-k", k: 2 }, precision: "bfloat16" },
  { rule: "delta", precision: "half", read: { name: "softmax", codebook: [[1, 0]] } },
];
const keys = [
  [0.5, -0.25, 1],
  [0.1, 0.7, -0.3],
];
const values = [
  [1, 2],
  [3, -4],
];

describe("save and restore", () => {
  test.each(kinds)("%j comes back to the bit", (choices) => {
    const memory = library.memory({ keyDim: 3, valueDim: 2, ...choices });
    const blank = library.restore(memory.save());
    expect(blank.options).toEqual(memory.options);
    expect(blank.pairs).toBe(0);
    memory.write(keys, values);
    const restored = library.restore(memory.save());
    expect(restored.options).toEqual(memory.options);
    expect(restored.read(keys)).toEqual(memory.read(keys));
    expect(blank.write(keys, values).save()).toEqual(memory.save());
  });

  test("bytes cut or changed anywhere are an Error, and the module works on", () => {
    const memory = library.memory("mesa", { keyDim: 3, valueDim: 2 }).write(keys, values);
    const bytes = memory.save();
    const damaged: Uint8Array[] = [new Uint8Array(0), new Uint8Array(200)];
    for (let cut = 0; cut < bytes.length; cut += 7) damaged.push(bytes.slice(0, cut));
    for (let place = 0; place < bytes.length; place++) {
      const changed = bytes.slice();
      changed[place] = (changed[place] as number) ^ (1 << (place % 8));
      damaged.push(changed);
    }
    damaged.push(Uint8Array.from([...bytes, 0]));
    const roll = dice(61);
    for (let round = 0; round < 200; round++) {
      damaged.push(Uint8Array.from({ length: Math.floor(roll() * 400) }, () => roll() * 256));
    }
    for (const each of damaged) {
      const error = thrownBy(() => library.restore(each));
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).message).toMatch(/^restore: /);
    }
    expect(library.restore(bytes).read(keys)).toEqual(memory.read(keys));
  });

  test("what is no Uint8Array is a TypeError", () => {
    const bytes = library.memory({ keyDim: 1, valueDim: 1 }).save();
    for (const wrong of [
      undefined,
      null,
      "bytes",
      [...bytes],
      bytes.buffer,
      Float64Array.from(bytes),
    ]) {
      expect(thrownBy(() => library.restore(wrong as never))).toBeInstanceOf(TypeError);
    }
  });

  test("a view into a larger buffer is read as the view it is", () => {
    const bytes = library.memory({ keyDim: 1, valueDim: 1 }).write([2], [3]).save();
    const larger = new Uint8Array(bytes.length + 20).fill(255);
    larger.set(bytes, 9);
    const view = larger.subarray(9, 9 + bytes.length);
    expect(library.restore(view).read([1])).toEqual(Float64Array.of(6));
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    expect(library.restore(shared).read([1])).toEqual(Float64Array.of(6));
    expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
  });
});

import { load, type MemoryOptions, type Preset } from "matrix-memory";
import { describe, expect, test } from "vitest";
import { distance } from "./support.js";

const library = await load();

type Choices = [
  MemoryOptions["normalise"],
  MemoryOptions["features"],
  MemoryOptions["rule"],
  MemoryOptions["read"],
];
const softmax = { name: "softmax", inverseTemperature: 0.5, steps: 1 } as const;
const favor = { name: "favor", count: 16, seed: 1, orthogonal: true } as const;

/** The table of the documentation, in the long form that a memory of four by four reports. */
const table: Record<Preset, Choices> = {
  "correlation-matrix": ["none", "identity", "additive", "linear"],
  "linear-attention": ["none", "elu+1", "additive", "normalised"],
  "fast-weight-programmer": ["sum", { name: "dpfp", nu: 1 }, { name: "delta", beta: 1 }, "linear"],
  performer: ["none", favor, "additive", "normalised"],
  "least-squares": ["none", "identity", { name: "least-squares", ridge: 0 }, "linear"],
  "softmax-attention": ["none", "identity", "cache", softmax],
  "ret-net": ["none", "identity", { name: "decay", decay: 31 / 32 }, "linear"],
  "mamba-2": ["none", "identity", { name: "decay", decay: 1 }, "linear"],
  "gated-linear-attention": ["none", "identity", { name: "decay", decay: 1 }, "linear"],
  "delta-net": ["unit", "identity", { name: "delta", beta: 1 }, "linear"],
  "gated-delta-net": ["unit", "identity", { name: "gated-delta", decay: 1, beta: 1 }, "linear"],
  mesa: [
    "unit",
    "identity",
    { name: "recursive-least-squares", ridge: 1, forgetting: 1 },
    "linear",
  ],
  based: ["none", "taylor", "additive", "normalised"],
  "modern-hopfield": ["none", "identity", "cache", { ...softmax, inverseTemperature: 8, steps: 5 }],
  hopfield: ["none", "identity", "hopfield", { name: "sign", steps: 100 }],
};
const names = Object.keys(table) as Preset[];
const signs = [
  [1, -1, 1, 1],
  [1, 1, -1, -1],
];

describe.each(names)("the preset %s", (name) => {
  test("is its row of four choices", () => {
    const [normalise, features, rule, read] = table[name];
    expect(library.memory(name, { keyDim: 4, valueDim: 4 }).options).toEqual({
      keyDim: 4,
      valueDim: 4,
      normalise,
      features,
      rule,
      read,
      precision: "double",
    });
  });

  test("gives the same memory from the options that it reports", () => {
    const memory = library.memory(name, { keyDim: 4, valueDim: 4 }).write(signs, signs);
    const again = library.memory(memory.options).write(signs, signs);
    expect(again.options).toEqual(memory.options);
    expect(again.read(signs)).toEqual(memory.read(signs));
  });

  test("writes, reads, is saved and restored to the bit", () => {
    const memory = library.memory(name, { keyDim: 4, valueDim: 4 }).write(signs, signs);
    const bytes = memory.save();
    const restored = library.restore(bytes);
    expect(restored.options).toEqual(memory.options);
    expect(restored.pairs).toBe(2);
    expect(restored.stateBytes).toBe(memory.stateBytes);
    expect(restored.read(signs)).toEqual(memory.read(signs));
    expect(restored.save()).toEqual(bytes);
    restored.write(signs, signs);
    memory.write(signs, signs);
    expect(restored.read(signs)).toEqual(memory.read(signs));
  });

  test("takes what is given over it", () => {
    const memory = library.memory(name, {
      keyDim: 4,
      valueDim: 4,
      rule: "additive",
      features: "relu",
      read: "linear",
      normalise: "none",
      precision: "single",
    });
    const plain = library.memory({ keyDim: 4, valueDim: 4, features: "relu", precision: "single" });
    expect(memory.options).toEqual(plain.options);
  });
});

test("options come in a long form, and a choice without parameters may be an object too", () => {
  const long = library.memory({
    keyDim: 2,
    valueDim: 3,
    rule: { name: "cache" } as never,
    read: { name: "softmax", topK: 4 },
  });
  expect(long.options.rule).toBe("cache");
  expect(long.options.read).toEqual({ ...softmax, inverseTemperature: 1 / Math.sqrt(2), topK: 4 });
  const decays = Float64Array.of(0.25, 0.5);
  const decaying = library.memory({
    keyDim: 2,
    valueDim: 1,
    rule: { name: "decay", decay: decays },
  });
  decays.fill(1);
  expect(decaying.options.rule).toEqual({ name: "decay", decay: [0.25, 0.5] });
  decaying.write([1, 1], [1]).write([0, 0], [0]);
  expect(distance(decaying.state().data, [0.25, 0.5])).toBe(0);
  expect(() => Object.assign(decaying.options, { keyDim: 5 })).toThrow(TypeError);
});

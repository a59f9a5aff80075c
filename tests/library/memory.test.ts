import { load } from "matrix-memory";
import { describe, expect, test } from "vitest";
import {
  between,
  dice,
  distance,
  dot,
  nested,
  product,
  randomRows,
  transposed,
} from "./support.js";

const library = await load();
const sixtyDegrees = [
  [1, 0],
  [0.5, Math.sqrt(0.75)],
];
const identity = [
  [1, 0],
  [0, 1],
];

describe("one pair", () => {
  test("reads (v k') x = v (k.x)", () => {
    const memory = library.memory({ keyDim: 2, valueDim: 3 });
    memory.write([3, 4], [1, -2, 5]);
    expect(memory.read([3, 4])).toEqual(Float64Array.of(25, -50, 125));
    expect(memory.read([-4, 3])).toEqual(Float64Array.of(0, 0, 0));
  });

  test("is the outer product", () => {
    const memory = library.memory({ keyDim: 2, valueDim: 3 }).write([3, 4], [1, -2, 5]);
    expect(memory.state()).toEqual(library.outer([1, -2, 5], [3, 4]));
  });
});

describe("additive memory", () => {
  test("reads k1 at 60 degrees as (1, .5)", () => {
    const memory = library.memory({ keyDim: 2, valueDim: 2 }).write(sixtyDegrees, identity);
    expect(distance(memory.read([1, 0]), [1, 0.5])).toBeLessThan(1e-15);
  });

  test("S K = V G for random shapes", () => {
    const roll = dice(1);
    for (let round = 0; round < 30; round++) {
      const keyDim = between(roll, 1, 12);
      const valueDim = between(roll, 1, 9);
      const count = between(roll, 1, 20);
      const keys = randomRows(roll, count, keyDim);
      const values = randomRows(roll, count, valueDim);
      const memory = library.memory({ keyDim, valueDim }).write(keys, values);
      const gram = nested(library.gram(keys));
      // Row j is S k_j = sum_i G_ji v_i.
      expect(distance(memory.read(keys), product(gram, values))).toBeLessThan(1e-12);
      memory.free();
    }
  });

  test("does not mind how a sequence is split into writes", () => {
    const roll = dice(2);
    const keys = randomRows(roll, 17, 5);
    const values = randomRows(roll, 17, 4);
    const whole = library.memory({ keyDim: 5, valueDim: 4 }).write(keys, values);
    for (let round = 0; round < 20; round++) {
      const split = library.memory({ keyDim: 5, valueDim: 4 });
      for (let from = 0; from < 17; ) {
        const to = Math.min(17, from + between(roll, 1, 6));
        split.write(keys.slice(from, to), values.slice(from, to));
        from = to;
      }
      expect(split.state()).toEqual(whole.state());
      expect(split.pairs).toBe(17);
    }
  });

  test("is exact for orthonormal keys", () => {
    const roll = dice(3);
    const { u } = library.svd({
      data: Float64Array.from(randomRows(roll, 6, 6).flat()),
      rows: 6,
      cols: 6,
    });
    const keys = transposed(nested(u));
    const values = randomRows(roll, 6, 3);
    const memory = library.memory({ keyDim: 6, valueDim: 3 }).write(keys, values);
    expect(distance(memory.read(keys), values.flat())).toBeLessThan(1e-14);
  });

  test("takes flat, nested and typed rows alike", () => {
    const forms = [
      [sixtyDegrees, identity],
      [sixtyDegrees.flat(), identity.flat()],
      [Float64Array.from(sixtyDegrees.flat()), Int8Array.from(identity.flat())],
      [sixtyDegrees.map((row) => Float64Array.from(row)), { length: 2, 0: [1, 0], 1: [0, 1] }],
    ] as const;
    const states = forms.map(([keys, values]) =>
      library.memory({ keyDim: 2, valueDim: 2 }).write(keys, values).state(),
    );
    for (const state of states) expect(state).toEqual(states[0]);
  });
});

describe("the object", () => {
  test("tells what it is made of, defaults filled in", () => {
    const memory = library.memory({ keyDim: 3, valueDim: 2 });
    expect(memory.options).toEqual({
      keyDim: 3,
      valueDim: 2,
      normalise: "none",
      features: "identity",
      rule: "additive",
      read: "linear",
      precision: "double",
    });
    expect([memory.keyDim, memory.valueDim, memory.featureDim]).toEqual([3, 2, 3]);
    expect(memory.pairs).toBe(0);
    expect(memory.stateBytes).toBe(3 * 2 * 8);
  });

  test("reads zeros before the first write", () => {
    const memory = library.memory({ keyDim: 3, valueDim: 2 });
    expect(memory.read([1, 2, 3, 4, 5, 6])).toEqual(new Float64Array(4));
  });

  test("gives back fresh arrays", () => {
    const memory = library.memory({ keyDim: 2, valueDim: 2 }).write(sixtyDegrees, identity);
    const before = memory.state();
    memory.state().data.fill(7);
    memory.read([1, 0]).fill(7);
    expect(memory.state()).toEqual(before);
    expect(before.data.byteLength).toBe(before.data.buffer.byteLength);
  });

  test("forgets on reset, and a clone does not notice", () => {
    const memory = library.memory({ keyDim: 2, valueDim: 2 }).write(sixtyDegrees, identity);
    const clone = memory.clone();
    expect(memory.reset()).toBe(memory);
    expect(memory.pairs).toBe(0);
    expect(memory.read([1, 0])).toEqual(new Float64Array(2));
    expect(clone.pairs).toBe(2);
    expect(dot(clone.read([1, 0]), [1, 1])).toBeCloseTo(1.5, 14);
    clone.write([0, 1], [9, 9]);
    expect(memory.pairs).toBe(0);
  });

  test("is an Error to use once freed; freeing twice is harmless", () => {
    const memory = library.memory({ keyDim: 2, valueDim: 2 });
    const clone = memory.clone();
    memory.free();
    memory.free();
    memory[Symbol.dispose]();
    const uses = [
      () => memory.pairs,
      () => memory.keyDim,
      () => memory.valueDim,
      () => memory.featureDim,
      () => memory.stateBytes,
      () => memory.write([1, 0], [1, 0]),
      () => memory.read([1, 0]),
      () => memory.state(),
      () => memory.reset(),
      () => memory.clone(),
    ];
    for (const use of uses) expect(use).toThrow(/freed/);
    expect(clone.read([1, 0])).toEqual(new Float64Array(2));
  });

  test("may be freed by its own arguments without harm", () => {
    const memory = library.memory({ keyDim: 2, valueDim: 1 });
    const trap = {
      length: 2,
      0: 1,
      get 1() {
        memory.free();
        return 2;
      },
    };
    expect(() => memory.write(trap, [1])).toThrow(/freed/);
  });
});

describe("a write that cannot be", () => {
  test("leaves everything as it was", () => {
    const memory = library.memory({ keyDim: 2, valueDim: 2 }).write(sixtyDegrees, identity);
    const before = memory.state();
    const writes = [
      () =>
        memory.write(
          [
            [1, 0],
            [NaN, 1],
          ],
          identity,
        ),
      () => memory.write([[1, 0], [1]], identity),
      () => memory.write([1e200, 0], [1e200, 0]),
      () =>
        memory.write(
          [
            [1, 0],
            [1e200, 0],
          ],
          [
            [1, 0],
            [1e200, 0],
          ],
        ),
    ];
    for (const write of writes) expect(write).toThrow(RangeError);
    expect(memory.state()).toEqual(before);
    expect(memory.pairs).toBe(2);
  });

  test("and a read that overflows is a RangeError", () => {
    const memory = library.memory({ keyDim: 1, valueDim: 1 }).write([1e150], [1e150]);
    expect(() => memory.read([1e150])).toThrow(RangeError);
    expect(memory.read([1])[0]).toBeCloseTo(1e300, -287);
  });
});

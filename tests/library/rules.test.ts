import { load, type MemoryOptions, type Rule } from "matrix-memory";
import { describe, expect, test } from "vitest";
import {
  between,
  dice,
  distance,
  dot,
  nested,
  product,
  randomRows,
  solve,
  transposed,
} from "./support.js";

const library = await load();

/** Keys and values of a random shape. */
function pairs(roll: () => number, most = 8): { keys: number[][]; values: number[][] } {
  const count = between(roll, 1, 14);
  return {
    keys: randomRows(roll, count, between(roll, 1, most)),
    values: randomRows(roll, count, between(roll, 1, most)),
  };
}

function stored(
  keys: number[][],
  values: number[][],
  choices: Omit<MemoryOptions, "keyDim" | "valueDim">,
) {
  const [key, value] = [keys[0] as number[], values[0] as number[]];
  return library
    .memory({ keyDim: key.length, valueDim: value.length, ...choices })
    .write(keys, values);
}

const unit = (row: number[]): number[] => row.map((x) => x / Math.hypot(...row));
/** A batch size for each stretch of a sequence. */
function splits(roll: () => number, count: number): [number, number][] {
  const result: [number, number][] = [];
  for (let from = 0; from < count; ) {
    const to = Math.min(count, from + between(roll, 1, 5));
    result.push([from, to]);
    from = to;
  }
  return result;
}

describe("a batch of n writes is n single writes", () => {
  const rules: Rule[] = [
    "additive",
    { name: "decay", decay: 0.7 },
    { name: "delta", beta: 0.6 },
    { name: "gated-delta", decay: 0.8, beta: 0.9 },
    { name: "recursive-least-squares", ridge: 0.3, forgetting: 0.9 },
    { name: "least-squares", ridge: 0.1 },
    "cache",
  ];
  for (const rule of rules) {
    test.each(["double", "single", "bfloat16", "half"] as const)(
      `${typeof rule === "string" ? rule : rule.name}, %s`,
      (precision) => {
        const roll = dice(21);
        for (let round = 0; round < 8; round++) {
          const { keys, values } = pairs(roll);
          const units = keys.map(unit);
          const whole = stored(units, values, { rule, precision });
          const split = whole.clone().reset();
          for (const [from, to] of splits(roll, units.length)) {
            split.write(units.slice(from, to), values.slice(from, to));
          }
          expect(split.pairs).toBe(units.length);
          expect(distance(split.read(units), whole.read(units))).toBeLessThan(1e-12);
        }
      },
    );
  }

  test("with gates for each pair too", () => {
    const roll = dice(22);
    const keys = randomRows(roll, 11, 4).map(unit);
    const values = randomRows(roll, 11, 3);
    const beta = Array.from({ length: 11 }, () => 2 * roll());
    const each = Array.from({ length: 11 }, roll);
    const channels = Array.from({ length: 44 }, roll);
    const cases: [Rule, { beta?: number[]; decay?: number[] }, number][] = [
      [{ name: "decay" }, { decay: each }, 1],
      [{ name: "decay" }, { decay: channels }, 4],
      ["delta", { beta }, 0],
      ["gated-delta", { beta, decay: each }, 1],
      ["gated-delta", { beta, decay: channels }, 4],
    ];
    for (const [rule, gates, width] of cases) {
      const whole = library.memory({ keyDim: 4, valueDim: 3, rule }).write(keys, values, gates);
      const single = library.memory({ keyDim: 4, valueDim: 3, rule });
      keys.forEach((key, i) => {
        single.write(key, values[i] as number[], {
          ...(gates.beta && { beta: gates.beta[i] as number }),
          ...(gates.decay && { decay: gates.decay.slice(i * width, (i + 1) * width) }),
        });
      });
      expect(distance(single.state().data, whole.state().data)).toBeLessThan(1e-15);
    }
  });
});

describe("decay", () => {
  test("of 1 is additive, of 0 keeps the last pair only", () => {
    const roll = dice(23);
    for (let round = 0; round < 10; round++) {
      const { keys, values } = pairs(roll);
      const plain = stored(keys, values, {});
      const kept = stored(keys, values, { rule: { name: "decay" } });
      expect(distance(kept.state().data, plain.state().data)).toBeLessThan(1e-14);
      const last = stored(keys, values, { rule: { name: "decay", decay: 0 } });
      const expected = library.outer(values.at(-1) as number[], keys.at(-1) as number[]);
      expect(distance(last.state().data, expected.data)).toBe(0);
    }
  });

  test("is S = S Diag(a) + v k', one number or one a feature, of the rule or of the write", () => {
    const roll = dice(24);
    const keys = randomRows(roll, 6, 3);
    const values = randomRows(roll, 6, 2);
    for (const decay of [0.6, [0.2, 0.5, 1]]) {
      let expected = [
        [0, 0, 0],
        [0, 0, 0],
      ];
      keys.forEach((key, i) => {
        expected = expected.map((row, r) =>
          row.map(
            (x, c) =>
              x * (typeof decay === "number" ? decay : (decay[c] as number)) +
              ((values[i] as number[])[r] as number) * (key[c] as number),
          ),
        );
      });
      const byRule = stored(keys, values, { rule: { name: "decay", decay } });
      expect(distance(nested(byRule.state()), expected)).toBeLessThan(1e-15);
      const gate = typeof decay === "number" ? decay : keys.flatMap(() => decay);
      const byWrite = library
        .memory("gated-linear-attention", { keyDim: 3, valueDim: 2 })
        .write(keys, values, { decay: gate });
      expect(distance(nested(byWrite.state()), expected)).toBeLessThan(1e-15);
    }
  });
});

describe("the delta rule", () => {
  test("overwrites where beta |k|^2 = 1: reading k gives v", () => {
    const roll = dice(25);
    for (let round = 0; round < 20; round++) {
      const { keys, values } = pairs(roll);
      const memory = stored(keys.map(unit), values, { rule: "delta" });
      const last = unit(keys.at(-1) as number[]);
      expect(distance(memory.read(last), values.at(-1))).toBeLessThan(1e-14);
    }
  });

  test("is additive for orthonormal keys and beta 1", () => {
    const keys = [
      [1, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
    ];
    const values = randomRows(dice(26), 3, 4);
    const delta = stored(keys, values, { rule: "delta" });
    expect(delta.state()).toEqual(stored(keys, values, {}).state());
  });

  test("one pass over two keys at 60 degrees reads k1 as (.75, .5), k2 exactly", () => {
    const keys = [
      [1, 0],
      [0.5, Math.sqrt(0.75)],
    ];
    const values = [
      [1, 0],
      [0, 1],
    ];
    const memory = stored(keys, values, { rule: "delta" });
    expect(distance(memory.read(keys), [0.75, 0.5, 0, 1])).toBeLessThan(1e-15);
  });

  test("swept over two keys again and again shrinks the error by cos^2 t a sweep, to least squares", () => {
    const t = 0.9;
    const keys = [
      [1, 0],
      [Math.cos(t), Math.sin(t)],
    ];
    const values = [
      [1, 2],
      [-3, 1],
    ];
    const best = library.leastSquares(keys, values).state.data;
    const memory = library.memory({ keyDim: 2, valueDim: 2, rule: "delta" });
    let before = Infinity;
    for (let sweep = 0; sweep < 12; sweep++) {
      memory.write(keys, values);
      const error = distance(memory.state().data, best);
      if (sweep > 0) expect(error / before).toBeCloseTo(Math.cos(t) ** 2, 6);
      before = error;
    }
  });

  test("with decay 1 is what gated-delta is", () => {
    const { keys, values } = pairs(dice(27));
    const units = keys.map(unit);
    const gated = stored(units, values, { rule: { name: "gated-delta", beta: 0.4 } });
    const delta = stored(units, values, { rule: { name: "delta", beta: 0.4 } });
    expect(distance(gated.state().data, delta.state().data)).toBeLessThan(1e-15);
    const rule = { name: "gated-delta", decay: 0.5, beta: 0 } as const;
    expect(distance(stored(units, values, { rule }).state().data, delta.state().data.fill(0))).toBe(
      0,
    );
  });

  test("stays bounded for beta |k|^2 up to 2 and refuses the write that leaves the numbers beyond", () => {
    const bounded = library.memory({ keyDim: 2, valueDim: 1, rule: { name: "delta", beta: 2 } });
    for (let i = 0; i < 2000; i++) bounded.write([1, 0], [1]);
    expect(Math.abs(bounded.read([1, 0])[0] as number)).toBeLessThan(3);
    const growing = library.memory({ keyDim: 1, valueDim: 1, rule: { name: "delta", beta: 2 } });
    let state = growing.state();
    let pairsBefore = 0;
    expect(() => {
      for (let i = 0; i < 2000; i++) {
        state = growing.state();
        pairsBefore = growing.pairs;
        growing.write([2], [1]);
      }
    }).toThrow(RangeError);
    expect(growing.state()).toEqual(state);
    expect(growing.pairs).toBe(pairsBefore);
    expect(() =>
      growing.write(new Float64Array(2000).fill(2), new Float64Array(2000).fill(1)),
    ).toThrow(RangeError);
    expect(growing.state()).toEqual(state);
  });
});

describe("recursive least squares", () => {
  test("is batch ridge regression, one pair at a time", () => {
    const roll = dice(28);
    for (let round = 0; round < 25; round++) {
      const { keys, values } = pairs(roll);
      const ridge = 0.05 + roll();
      const memory = stored(keys, values, { rule: { name: "recursive-least-squares", ridge } });
      const batch = library.leastSquares(keys, values, { ridge }).state;
      expect(distance(memory.state().data, batch.data)).toBeLessThan(1e-10);
      const sums = stored(keys, values, { rule: { name: "least-squares", ridge } });
      expect(distance(sums.state().data, batch.data)).toBeLessThan(1e-10);
    }
  });

  test("with forgetting weighs a pair of age a by forgetting^a", () => {
    const roll = dice(29);
    for (let round = 0; round < 15; round++) {
      const { keys, values } = pairs(roll, 5);
      const [ridge, forgetting] = [0.2 + roll(), 0.5 + roll() / 2];
      const weight = (i: number): number => forgetting ** (keys.length - 1 - i);
      const weighed = keys.map((key, i) => key.map((x) => x * weight(i)));
      const covariance = product(transposed(weighed), keys).map((row, i) =>
        row.map((x, j) => (i === j ? x + ridge * forgetting ** keys.length : x)),
      );
      const expected = transposed(solve(covariance, product(transposed(weighed), values)));
      const rule = { name: "recursive-least-squares", ridge, forgetting } as const;
      expect(distance(nested(stored(keys, values, { rule }).state()), expected)).toBeLessThan(1e-8);
    }
  });

  test("is not changed by a zero key", () => {
    const roll = dice(30);
    const { keys, values } = pairs(roll);
    const rule = { name: "recursive-least-squares", ridge: 1 } as const;
    const memory = stored(keys, values, { rule });
    const before = memory.state();
    memory.write(
      (keys[0] as number[]).map(() => 0),
      (values[0] as number[]).map(() => 5),
    );
    expect(memory.state()).toEqual(before);
  });
});

describe("the least-squares rule", () => {
  test("is leastSquares() of all pairs, whatever their number, rank and order", () => {
    const roll = dice(31);
    for (let round = 0; round < 25; round++) {
      const { keys, values } = pairs(roll);
      const memory = stored(keys, values, { rule: "least-squares" });
      const { state, condition } = library.leastSquares(keys, values);
      expect(distance(memory.state().data, state.data)).toBeLessThan(1e-11 * condition ** 2);
    }
    for (const keys of [
      [
        [1, 0],
        [1, 0],
      ],
      [
        [1, 2],
        [2, 4],
      ],
      [[0, 0]],
      [
        [1, 0],
        [0, 1],
        [1, 1],
      ],
    ]) {
      const values = keys.map((_, i) => [i, 1 - i, 2]);
      const memory = stored(keys, values, { rule: "least-squares" });
      const { state } = library.leastSquares(keys, values);
      expect(distance(memory.state().data, state.data)).toBeLessThan(1e-12);
    }
  });
});

describe("the cache", () => {
  test("keeps every pair, and grows by them while a matrix does not", () => {
    const cache = library.memory({ keyDim: 3, valueDim: 2, rule: "cache" });
    const matrix = library.memory({ keyDim: 3, valueDim: 2 });
    const sizes = [1, 2, 3].map((n) => {
      cache.write([1, 2, n], [n, n]);
      matrix.write([1, 2, n], [n, n]);
      return [cache.stateBytes, matrix.stateBytes];
    });
    expect(sizes).toEqual([
      [40, 48],
      [80, 48],
      [120, 48],
    ]);
    expect(() => cache.state()).toThrow(Error);
    expect(() => cache.state()).not.toThrow(RangeError);
  });

  test("read linearly is the additive memory", () => {
    const roll = dice(32);
    const { keys, values } = pairs(roll);
    const cache = stored(keys, values, { rule: "cache" });
    const queries = randomRows(roll, 5, (keys[0] as number[]).length);
    expect(distance(cache.read(queries), stored(keys, values, {}).read(queries))).toBeLessThan(
      1e-13,
    );
    expect(
      distance(
        cache.weights(queries[0] as number[]),
        keys.map((key) => dot(key, queries[0] as number[])),
      ),
    ).toBeLessThan(1e-15);
  });

  test("has weights that make the read; no other memory has weights", () => {
    const roll = dice(33);
    const { keys, values } = pairs(roll);
    for (const read of [
      "linear",
      "softmax",
      { name: "softmax", inverseTemperature: 3, topK: 2 },
    ] as const) {
      const cache = stored(keys, values, { rule: "cache", read });
      const query = randomRows(roll, 1, (keys[0] as number[]).length)[0] as number[];
      const weights = cache.weights(query);
      expect(weights.length).toBe(keys.length);
      const mixed = product([[...weights]], values);
      expect(distance(mixed, [cache.read(query)])).toBeLessThan(1e-14);
    }
    const matrix = stored(keys, values, {});
    expect(() => matrix.weights(keys[0] as number[])).toThrow(Error);
    expect(() => matrix.energy(keys[0] as number[])).toThrow(Error);
  });
});

describe("Hopfield", () => {
  const signs = (roll: () => number, count: number, dim: number): number[][] =>
    Array.from({ length: count }, () => Array.from({ length: dim }, () => (roll() < 0.5 ? -1 : 1)));

  test("is the sum of outer products with a zero diagonal", () => {
    const patterns = signs(dice(34), 4, 6);
    const memory = library.memory("hopfield", { keyDim: 6, valueDim: 6 }).write(patterns, patterns);
    const expected = product(transposed(patterns), patterns).map((row, i) =>
      row.map((x, j) => (i === j ? 0 : x)),
    );
    expect(nested(memory.state())).toEqual(expected);
  });

  test("recalls a pattern from a damaged one", () => {
    const [pattern] = signs(dice(35), 1, 32) as [number[]];
    const memory = library.memory("hopfield", { keyDim: 32, valueDim: 32 }).write(pattern, pattern);
    const damaged = pattern.map((x, i) => (i % 5 === 0 ? -x : x));
    expect([...memory.read(damaged)]).toEqual(pattern);
  });

  test("never raises the energy, sweep after sweep, to a fixed point", () => {
    const roll = dice(36);
    for (let round = 0; round < 20; round++) {
      const patterns = signs(roll, between(roll, 1, 12), 24);
      const options = { keyDim: 24, valueDim: 24, read: { name: "sign", steps: 1 } } as const;
      const memory = library.memory("hopfield", options).write(patterns, patterns);
      let state = signs(roll, 1, 24)[0] as number[];
      for (let sweep = 0; sweep < 100; sweep++) {
        const next = [...memory.read(state)];
        expect(memory.energy(next)).toBeLessThanOrEqual(memory.energy(state));
        if (distance(next, state) === 0) break;
        state = next;
      }
      const settled = library.memory("hopfield", { keyDim: 24, valueDim: 24 });
      settled.write(patterns, patterns);
      const end = settled.read(state);
      expect(settled.read(end)).toEqual(end);
      const weights = settled.state();
      const quadratic = product(product([[...end]], nested(weights)), transposed([[...end]]));
      expect(settled.energy(end)).toBeCloseTo(-((quadratic[0] as number[])[0] as number) / 2, 10);
    }
  });

  test("ties keep a unit as it is", () => {
    const memory = library.memory("hopfield", { keyDim: 2, valueDim: 2 });
    memory.write(
      [
        [1, 1],
        [1, -1],
      ],
      [
        [1, 1],
        [1, -1],
      ],
    );
    expect([...memory.read([-1, 1])]).toEqual([-1, 1]);
  });
});

describe("precision", () => {
  test("bfloat16 and half stall where they must", () => {
    // Adding 1 to 256 needs nine bits of significand; bfloat16 has eight. Half has eleven.
    for (const [precision, stall] of [
      ["bfloat16", 256],
      ["half", 2048],
    ] as const) {
      const memory = library.memory({ keyDim: 1, valueDim: 1, precision });
      memory.write(new Float64Array(stall + 100).fill(1), new Float64Array(stall + 100).fill(1));
      expect(memory.read([1])).toEqual(Float64Array.of(stall));
    }
  });

  test("rounds the state to nearest even", () => {
    const state = (precision: "single" | "bfloat16" | "half", x: number): number =>
      library.memory({ keyDim: 1, valueDim: 1, precision }).write([1], [x]).state()
        .data[0] as number;
    expect(state("single", 0.1)).toBe(Math.fround(0.1));
    expect(state("bfloat16", 1 + 2 ** -8)).toBe(1);
    expect(state("bfloat16", 1 + 3 * 2 ** -8)).toBe(1 + 2 ** -6);
    expect(state("bfloat16", 1 + 2 ** -8 + 2 ** -20)).toBe(1 + 2 ** -7);
    expect(state("half", 1 + 2 ** -11)).toBe(1);
    expect(state("half", 1 + 3 * 2 ** -11)).toBe(1 + 2 ** -9);
    expect(state("half", 2 ** -25)).toBe(0);
    expect(state("half", 3 * 2 ** -25)).toBe(2 ** -23);
    expect(() => state("half", 65520)).toThrow(RangeError);
    expect(state("half", 65519)).toBe(65504);
    expect(() => state("single", 1e39)).toThrow(RangeError);
    expect(() => state("bfloat16", 3.4e38)).toThrow(RangeError);
  });

  test("is what a state costs", () => {
    const bytes = (["double", "single", "bfloat16", "half"] as const).map(
      (precision) => library.memory({ keyDim: 4, valueDim: 3, precision }).stateBytes,
    );
    expect(bytes).toEqual([96, 48, 24, 24]);
  });
});

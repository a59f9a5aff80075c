import { type Features, load, type Normalisation } from "matrix-memory";
import { describe, expect, test } from "vitest";
import { between, dice, distance, dot, nested, randomRows } from "./support.js";

const library = await load();
const phi = (row: number[], features: Features): number[] => [
  ...library.features([row], features).data,
];

describe("features", () => {
  test("identity, elu+1 and relu act on each entry", () => {
    const row = [-2, -0.5, 0, 0.5, 3];
    expect(phi(row, "identity")).toEqual(row);
    expect(phi(row, "relu")).toEqual([0, 0, 0, 0.5, 3]);
    const expected = row.map((x) => (x > 0 ? x + 1 : Math.exp(x)));
    expect(distance(phi(row, "elu+1"), expected)).toBeLessThan(1e-15);
  });

  test("taylor: the dot product is 1 + s + s^2 / 2", () => {
    const roll = dice(41);
    for (let round = 0; round < 20; round++) {
      const [x, y] = randomRows(roll, 2, between(roll, 1, 6)) as [number[], number[]];
      const s = dot(x, y);
      expect(dot(phi(x, "taylor"), phi(y, "taylor"))).toBeCloseTo(1 + s + s ** 2 / 2, 12);
      expect(phi(x, "taylor").length).toBe(1 + x.length + x.length ** 2);
    }
  });

  test("dpfp: DPFP-1(-1, -2) = (0, 0, 0, 2), and products with every shift up to nu", () => {
    expect(phi([-1, -2], "dpfp")).toEqual([0, 0, 0, 2]);
    const roll = dice(42);
    for (let round = 0; round < 10; round++) {
      const dim = between(roll, 1, 5);
      const nu = between(roll, 1, 2 * dim - 1);
      const [x] = randomRows(roll, 1, dim) as [number[]];
      const r = [...x, ...x.map((each) => -each)].map((each) => Math.max(each, 0));
      const shifts = Array.from({ length: nu }, (_, j) => j + 1);
      const expected = shifts.flatMap((j) =>
        r.map((each, i) => each * (r[(i - j + 2 * dim) % (2 * dim)] as number)),
      );
      expect(distance(phi(x, { name: "dpfp", nu }), expected)).toBe(0);
    }
  });

  test("top-k keeps the k entries largest in size", () => {
    expect(phi([1, -5, 2, -3], { name: "top-k", k: 2 })).toEqual([0, -5, 0, -3]);
    expect(phi([1, -5, 2, -3], { name: "top-k", k: 4 })).toEqual([1, -5, 2, -3]);
    expect(phi([1, -1, 1], { name: "top-k", k: 2 })).toEqual([1, -1, 0]);
  });

  test.each([true, false])("favor: the mean is exp(x.y) (orthogonal: %s)", (orthogonal) => {
    const x = [0.3, -0.5, 0.2, 0.6];
    const y = [-0.1, 0.4, 0.5, 0.3];
    const count = 64;
    const seeds = 400;
    const estimates = Array.from({ length: seeds }, (_, seed) => {
      const features = { name: "favor", count, seed, orthogonal } as const;
      expect(Math.min(...phi(x, features))).toBeGreaterThan(0);
      return dot(phi(x, features), phi(y, features));
    });
    const mean = estimates.reduce((sum, each) => sum + each) / seeds;
    const variance = estimates.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (seeds - 1);
    expect(Math.abs(mean - Math.exp(dot(x, y)))).toBeLessThan(4.5 * Math.sqrt(variance / seeds));
    const sum = x.map((each, i) => each + (y[i] as number));
    const law = (Math.exp(dot(sum, sum) + 2 * dot(x, y)) * (1 - Math.exp(-dot(sum, sum)))) / count;
    // The mean squared error of independent directions is known; orthogonal ones do better.
    if (orthogonal) expect(variance).toBeLessThan(law);
    else expect(Math.abs(variance / law - 1)).toBeLessThan(0.4);
  });

  test("lsh: two inputs agree in a bit with probability 1 - angle / pi", () => {
    for (const angle of [0.3, 1, 2, 3]) {
      const bits = 20_000;
      const features = { name: "lsh", bits, seed: 7 } as const;
      const a = phi([1, 0, 0], features);
      const b = phi([Math.cos(angle), Math.sin(angle), 0], features);
      const agreeing = a.filter((each, i) => each === b[i]).length / bits;
      const p = 1 - angle / Math.PI;
      expect(Math.abs(agreeing - p)).toBeLessThan(4.5 * Math.sqrt((p * (1 - p)) / bits));
      expect(dot(a, a)).toBeCloseTo(1, 10);
    }
  });

  test("are drawn by seed, default 1", () => {
    const row = [1, 2, 3];
    for (const name of ["favor", "lsh"] as const) {
      const seeded = (seed?: number): number[] =>
        phi(row, {
          name,
          ...(name === "lsh" ? { bits: 40 } : {}),
          ...(seed && { seed }),
        } as Features);
      expect(seeded()).toEqual(seeded(1));
      expect(seeded(2)).not.toEqual(seeded(1));
    }
    expect(phi(row, "favor").length).toBe(12);
  });

  test("that overflow are a RangeError", () => {
    expect(() => phi([1e200], "taylor")).toThrow(RangeError);
    expect(() => phi([1e200, 1e200], "dpfp")).toThrow(RangeError);
  });

  test("come as rows", () => {
    const rows = library.features([1, -2, 3, 4], "relu", 2);
    expect(rows).toEqual({ data: Float64Array.of(1, 0, 3, 4), rows: 2, cols: 2 });
  });
});

describe("normalisation", () => {
  const seen = (
    key: number[],
    normalise: Normalisation,
    features: Features = "identity",
  ): number[] => [
    ...library
      .memory({ keyDim: key.length, valueDim: 1, normalise, features })
      .write(key, [1])
      .state().data,
  ];

  test("unit, rms and layer divide the key", () => {
    const key = [3, -4, 12];
    const mean = 11 / 3;
    const deviation = Math.sqrt(key.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 3);
    const cases: [Normalisation, number[]][] = [
      ["none", key],
      ["unit", key.map((x) => x / 13)],
      ["rms", key.map((x) => x / (13 / Math.sqrt(3)))],
      ["layer", key.map((x) => (x - mean) / deviation)],
    ];
    for (const [normalise, expected] of cases) {
      expect(distance(seen(key, normalise), expected)).toBeLessThan(1e-14);
    }
  });

  test("sum divides the features by their sum", () => {
    const key = [1, -2, 0.5];
    const features = phi(key, "elu+1");
    const sum = features.reduce((total, x) => total + x);
    expect(
      distance(
        seen(key, "sum", "elu+1"),
        features.map((x) => x / sum),
      ),
    ).toBeLessThan(1e-15);
  });

  test("holds for queries too", () => {
    const memory = library.memory("delta-net", { keyDim: 2, valueDim: 2 }).write([3, 4], [1, 2]);
    expect(distance(memory.read([30, 40]), [1, 2])).toBeLessThan(1e-15);
  });

  test("with a zero divisor is a RangeError that names the row", () => {
    const cases: [Normalisation, Features, number[]][] = [
      ["unit", "identity", [0, 0]],
      ["rms", "identity", [0, 0]],
      ["layer", "identity", [2, 2]],
      ["sum", "relu", [-1, -1]],
    ];
    for (const [normalise, features, zero] of cases) {
      const memory = library.memory({ keyDim: 2, valueDim: 1, normalise, features });
      expect(() => memory.write([[1, 2], [3, 1], zero], [[1], [2], [3]])).toThrow(/key.* 2\b/);
      expect(() => memory.write([[1, 2], zero], [[1], [2]])).toThrow(RangeError);
      expect(memory.pairs).toBe(0);
      memory.write([1, 2], [1]);
      expect(() => memory.read([[1, 2], zero])).toThrow(/quer.* 1\b/);
    }
  });

  test("by sum is refused for features that may be negative", () => {
    for (const features of [
      "identity",
      "taylor",
      { name: "top-k", k: 1 },
      { name: "lsh", bits: 4 },
    ] as const) {
      expect(() => library.memory({ keyDim: 2, valueDim: 1, normalise: "sum", features })).toThrow(
        /never negative/,
      );
    }
  });
});

test("nested rows of features agree with rows one by one", () => {
  const roll = dice(43);
  const rows = randomRows(roll, 7, 4);
  for (const features of ["dpfp", "favor", "taylor", { name: "lsh", bits: 9 }] as const) {
    const together = nested(library.features(rows, features));
    expect(together).toEqual(rows.map((row) => phi(row, features)));
  }
});

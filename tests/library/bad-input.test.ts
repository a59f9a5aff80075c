import { load } from "matrix-memory";
import { afterEach, describe, expect, test } from "vitest";
import { rejectionOf, thrownBy } from "./support.js";

const library = await load();
// Whatever comes: the types are what these tests go around.
const loose = library as unknown as Record<string, (...all: unknown[]) => unknown>;
const call = (name: string, ...all: unknown[]): unknown =>
  (loose[name] as (...all: unknown[]) => unknown)(...all);

const memory = library.memory({ keyDim: 2, valueDim: 2 });
const write = memory.write.bind(memory) as (...all: unknown[]) => unknown;
const read = memory.read.bind(memory) as (...all: unknown[]) => unknown;

afterEach(() => {
  // The module works on, and nothing was written.
  expect(memory.pairs).toBe(0);
  expect(library.gram([[3, 4]]).data).toEqual(Float64Array.of(25));
});

/** Checks the class of what is thrown and what its message says. */
function refuses(
  run: () => unknown,
  Kind: typeof TypeError | typeof RangeError,
  says: RegExp,
): void {
  const error = thrownBy(run);
  expect(error).toBeInstanceOf(Kind);
  expect((error as Error).message).toMatch(says);
}

function detached(length: number): Float64Array {
  const array = new Float64Array(length);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

const holes = [1, 2];
holes[5] = 3;
const thrown = new Error("from the getter");
const trap = {
  length: 2,
  get 0(): number {
    throw thrown;
  },
  1: 2,
};

const notNumbers: [string, unknown, RegExp][] = [
  ["undefined", undefined, /undefined/],
  ["null", null, /null/],
  ["a number", 3, /is 3/],
  ["a string", "12", /"12"/],
  ["a boolean", true, /true/],
  ["a function", () => [1, 2], /a function/],
  ["a symbol", Symbol("k"), /a symbol/],
  ["an object", {}, /an object/],
  ["a buffer", new ArrayBuffer(16), /an object/],
  ["a view without a length", new DataView(new ArrayBuffer(16)), /an object/],
  ["a length that is no number", { length: "2", 0: 1, 1: 2 }, /an object/],
  ["a negative length", { length: -2 }, /an object/],
  ["half a length", { length: 1.5, 0: 1, 1: 2 }, /an object/],
  ["a length that lies", { length: 4, 0: 1, 1: 2 }, /\[2\] is undefined/],
  ["a length that lies a lot", { length: 2 ** 28, 0: 1, 1: 2 }, /is undefined/],
  ["strings", ["1", "2"], /\[0\] is "1", expected a number/],
  ["one string", [1, "2"], /\[1\] is "2", expected a number/],
  ["null among numbers", [1, null], /\[1\] is null/],
  ["undefined among numbers", [1, undefined], /\[1\] is undefined/],
  ["bigints", [1n, 2n], /\[0\] is a bigint/],
  ["a typed array of bigints", BigInt64Array.of(1n, 2n), /\[0\] is a bigint/],
  ["holes", holes, /\[2\] is undefined/],
  ["a sparse array", new Array(1e8), /is undefined/],
  ["a number among rows", [[1, 2], 3], /\[1\] is 3/],
  ["a row among numbers", [1, [2]], /\[1\] is an array/],
  ["a row of strings", [["a", "b"]], /\[0\]\[0\] is "a"/],
  ["a row of rows", [[[1, 2]]], /\[0\]\[0\] is an array/],
];
const wrongNumbers: [string, unknown, RegExp][] = [
  ["nothing", [], /empty, expected at least one/],
  ["an empty typed array", new Float64Array(0), /empty/],
  ["a detached buffer", detached(2), /empty/],
  ["NaN", [1, NaN], /\[1\] is NaN, expected a finite number/],
  ["infinity", [Infinity, 1], /\[0\] is Infinity/],
  ["NaN in a typed array", Float64Array.of(1, NaN), /\[1\] is NaN/],
  ["infinity in singles", Float32Array.of(1e300, 1), /\[0\] is Infinity/],
  ["a length beyond reason", { length: 2 ** 40 }, /1099511627776/],
  [
    "NaN in a row",
    [
      [1, 2],
      [NaN, 1],
    ],
    /\[1\]\[0\] is NaN/,
  ],
];

describe("numbers", () => {
  const takers: [string, string, (value: unknown) => unknown][] = [
    ["write", "keys", (value) => write(value, [1, 2])],
    ["write", "values", (value) => write([1, 2], value)],
    ["read", "queries", (value) => read(value)],
    ["gram", "keys", (value) => call("gram", value, 2)],
    ["scores", "queries", (value) => call("scores", value, [1, 2], 2)],
    ["scores", "keys", (value) => call("scores", [1, 2], value, 2)],
    [
      "leastSquares",
      "keys",
      (value) => call("leastSquares", value, [1, 2], { keyDim: 2, valueDim: 2 }),
    ],
    [
      "leastSquares",
      "values",
      (value) => call("leastSquares", [1, 2], value, { keyDim: 2, valueDim: 2 }),
    ],
    ["dualBasis", "keys", (value) => call("dualBasis", value, 2)],
    ["features", "rows", (value) => call("features", value, "relu", 2)],
    ["keyStatistics", "keys", (value) => call("keyStatistics", value, 2)],
    [
      "attention",
      "queries",
      (value) => call("attention", value, [1, 2], [1], { keyDim: 2, valueDim: 1 }),
    ],
    [
      "attention",
      "values",
      (value) => call("attention", [1, 2], [1, 2], value, { keyDim: 2, valueDim: 2 }),
    ],
  ];
  for (const [name, argument, take] of takers) {
    test.each(notNumbers)(`${name}: ${argument} cannot be %s`, (_, value, says) => {
      refuses(() => take(value), TypeError, new RegExp(`^${name}: ${argument}.*${says.source}`));
    });
    test.each(wrongNumbers)(`${name}: ${argument} cannot be %s`, (_, value, says) => {
      refuses(() => take(value), RangeError, new RegExp(`^${name}: ${argument}.*${says.source}`));
    });
    test(`${name}: ${argument} hands on what a getter throws`, () => {
      expect(thrownBy(() => take(trap))).toBe(thrown);
    });
    test(`${name}: ${argument} survives a length made up by a subclass`, () => {
      class Boaster extends Float64Array {
        override get length(): number {
          return 1000;
        }
      }
      refuses(() => take(new Boaster(2)), TypeError, /is undefined/);
      const array = Float64Array.of(1, 2);
      Object.defineProperty(array, "length", { value: 1000 });
      refuses(() => take(array), TypeError, /is undefined/);
      expect(() => take(Object.create(Float64Array.prototype))).toThrow(TypeError);
    });
  }
  const vectors: [string, string, (value: unknown) => unknown][] = [
    ["outer", "a", (value) => call("outer", value, [1, 2])],
    ["outer", "b", (value) => call("outer", [1, 2], value)],
    ["svd", "matrix.data", (data) => call("svd", { data, rows: 1, cols: 2 })],
  ];
  for (const [name, argument, take] of vectors) {
    test.each([
      ...notNumbers.filter(([what]) => !what.includes("row")),
      ...wrongNumbers.slice(0, 8),
    ])(`${name}: ${argument} cannot be %s`, (_, value, says) => {
      const error = thrownBy(() => take(value)) as Error;
      expect(error instanceof TypeError || error instanceof RangeError).toBe(true);
      expect(error.message).toMatch(new RegExp(`^${name}: ${argument}.*${says.source}`));
    });
  }
});

describe("lengths", () => {
  const identity = [
    [1, 0],
    [0, 1],
  ];
  const cases: [string, () => unknown, RegExp][] = [
    [
      "a flat key",
      () => write([1, 2, 3], [1, 2]),
      /^write: key has 3 numbers, expected 2 \(keyDim\) or a multiple$/,
    ],
    [
      "a flat value",
      () => write([1, 2], [1]),
      /^write: value has 1 numbers, expected 2 \(valueDim\) or a multiple$/,
    ],
    [
      "a nested key",
      () =>
        write(
          [
            [1, 2],
            [1, 2, 3],
          ],
          identity,
        ),
      /^write: key 1 has 3 numbers, expected 2 \(keyDim\)$/,
    ],
    [
      "an empty row",
      () => write([[1, 2], []], identity),
      /^write: key 1 has 0 numbers, expected 2/,
    ],
    [
      "more values than keys",
      () => write([1, 2], identity),
      /^write: values has 2 rows, expected 1, one a key$/,
    ],
    [
      "a query",
      () => read([1]),
      /^read: query has 1 numbers, expected 2 \(keyDim\) or a multiple$/,
    ],
    [
      "ragged keys",
      () => call("gram", [[1, 2], [1]]),
      /^gram: key 1 has 1 numbers, expected 2, as key 0$/,
    ],
    [
      "rows of nothing",
      () => call("gram", [[], []]),
      /^gram: key 0 has 0 numbers, expected 1 or more$/,
    ],
    ["a flat multiple", () => call("gram", [1, 2, 3], 2), /^gram: key has 3 numbers/],
    [
      "rows of another dimension",
      () => call("gram", [[1, 2]], 3),
      /^gram: key 0 has 2 numbers, expected 3 \(keyDim\)$/,
    ],
    [
      "keys unlike queries",
      () => call("scores", [[1, 2]], [[1, 2, 3]]),
      /^scores: key 0 has 3 numbers, expected 2/,
    ],
    [
      "values unlike keys",
      () => call("leastSquares", identity, [[1]]),
      /^leastSquares: values has 1 rows, expected 2, one a key$/,
    ],
    [
      "matrix data",
      () => call("svd", { data: [1, 2, 3], rows: 2, cols: 2 }),
      /^svd: matrix\.data has 3 numbers, expected 4/,
    ],
  ];
  test.each(cases)("%s", (_, run, says) => refuses(run, RangeError, says));

  test("flat rows need their dimension", () => {
    refuses(
      () => call("gram", [1, 2]),
      TypeError,
      /^gram: keyDim is undefined, expected with flat keys$/,
    );
    refuses(() => call("scores", [1, 2], [[1, 2]]), TypeError, /^scores: dim is undefined/);
    refuses(() => call("dualBasis", [1, 2]), TypeError, /^dualBasis: keyDim is undefined/);
    refuses(
      () => call("leastSquares", [1, 2], [[1]]),
      TypeError,
      /^leastSquares: keyDim is undefined/,
    );
    refuses(
      () => call("leastSquares", [[1, 2]], [1]),
      TypeError,
      /^leastSquares: valueDim is undefined/,
    );
  });
});

const notDimensions: [unknown, typeof TypeError | typeof RangeError][] = [
  [0, RangeError],
  [-1, RangeError],
  [1.5, RangeError],
  [NaN, RangeError],
  [Infinity, RangeError],
  [2 ** 31, RangeError],
  [2 ** 53, RangeError],
  ["2", TypeError],
  [null, TypeError],
  [2n, TypeError],
  [[2], TypeError],
  [{}, TypeError],
];

describe("dimensions", () => {
  const takers: [string, (value: unknown) => unknown][] = [
    ["memory: keyDim", (keyDim) => call("memory", { keyDim, valueDim: 2 })],
    ["memory: valueDim", (valueDim) => call("memory", { keyDim: 2, valueDim })],
    ["gram: keyDim", (keyDim) => call("gram", [1, 2], keyDim)],
    ["scores: dim", (dim) => call("scores", [1, 2], [1, 2], dim)],
    ["dualBasis: keyDim", (keyDim) => call("dualBasis", [1, 2], keyDim)],
    ["leastSquares: keyDim", (keyDim) => call("leastSquares", [[1]], [[1]], { keyDim })],
    ["leastSquares: valueDim", (valueDim) => call("leastSquares", [[1]], [[1]], { valueDim })],
    ["svd: matrix.rows", (rows) => call("svd", { data: [1], rows, cols: 1 })],
    ["svd: matrix.cols", (cols) => call("svd", { data: [1], rows: 1, cols })],
    ["random: count", (count) => call("random", { kind: "sphere", count, dim: 2 })],
    ["random: dim", (dim) => call("random", { kind: "sphere", count: 2, dim })],
    ["features: dim", (dim) => call("features", [1, 2], "relu", dim)],
    ["keyStatistics: keyDim", (keyDim) => call("keyStatistics", [1, 2], keyDim)],
    ["attention: keyDim", (keyDim) => call("attention", [1], [1], [[1]], { keyDim })],
    ["theory.additive: n", (n) => library.theory.additive(n as number, 2)],
    ["theory.additive: d", (d) => library.theory.additive(2, d as number)],
    ["theory.leastSquares: n", (n) => library.theory.leastSquares(n as number, 2)],
    ["theory.leastSquares: d", (d) => library.theory.leastSquares(2, d as number)],
  ];
  for (const [name, take] of takers) {
    test.each(notDimensions)(`${name} cannot be %s`, (value, Kind) => {
      refuses(() => take(value), Kind, new RegExp(`^${name} is .*, expected a whole number`));
    });
  }

  test("of which the product overflows are a RangeError", () => {
    const huge = 2 ** 31 - 1;
    refuses(() => call("memory", { keyDim: huge, valueDim: huge }), RangeError, /./);
    refuses(() => call("memory", { keyDim: 2 ** 20, valueDim: 2 ** 12 }), RangeError, /./);
    refuses(() => call("memory", { keyDim: 2 ** 16, valueDim: 2 ** 16 }), RangeError, /./);
    refuses(() => call("random", { kind: "sphere", count: huge, dim: huge }), RangeError, /./);
    refuses(() => call("random", { kind: "sign", count: 2 ** 16, dim: 2 ** 16 }), RangeError, /./);
    refuses(
      () => call("random", { kind: "gaussian", count: 2 ** 14, dim: 2 ** 14 }),
      RangeError,
      /./,
    );
    refuses(() => call("svd", { data: [1], rows: huge, cols: huge }), RangeError, /./);
    const long = new Float64Array(2 ** 16).fill(1);
    refuses(() => call("outer", long, long), RangeError, /./);
    refuses(() => call("gram", long, 1), RangeError, /./);
  });
});

describe("options", () => {
  const dims = { keyDim: 2, valueDim: 2 };
  test.each([undefined, null, 3, "x", true, [], () => dims])(
    "of memory cannot be %s",
    (options) => {
      expect(() => call("memory", options)).toThrow(options === "x" ? RangeError : TypeError);
    },
  );

  const wrong: [unknown, typeof TypeError | typeof RangeError, RangeError | RegExp][] = [
    [{ ...dims, keydim: 2 }, TypeError, /^memory: options has no "keydim", expected "keyDim"/],
    [
      { ...dims, rule: "addative" },
      RangeError,
      /^memory: rule is "addative", expected one of "additive"/,
    ],
    [{ ...dims, rule: 3 }, TypeError, /^memory: rule is 3/],
    [{ ...dims, rule: null }, TypeError, /^memory: rule is null/],
    [{ ...dims, rule: [] }, TypeError, /^memory: rule is an array/],
    [{ ...dims, rule: {} }, TypeError, /^memory: rule\.name is undefined/],
    [{ ...dims, rule: { name: "delt" } }, RangeError, /^memory: rule\.name is "delt"/],
    [{ ...dims, rule: { name: "delta", betta: 1 } }, TypeError, /^memory: rule has no "betta"/],
    [
      { ...dims, rule: { name: "delta", beta: 2.1 } },
      RangeError,
      /^memory: rule\.beta is 2.1, expected a number in 0 \.\. 2/,
    ],
    [{ ...dims, rule: { name: "delta", beta: "1" } }, TypeError, /^memory: rule\.beta/],
    [{ ...dims, rule: { name: "decay", decay: -0.1 } }, RangeError, /^memory: rule\.decay/],
    [
      { ...dims, rule: { name: "decay", decay: [1, 1.5] } },
      RangeError,
      /^memory: rule\.decay\[1\]/,
    ],
    [
      { ...dims, rule: { name: "recursive-least-squares" } },
      TypeError,
      /^memory: rule\.ridge is undefined/,
    ],
    [
      { ...dims, rule: { name: "recursive-least-squares", ridge: 0 } },
      RangeError,
      /^memory: rule\.ridge is 0, expected a number above 0/,
    ],
    [{ ...dims, rule: { name: "least-squares", ridge: -1 } }, RangeError, /^memory: rule\.ridge/],
    [{ ...dims, normalise: "unti" }, RangeError, /^memory: normalise is "unti"/],
    [{ ...dims, normalise: true }, TypeError, /^memory: normalise/],
    [{ ...dims, features: "top-k" }, TypeError, /^memory: features\.k is undefined/],
    [
      { ...dims, features: { name: "top-k", k: 3 } },
      RangeError,
      /^memory: features\.k is 3, expected a whole number in 1 \.\. 2/,
    ],
    [{ ...dims, features: { name: "lsh", bits: 0 } }, RangeError, /^memory: features\.bits/],
    [
      { ...dims, features: { name: "favor", orthogonal: 1 } },
      TypeError,
      /^memory: features\.orthogonal/,
    ],
    [
      { ...dims, features: { name: "favor", seed: 2 ** 53 } },
      RangeError,
      /^memory: features\.seed/,
    ],
    [
      { ...dims, read: { name: "threshold", kind: "mild", at: 1 } },
      RangeError,
      /^memory: read\.kind is "mild"/,
    ],
    [
      { ...dims, read: { name: "threshold", kind: "soft" } },
      TypeError,
      /^memory: read\.at is undefined/,
    ],
    [
      { ...dims, read: { name: "nearest", codebook: [[1]] } },
      RangeError,
      /^memory: codebook row 0 has 1 numbers, expected 2/,
    ],
    [{ ...dims, read: { name: "nearest" } }, TypeError, /^memory: codebook is undefined/],
    [{ ...dims, precision: "float" }, RangeError, /^memory: precision is "float"/],
  ];
  test.each(wrong)("of memory cannot be %j", (options, Kind, says) => {
    refuses(() => call("memory", options), Kind, says as RegExp);
  });

  test("of a preset are checked too", () => {
    refuses(
      () => call("memory", "delta-nets", dims),
      RangeError,
      /^memory: preset is "delta-nets"/,
    );
    refuses(() => call("memory", "delta-net"), TypeError, /^memory: options is undefined/);
    refuses(
      () => call("memory", "delta-net", { keyDim: 2 }),
      TypeError,
      /^memory: valueDim is undefined/,
    );
  });

  test("of leastSquares, gates and random", () => {
    const rows = [[1, 0]];
    refuses(() => call("leastSquares", rows, rows, { rigde: 1 }), TypeError, /has no "rigde"/);
    refuses(
      () => call("leastSquares", rows, rows, { ridge: -1 }),
      RangeError,
      /^leastSquares: ridge is -1/,
    );
    refuses(() => call("leastSquares", rows, rows, { ridge: NaN }), RangeError, /ridge is NaN/);
    refuses(() => call("leastSquares", rows, rows, null), TypeError, /options is null/);
    refuses(() => call("svd", null), TypeError, /^svd: matrix is null/);
    refuses(() => call("svd", {}), TypeError, /^svd: matrix\.rows is undefined/);
    refuses(
      () => call("random", { kind: "cube", count: 1, dim: 1 }),
      RangeError,
      /^random: kind is "cube"/,
    );
    refuses(() => call("random", { count: 1, dim: 1 }), TypeError, /^random: kind is undefined/);
    refuses(
      () => call("random", { kind: "sign", count: 1, dim: 1, sed: 1 }),
      TypeError,
      /has no "sed"/,
    );
    for (const seed of [-1, 0.5, 2 ** 53, NaN, Infinity]) {
      refuses(
        () => call("random", { kind: "sign", count: 1, dim: 1, seed }),
        RangeError,
        /^random: seed/,
      );
    }
    refuses(
      () => call("random", { kind: "sign", count: 1, dim: 1, seed: "1" }),
      TypeError,
      /^random: seed/,
    );
  });

  test("of attention and features", () => {
    const attend = (options: unknown): unknown => call("attention", [[1]], [[1]], [[1]], options);
    const wrong: [unknown, typeof TypeError | typeof RangeError, RegExp][] = [
      [null, TypeError, /^attention: options is null/],
      [{ kernl: "linear" }, TypeError, /^attention: options has no "kernl"/],
      [{ kernel: "gaussian" }, RangeError, /^attention: kernel is "gaussian"/],
      [{ kernel: { name: "top-k", k: 2 } }, RangeError, /^attention: kernel\.k is 2/],
      [{ kernel: 3 }, TypeError, /^attention: kernel is 3/],
      [{ inverseTemperature: -1 }, RangeError, /^attention: inverseTemperature is -1/],
      [{ causal: 1 }, TypeError, /^attention: causal is 1, expected true or false/],
      [{ normalise: "yes" }, TypeError, /^attention: normalise is "yes"/],
    ];
    for (const [options, Kind, says] of wrong) refuses(() => attend(options), Kind, says);
    refuses(() => call("attention", [[1]], [[1], [2]], [[1]]), RangeError, /values has 1 rows/);
    refuses(() => call("features", [[1]], "rleu"), RangeError, /^features: features is "rleu"/);
    refuses(() => call("features", [[1]]), TypeError, /^features: features is undefined/);
    refuses(() => call("features", [[1]], { name: "lsh", bits: 1e12 }), RangeError, /bits/);
    refuses(
      () =>
        call("keyStatistics", [
          [1, 0],
          [0, 0],
        ]),
      RangeError,
      /key.* 1\b/,
    );
  });

  test("of a write: gates out of range, of a wrong length, of another rule", () => {
    const delta = library.memory({ keyDim: 2, valueDim: 1, rule: "gated-delta" });
    const gated = (gates: unknown) => () =>
      delta.write(
        [
          [1, 0],
          [0, 1],
        ],
        [[1], [2]],
        gates as never,
      );
    const wrong: [unknown, typeof TypeError | typeof RangeError, RegExp][] = [
      [3, TypeError, /^write: gates is 3/],
      [{ betta: 1 }, TypeError, /^write: gates has no "betta"/],
      [{ beta: "1" }, TypeError, /^write: beta is "1"/],
      [{ beta: null }, TypeError, /^write: beta is null/],
      [{ beta: 2.5 }, RangeError, /^write: beta is 2.5, expected a number in 0 \.\. 2/],
      [{ beta: NaN }, RangeError, /^write: beta is NaN/],
      [{ beta: [1] }, RangeError, /^write: beta has 1 numbers, expected 2 \(one a pair\)/],
      [{ beta: [1, -1] }, RangeError, /^write: beta\[1\] is -1/],
      [{ decay: 1.5 }, RangeError, /^write: decay is 1.5/],
      [{ decay: [1, 1, 1] }, RangeError, /^write: decay has 3 numbers, expected 2 .* or 4/],
      [{ decay: [1, 1, 1, 7] }, RangeError, /^write: decay\[3\] is 7/],
    ];
    for (const [gates, Kind, says] of wrong) refuses(gated(gates), Kind, says);
    expect(delta.pairs).toBe(0);
    refuses(() => write([1, 0], [1, 0], { beta: 1 }), RangeError, /beta/);
    refuses(() => write([1, 0], [1, 0], { decay: 1 }), RangeError, /decay/);
  });

  test("of Hopfield: patterns of +-1 alone, stored under themselves", () => {
    const hopfield = library.memory("hopfield", { keyDim: 2, valueDim: 2 });
    for (const [key, value] of [
      [
        [1, 0.5],
        [1, 0.5],
      ],
      [
        [1, 1],
        [1, -1],
      ],
      [
        [0, 1],
        [0, 1],
      ],
    ] as const) {
      expect(() => hopfield.write(key, value)).toThrow(RangeError);
    }
    expect(hopfield.pairs).toBe(0);
    refuses(() => hopfield.energy([1]), RangeError, /^energy: pattern has 1 numbers, expected 2/);
    refuses(() => hopfield.energy("11" as never), TypeError, /^energy: pattern is "11"/);
    const cache = library.memory({ keyDim: 2, valueDim: 2, rule: "cache" });
    refuses(
      () => cache.weights([1, 2, 3]),
      RangeError,
      /^weights: query has 3 numbers, expected 2/,
    );
  });

  test("of theory", () => {
    const { theory } = library;
    const wrong: [() => unknown, RegExp][] = [
      [() => theory.decay(2, 2, 1.1), /^theory\.decay: decay is 1.1/],
      [() => theory.delta(2, 2, -0.1), /^theory\.delta: beta is -0.1/],
      [() => theory.gatedDelta(2, 2, 1, 2.1), /^theory\.gatedDelta: beta is 2.1/],
      [
        () => theory.deltaByAge(2, 2, 2, 1),
        /^theory\.deltaByAge: age is 2, expected a whole number in 0 \.\. 1/,
      ],
      [() => theory.deltaByAge(-1, 2, 2, 1), /^theory\.deltaByAge: age is -1/],
      [() => theory.ridge(2, 2, -1), /^theory\.ridge: ridge is -1/],
      [() => theory.ridge(2, 2, 1, NaN), /^theory\.ridge: queryNoise is NaN/],
      [() => theory.bestRidge(2, 2, Infinity), /^theory\.bestRidge: queryNoise is Infinity/],
      [() => theory.noiseGain("cache" as never, 2, 2), /^theory\.noiseGain: memory is "cache"/],
      [() => theory.softmax(2, 2, -1), /^theory\.softmax: inverseTemperature is -1/],
      [() => theory.hopfieldFlip(0), /^theory\.hopfieldFlip: load is 0, expected a number above 0/],
    ];
    for (const [run, says] of wrong) refuses(run, RangeError, says);
    refuses(() => theory.decay(2, 2, "1" as never), TypeError, /^theory\.decay: decay is "1"/);
  });

  test("that throw when looked at hand on what they throw", () => {
    const options = {
      keyDim: 2,
      get valueDim(): number {
        throw thrown;
      },
    };
    expect(thrownBy(() => call("memory", options))).toBe(thrown);
  });
});

describe("capacity", () => {
  const good = { keyDim: 2, pairs: 2, trials: 2 };
  const wrong: [unknown, typeof TypeError | typeof RangeError, RegExp][] = [
    [undefined, TypeError, /^capacity: options is undefined/],
    [null, TypeError, /^capacity: options is null/],
    [{ ...good, trails: 2 }, TypeError, /^capacity: options has no "trails"/],
    [{ ...good, keyDim: 0 }, RangeError, /^capacity: keyDim is 0/],
    [{ ...good, keyDim: undefined }, TypeError, /^capacity: keyDim is undefined/],
    [{ ...good, valueDim: 1.5 }, RangeError, /^capacity: valueDim is 1.5/],
    [{ ...good, pairs: 0 }, RangeError, /^capacity: pairs is 0/],
    [{ ...good, pairs: undefined }, TypeError, /^capacity: pairs is undefined/],
    [{ ...good, pairs: "12" }, TypeError, /^capacity: pairs is "12"/],
    [{ ...good, pairs: [] }, RangeError, /^capacity: pairs is empty/],
    [{ ...good, pairs: [2, 1] }, RangeError, /^capacity: pairs\[1\] is 1, expected more than 2/],
    [{ ...good, pairs: [1, 1] }, RangeError, /^capacity: pairs\[1\] is 1/],
    [{ ...good, pairs: [0, 1] }, RangeError, /^capacity: pairs\[0\] is 0/],
    [{ ...good, pairs: [1.5] }, RangeError, /^capacity: pairs\[0\] is 1.5/],
    [{ ...good, pairs: 1e9 }, RangeError, /^capacity: pairs is 1000000000/],
    [{ ...good, trials: 0 }, RangeError, /^capacity: trials is 0/],
    [{ ...good, trials: -1 }, RangeError, /^capacity: trials is -1/],
    [{ ...good, trials: 2.5 }, RangeError, /^capacity: trials is 2.5/],
    [{ ...good, trials: "2" }, TypeError, /^capacity: trials is "2"/],
    [{ ...good, firstTrial: -1 }, RangeError, /^capacity: firstTrial is -1/],
    [{ ...good, firstTrial: 2 ** 53 - 1 }, RangeError, /^capacity: firstTrial \+ trials/],
    [{ ...good, seed: 2 ** 53 }, RangeError, /^capacity: seed is 9007199254740992/],
    [{ ...good, seed: null }, TypeError, /^capacity: seed is null/],
    [{ ...good, memories: "additive" }, TypeError, /^capacity: memories is "additive"/],
    [{ ...good, memories: [] }, RangeError, /^capacity: memories is empty/],
    [{ ...good, memories: new Array(2) }, TypeError, /^capacity: memories\[0\] is undefined/],
    [{ ...good, memories: ["additiv"] }, RangeError, /memories\[0\].*"additiv"/],
    [{ ...good, memories: [{ rule: "cahce" }] }, RangeError, /memories\[0\].*"cahce"/],
    [{ ...good, keys: "cube" }, RangeError, /^capacity: keys is "cube"/],
    [{ ...good, keys: 3 }, TypeError, /^capacity: keys is 3/],
    [{ ...good, keys: { name: "sparse", active: 3 } }, RangeError, /^capacity: keys\.active is 3/],
    [{ ...good, keys: { name: "sparse" } }, TypeError, /^capacity: keys\.active is undefined/],
    [{ ...good, keys: { name: "sparse", active: 1, sined: true } }, TypeError, /has no "sined"/],
    [{ ...good, keys: { name: "correlated", cosine: 1.5 } }, RangeError, /^capacity: keys\.cosine/],
    [
      { ...good, keys: { name: "rows", rows: [[1, 2]] } },
      RangeError,
      /^capacity: rows has 1 rows, expected at least 2/,
    ],
    [{ ...good, queryNoise: -1 }, RangeError, /^capacity: queryNoise is -1/],
    [{ ...good, metric: "top1" }, RangeError, /^capacity: metric is "top1"/],
    [{ ...good, workers: -1 }, RangeError, /^capacity: workers is -1/],
    [{ ...good, workers: 1.5 }, RangeError, /^capacity: workers is 1.5/],
    [{ ...good, workers: "2" }, TypeError, /^capacity: workers is "2"/],
    [{ ...good, signal: {} }, TypeError, /^capacity: signal is an object, expected an AbortSignal/],
    [{ ...good, onProgress: 3 }, TypeError, /^capacity: onProgress is 3, expected a function/],
  ];
  test.each(wrong)("rejects %o", async (options, Kind, says) => {
    const error = await rejectionOf(() => library.capacity(options as never));
    expect(error).toBeInstanceOf(Kind);
    expect((error as Error).message).toMatch(says);
  });

  test("too large for memory is a RangeError, with and without workers", async () => {
    for (const workers of [0, 1]) {
      const huge = { keyDim: 2 ** 20, pairs: [2 ** 20], trials: 1, workers };
      expect(await rejectionOf(() => library.capacity(huge))).toBeInstanceOf(RangeError);
      expect((await library.capacity({ ...good, workers })).trials).toBe(2);
    }
  });
});

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
  solve,
  transposed,
} from "./support.js";

const library = await load();
const half = Math.sqrt(0.75);
const sixtyDegrees = [
  [1, 0],
  [0.5, half],
];
const identity = [
  [1, 0],
  [0, 1],
];
const unit = (angle: number): number[] => [Math.cos(angle), Math.sin(angle)];

describe("outer", () => {
  test("a b', row i is a_i b'", () => {
    expect(library.outer([1, -2], [3, 4, 5])).toEqual({
      data: Float64Array.of(3, 4, 5, -6, -8, -10),
      rows: 2,
      cols: 3,
    });
  });
});

describe("gram and scores", () => {
  test("are dot products", () => {
    const roll = dice(4);
    for (let round = 0; round < 20; round++) {
      const dim = between(roll, 1, 9);
      const keys = randomRows(roll, between(roll, 1, 8), dim);
      const queries = randomRows(roll, between(roll, 1, 8), dim);
      expect(distance(nested(library.gram(keys)), product(keys, transposed(keys)))).toBeLessThan(
        1e-14,
      );
      expect(
        distance(nested(library.scores(queries, keys)), product(queries, transposed(keys))),
      ).toBeLessThan(1e-14);
    }
  });

  test("take flat rows with their dimension", () => {
    expect(library.gram(sixtyDegrees.flat(), 2)).toEqual(library.gram(sixtyDegrees));
    expect(library.scores([1, 0], sixtyDegrees.flat(), 2)).toEqual(
      library.scores([[1, 0]], sixtyDegrees),
    );
  });
});

describe("dualBasis", () => {
  test("at 60 degrees: (1, -.57735) and (0, 1.15470)", () => {
    const { vectors, rank } = library.dualBasis(sixtyDegrees);
    expect(rank).toBe(2);
    expect(distance(vectors.data, [1, -1 / Math.sqrt(3), 0, 2 / Math.sqrt(3)])).toBeLessThan(1e-14);
  });

  test("dual.key = delta for independent keys of random shapes", () => {
    const roll = dice(5);
    for (let round = 0; round < 30; round++) {
      const dim = between(roll, 1, 12);
      const keys = randomRows(roll, between(roll, 1, dim), dim);
      const { vectors, rank } = library.dualBasis(keys);
      const { singularValues } = library.svd(matrixOf(keys));
      const condition = (singularValues[0] as number) / (singularValues.at(-1) as number);
      expect(rank).toBe(keys.length);
      nested(vectors).forEach((dual, i) => {
        keys.forEach((key, j) => {
          expect(Math.abs(dot(dual, key) - (i === j ? 1 : 0))).toBeLessThan(1e-13 * condition);
        });
      });
    }
  });

  test("has length 1 / sin t for two unit keys at angle t", () => {
    for (const angle of [0.01, 0.3, 1, 2, 3]) {
      for (const dual of nested(library.dualBasis([unit(0.4), unit(0.4 + angle)]).vectors)) {
        expect(Math.hypot(...dual) * Math.sin(angle)).toBeCloseTo(1, 10);
      }
    }
  });

  test("is the pseudoinverse where the keys are dependent", () => {
    const { vectors, rank } = library.dualBasis([
      [1, 0, 0],
      [2, 0, 0],
      [0, 0, 0],
    ]);
    expect(rank).toBe(1);
    expect(distance(vectors.data, [0.2, 0, 0, 0.4, 0, 0, 0, 0, 0])).toBeLessThan(1e-15);
  });
});

describe("leastSquares", () => {
  test("at 60 degrees: singular values of S* 1.41421 and .81650", () => {
    const { state, rank, condition } = library.leastSquares(sixtyDegrees, identity);
    const { singularValues } = library.svd(state);
    expect(distance(singularValues, [Math.SQRT2, Math.sqrt(2 / 3)])).toBeLessThan(1e-14);
    expect(rank).toBe(2);
    expect(condition).toBeCloseTo(Math.sqrt(3), 12);
  });

  test("stretches by cos(p/2)/cos(t/2) and sin(p/2)/sin(t/2)", () => {
    const roll = dice(6);
    for (let round = 0; round < 50; round++) {
      const t = 0.05 + roll() * 3;
      const p = 0.05 + roll() * 3;
      const { state } = library.leastSquares([unit(0), unit(t)], [unit(1), unit(1 + p)]);
      const expected = [Math.cos(p / 2) / Math.cos(t / 2), Math.sin(p / 2) / Math.sin(t / 2)];
      const { singularValues } = library.svd(state);
      const largest = Math.max(...expected);
      expect(
        distance(
          singularValues,
          expected.sort((a, b) => b - a),
        ),
      ).toBeLessThan(1e-12 * largest);
    }
  });

  test("solves the normal equations, with and without ridge, for random shapes", () => {
    const roll = dice(7);
    for (let round = 0; round < 40; round++) {
      const keyDim = between(roll, 1, 8);
      const valueDim = between(roll, 1, 6);
      const ridge = round % 2 === 0 ? 0 : 0.1 + roll();
      const count = ridge === 0 ? keyDim + between(roll, 2, 12) : between(roll, 1, 12);
      const keys = randomRows(roll, count, keyDim);
      const values = randomRows(roll, count, valueDim);
      const fit = library.leastSquares(keys, values, { ridge });
      const covariance = product(transposed(keys), keys).map((row, i) =>
        row.map((x, j) => (i === j ? x + ridge : x)),
      );
      // S' solves (K K' + ridge I) S' = K V'.
      const expected = transposed(solve(covariance, product(transposed(keys), values)));
      const { condition } = library.leastSquares(keys, values);
      expect(distance(nested(fit.state), expected)).toBeLessThan(1e-12 * (1 + condition ** 2));
    }
  });

  test("is V times the dual basis, exact at the keys, where the keys are independent", () => {
    const roll = dice(8);
    for (let round = 0; round < 30; round++) {
      const keyDim = between(roll, 2, 10);
      const keys = randomRows(roll, between(roll, 1, keyDim - 1), keyDim);
      const values = randomRows(roll, keys.length, 3);
      const { state, rank, condition } = library.leastSquares(keys, values);
      const dual = nested(library.dualBasis(keys).vectors);
      expect(rank).toBe(keys.length);
      expect(distance(nested(state), product(transposed(values), dual))).toBeLessThan(
        1e-13 * condition ** 2,
      );
      const reads = product(keys, transposed(nested(state)));
      expect(distance(reads, values)).toBeLessThan(1e-13 * condition ** 2);
    }
  });

  test("handles equal, parallel, zero and too many keys by rank", () => {
    const cases: [number[][], number][] = [
      [
        [
          [1, 0],
          [1, 0],
        ],
        1,
      ],
      [
        [
          [1, 0],
          [-2, 0],
        ],
        1,
      ],
      [
        [
          [0, 0],
          [0, 0],
        ],
        0,
      ],
      [
        [
          [1, 0],
          [0, 0],
        ],
        1,
      ],
      [
        [
          [1, 0],
          [0, 1],
          [1, 1],
        ],
        2,
      ],
      [
        [
          [1, 2],
          [2, 4],
          [-1, -2],
        ],
        1,
      ],
      [
        [
          [1e-200, 0],
          [0, 1e-200],
        ],
        2,
      ],
    ];
    for (const [keys, rank] of cases) {
      const values = keys.map((_, i) => [i + 1, -i]);
      const fit = library.leastSquares(keys, values);
      expect(fit.rank).toBe(rank);
      expect([...fit.state.data].every(Number.isFinite)).toBe(true);
      expect(library.dualBasis(keys).rank).toBe(rank);
    }
    // Two equal keys: the mean of their values.
    const { state } = library.leastSquares(
      [
        [1, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [3, 2],
      ],
    );
    expect(distance(state.data, [2, 0, 1, 0])).toBeLessThan(1e-15);
  });
});

describe("svd", () => {
  test("reconstructs the matrix from orthonormal parts, largest first", () => {
    const roll = dice(9);
    for (let round = 0; round < 30; round++) {
      const rows = randomRows(roll, between(roll, 1, 10), between(roll, 1, 10));
      const { u, singularValues, v } = library.svd(matrixOf(rows));
      const thin = Math.min(rows.length, (rows[0] as number[]).length);
      expect([u.cols, singularValues.length, v.cols]).toEqual([thin, thin, thin]);
      const scaled = nested(u).map((row) => row.map((x, i) => x * (singularValues[i] as number)));
      expect(distance(product(scaled, transposed(nested(v))), rows)).toBeLessThan(1e-13);
      for (const part of [u, v]) {
        const columns = transposed(nested(part));
        const gram = product(columns, transposed(columns));
        gram.forEach((row, i) => {
          row.forEach((x, j) => {
            expect(Math.abs(x - (i === j ? 1 : 0))).toBeLessThan(1e-13);
          });
        });
      }
      expect([...singularValues]).toEqual([...singularValues].sort((a, b) => b - a));
    }
  });
});

describe("random", () => {
  test("same seed, same bits; another seed, others", () => {
    const options = { kind: "gaussian", count: 3, dim: 4, seed: 5 } as const;
    expect(library.random(options)).toEqual(library.random(options));
    expect(library.random(options)).not.toEqual(library.random({ ...options, seed: 6 }));
    expect(library.random({ kind: "sphere", count: 1, dim: 4 })).toEqual(
      library.random({ kind: "sphere", count: 1, dim: 4, seed: 1 }),
    );
  });

  test("sphere has unit rows, sign has +-1", () => {
    for (const row of nested(library.random({ kind: "sphere", count: 50, dim: 7 }))) {
      expect(Math.hypot(...row)).toBeCloseTo(1, 14);
    }
    const { data } = library.random({ kind: "sign", count: 20, dim: 10, seed: 2 });
    expect([...new Set(data)].sort()).toEqual([-1, 1]);
  });

  test("takes every seed up to 2^53 - 1", () => {
    for (const seed of [0, 2 ** 32, 2 ** 53 - 1]) {
      expect(library.random({ kind: "sphere", count: 2, dim: 3, seed }).rows).toBe(2);
    }
  });
});

function matrixOf(rows: number[][]): { data: Float64Array; rows: number; cols: number } {
  return {
    data: Float64Array.from(rows.flat()),
    rows: rows.length,
    cols: (rows[0] as number[]).length,
  };
}

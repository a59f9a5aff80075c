import { describe, expect, test } from "vitest";
import { manyPairs } from "../../web/figures/many-pairs.js";
import { between, dice, distance, dot, product, transposed } from "../library/support.js";
import { core, Held } from "./held.js";

const fresh = () => new Held(manyPairs);
const choices = ["random", "orthonormal", "one-more"] as const;

/** The rows of a matrix that the table holds under a name. */
function tabled(held: ReturnType<typeof fresh>, name: string): number[][] {
  return held.table.rows
    .filter(([row]) => String(row).startsWith(`${name} row `))
    .map(([, ...cells]) => cells as number[]);
}

/** A figure at a state that its controls can reach, after several changes on the way. */
function wandered(roll: () => number) {
  const held = fresh();
  for (let step = between(roll, 1, 5); step > 0; step--) {
    const change = [
      () => ({ keys: choices[between(roll, 0, 2)] as (typeof choices)[number] }),
      () => ({ pairs: between(roll, 2, 12) }),
      () => ({ keyDim: between(roll, 2, 16) }),
      () => ({ seed: between(roll, 0, 1e6) }),
    ][between(roll, 0, 3)];
    held.change(change?.() ?? {});
  }
  return held;
}

describe("many pairs", () => {
  test("S K is V G to rounding, wherever the controls lead", () => {
    const roll = dice(31);
    for (let round = 0; round < 200; round++) {
      const held = wandered(roll);
      const [reads, mixed] = [tabled(held, "S K"), tabled(held, "V G")];
      expect(distance(reads, mixed)).toBeLessThan(1e-13);
      expect(held.model.largestDifference).toBe(distance(reads, mixed));
    }
  });

  test("keys have unit length, and every column of the table is a pair", () => {
    const roll = dice(32);
    for (let round = 0; round < 100; round++) {
      const held = wandered(roll);
      const gram = tabled(held, "gram");
      const { pairs } = held.values;
      expect(gram).toHaveLength(pairs);
      expect(held.table.columns).toHaveLength(pairs + 1);
      gram.forEach((row, i) => {
        expect(row).toHaveLength(pairs);
        expect(row[i]).toBeCloseTo(1, 12);
        row.forEach((x, j) => {
          expect(x).toBe(gram[j]?.[i]);
        });
      });
    }
  });

  test("the sums of squared cosines are those of the Gram matrix, and their mean is n/D - 1 of the key statistics", () => {
    const roll = dice(33);
    for (let round = 0; round < 50; round++) {
      const held = wandered(roll).change({ keys: "random" });
      const { pairs, keyDim, seed } = held.values;
      const gram = tabled(held, "gram");
      const sums = gram.map((row, i) => dot(row, row) - (row[i] ?? 0) ** 2);
      const shown = held.row("sum of squared cosines");
      expect(distance(shown, sums)).toBeLessThan(1e-12);
      const keys = core.random({ kind: "sphere", count: pairs, dim: keyDim, seed });
      const { additiveError } = core.keyStatistics(keys.data, keyDim);
      expect(shown.reduce((a, b) => a + b, 0) / pairs).toBeCloseTo(additiveError, 10);
    }
  });

  test("the error of a read is how far its column of S K lies from its value", () => {
    const roll = dice(34);
    for (let round = 0; round < 50; round++) {
      const held = wandered(roll).change({ keys: "random" });
      const gram = tabled(held, "gram");
      // V from V G where G can be undone: independent keys only.
      if (held.values.pairs > held.values.keyDim) continue;
      const duals = core.svd({
        data: Float64Array.from(gram.flat()),
        rows: gram.length,
        cols: gram.length,
      });
      if ((duals.singularValues.at(-1) ?? 0) < 1e-3) continue;
      const n = gram.length;
      const rows = (data: Float64Array, cols: number) =>
        Array.from({ length: data.length / cols }, (_, i) => [
          ...data.subarray(i * cols, (i + 1) * cols),
        ]);
      const u = rows(duals.u.data, n);
      const v = rows(duals.v.data, n);
      const inverse = product(
        v.map((row) => row.map((x, j) => x / (duals.singularValues[j] ?? 1))),
        transposed(u),
      );
      const values = transposed(product(tabled(held, "V G"), inverse));
      const reads = transposed(tabled(held, "S K"));
      const errors = reads.map((read, j) =>
        read.reduce((sum, x, i) => sum + (x - (values[j]?.[i] ?? 0)) ** 2, 0),
      );
      expect(distance(held.row("error of the read"), errors)).toBeLessThan(1e-8);
    }
  });

  test("orthonormal keys: G = I and every read exact, to rounding", () => {
    for (let keyDim = 2; keyDim <= 16; keyDim++) {
      for (const seed of [0, 1, 77]) {
        const pairs = Math.min(12, keyDim);
        const held = fresh().change({ keyDim, pairs, seed }).change({ keys: "orthonormal" });
        expect(held.values).toMatchObject({ keys: "orthonormal", pairs, keyDim });
        const identity = Array.from({ length: pairs }, (_, i) =>
          Array.from({ length: pairs }, (_, j) => (i === j ? 1 : 0)),
        );
        expect(distance(tabled(held, "gram"), identity)).toBeLessThan(1e-13);
        expect(Math.max(...held.row("error of the read"))).toBeLessThan(1e-26);
        expect(Math.max(...held.row("sum of squared cosines"))).toBeLessThan(1e-26);
        expect(held.sentence).toContain("G = I: exact");
      }
    }
  });

  test("one key more than dimensions must leak: its squared cosines with the others sum to 1", () => {
    for (let keyDim = 2; keyDim <= 11; keyDim++) {
      const held = fresh().change({ keyDim }).change({ keys: "one-more" });
      expect(held.values).toMatchObject({ keys: "one-more", pairs: keyDim + 1, keyDim });
      const cosines = held.row("sum of squared cosines");
      expect(cosines.at(-1)).toBeCloseTo(1, 12);
      // The last key's share in each of the others is what they see of it.
      const gram = tabled(held, "gram");
      cosines.slice(0, -1).forEach((sum, j) => {
        expect(sum).toBeCloseTo((gram[j]?.at(-1) ?? 0) ** 2, 12);
      });
      expect(held.row("error of the read").at(-1)).toBeGreaterThan(0.001);
      expect(held.sentence).toContain("it must leak");
    }
  });

  test("one more follows the dimension, as far as there is room for its keys", () => {
    const held = fresh().change({ keys: "one-more" });
    expect(held.values).toMatchObject({ keyDim: 6, pairs: 7 });
    expect(held.change({ keyDim: 9 }).values).toMatchObject({ keys: "one-more", pairs: 10 });
    expect(held.change({ keyDim: 16 }).values).toMatchObject({
      keys: "one-more",
      keyDim: 11,
      pairs: 12,
    });
  });

  test.each([
    [5, "orthonormal"],
    [9, "random"],
  ])("with one more key, n set to %d by hand makes them %s", (pairs, keys) => {
    const held = fresh().change({ keys: "one-more" }).change({ pairs });
    expect(held.values).toMatchObject({ keys, pairs, keyDim: 6 });
  });

  test("orthonormal keys give way to what is set last: n beyond d is random, d below n takes n along", () => {
    const held = fresh().change({ keys: "orthonormal" });
    expect(held.change({ keyDim: 4 }).values).toMatchObject({
      keys: "orthonormal",
      pairs: 4,
      keyDim: 4,
    });
    expect(held.change({ pairs: 5 }).values).toMatchObject({ keys: "random", pairs: 5, keyDim: 4 });
    expect(held.change({ keys: "orthonormal" }).values).toMatchObject({ pairs: 4, keyDim: 4 });
  });

  test("random keys take any n with any d", () => {
    const held = fresh();
    for (const [pairs, keyDim] of [
      [2, 16],
      [12, 2],
    ] as const) {
      expect(held.change({ pairs, keyDim }).values).toMatchObject({
        keys: "random",
        pairs,
        keyDim,
      });
    }
  });

  test("the same seed draws the same keys, and another one others", () => {
    const [a, b, c] = [5, 5, 6].map((seed) => tabled(fresh().change({ seed }), "gram"));
    expect(a).toEqual(b);
    expect(distance(a, c)).toBeGreaterThan(0.01);
  });

  test.each([0, Number.MAX_SAFE_INTEGER])("seed %d is one like any other", (seed) => {
    const held = fresh().change({ seed });
    expect(distance(tabled(held, "S K"), tabled(held, "V G"))).toBeLessThan(1e-13);
  });

  test("a whole state is taken over as it is, whatever stood before", () => {
    const roll = dice(35);
    for (let round = 0; round < 200; round++) {
      const { values } = wandered(roll);
      expect(wandered(roll).change(values).values).toEqual(values);
    }
  });
});

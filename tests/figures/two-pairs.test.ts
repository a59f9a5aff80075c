import { describe, expect, test } from "vitest";
import { twoPairs } from "../../web/figures/two-pairs.js";
import { dice, distance, dot } from "../library/support.js";
import { Held, textsOf } from "./held.js";

const fresh = () => new Held(twoPairs);
const within = (roll: () => number, reach: number): [number, number] => [
  reach * (2 * roll() - 1),
  reach * (2 * roll() - 1),
];

/** A figure with vectors from anywhere, two pairs or three, some of unit length. */
function scattered(roll: () => number) {
  return fresh().change({
    unitKeys: roll() < 0.5,
    third: roll() < 0.5,
    ask: "free",
    query: within(roll, 1.4),
    key1: within(roll, 1.4),
    key2: within(roll, 1.4),
    key3: within(roll, 1.4),
    value1: within(roll, 2.2),
    value2: within(roll, 2.2),
    value3: within(roll, 2.2),
  });
}

describe("two pairs", () => {
  test("the numbers are those of the formulas, for vectors from anywhere", () => {
    const roll = dice(11);
    for (let round = 0; round < 300; round++) {
      const held = scattered(roll);
      const { third, key1, key2, key3, value1, value2, value3, query } = held.values;
      const keys = [key1, key2, ...(third ? [key3] : [])];
      const values = [value1, value2, ...(third ? [value3] : [])];
      const state = [0, 1].map((i) =>
        [0, 1].map((j) =>
          keys.reduce((sum, key, pair) => sum + (values[pair]?.[i] ?? 0) * (key[j] ?? 0), 0),
        ),
      );
      const { model } = held;
      expect(distance(model.state, state)).toBeLessThan(1e-13);
      expect(
        distance(
          model.read,
          state.map((row) => dot(row, query)),
        ),
      ).toBeLessThan(1e-13);
      expect(
        distance(
          model.gram,
          keys.map((a) => keys.map((b) => dot(a, b))),
        ),
      ).toBeLessThan(1e-14);
      expect(
        distance(
          model.scores,
          keys.map((key) => dot(key, query)),
        ),
      ).toBeLessThan(1e-14);
    }
  });

  test("the read is the sum of its terms, head to tail", () => {
    const roll = dice(12);
    for (let round = 0; round < 100; round++) {
      const { model } = scattered(roll);
      const sum = [0, 1].map((i) =>
        model.values.reduce((all, v, pair) => all + (v[i] ?? 0) * (model.scores[pair] ?? 0), 0),
      );
      expect(distance(model.read, sum)).toBeLessThan(1e-13);
    }
  });

  test("the table holds what the model holds, a third column only for a third pair", () => {
    const roll = dice(13);
    for (let round = 0; round < 50; round++) {
      const held = scattered(roll);
      const { model } = held;
      const rows = new Map(held.table.rows.map(([name, ...cells]) => [name, cells]));
      model.gram.forEach((numbers, i) => {
        expect(rows.get(`gram row ${i + 1}`)?.slice(0, numbers.length)).toEqual(numbers);
      });
      model.keys.forEach((key, i) => {
        expect(rows.get(`key ${i + 1}`)).toEqual([...key, null]);
      });
      model.values.forEach((value, i) => {
        expect(rows.get(`value ${i + 1}`)).toEqual([...value, null]);
      });
      expect(held.row("read")).toEqual(model.read);
      expect(held.row("scores")).toEqual(model.scores);
      expect(rows.has("key 3")).toBe(held.values.third);
      expect(rows.has("gram row 3")).toBe(held.values.third);
      expect(held.table.rows.every((row) => row.length === held.table.columns.length)).toBe(true);
    }
  });

  test("at a right angle the Gram matrix is I and both reads are exact, to the last bit of zero", () => {
    const held = fresh().change({ key1: [1, 0], value1: [1.5, -0.5], value2: [0.25, 2] });
    held.change({ angle: 90 });
    expect(held.model.gram).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(held.change({ ask: "k1" }).row("read")).toEqual([1.5, -0.5]);
    expect(held.change({ ask: "k2" }).row("read")).toEqual([0.25, 2]);
    expect(held.sentence).toContain("G = I: exact");
  });

  test("at 60 degrees with V = I the first key reads (1, .5)", () => {
    const held = fresh().change({ key1: [1, 0], value1: [1, 0], value2: [0, 1] });
    held.change({ angle: 60 });
    expect(distance(held.row("read"), [1, 0.5])).toBeLessThan(1e-15);
    expect(held.sentence).toMatch(/50\u00A0% of the other value comes along/);
  });

  test("the formula says the scores, term by term", () => {
    const held = fresh()
      .change({ key1: [1, 0], ask: "k1" })
      .change({ angle: 120 });
    const texts = textsOf(held).map((text) => text.replaceAll("\u200B", ""));
    expect(texts).toContain("= 1.00 v1 \u2212 0.50 v2");
  });

  test("three keys in the plane always overlap", () => {
    const roll = dice(14);
    for (let round = 0; round < 100; round++) {
      const held = scattered(roll).change({ unitKeys: true, third: true });
      const [a = [], b = [], c = []] = held.model.gram;
      const overlap = Math.max(Math.abs(a[1] ?? 0), Math.abs(a[2] ?? 0), Math.abs(b[2] ?? 0));
      // Three lines through a point: the closest two stand at 60 degrees or less.
      expect(overlap).toBeGreaterThan(0.5 - 1e-12);
      expect(c[2]).toBeCloseTo(1, 12);
      expect(held.sentence).toContain("some overlap always remains");
    }
  });
});

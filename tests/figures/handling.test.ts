import { describe, expect, test } from "vitest";
import { leastSquares } from "../../web/figures/least-squares.js";
import { twoPairs } from "../../web/figures/two-pairs.js";
import { dice } from "../library/support.js";
import { Held } from "./held.js";

type Point = readonly [number, number];

const at = (degrees: number, length = 1): Point => [
  length * Math.cos((degrees * Math.PI) / 180),
  length * Math.sin((degrees * Math.PI) / 180),
];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1];
const cross = (a: Point, b: Point) => a[0] * b[1] - a[1] * b[0];
const keysOf = ({ values }: { values: { key1: Point; key2: Point } }) =>
  [values.key1, values.key2] as const;

describe.each([
  ["two-pairs", () => new Held(twoPairs)],
  ["least-squares", () => new Held(leastSquares)],
] as const)("the pairs of %s", (_, fresh) => {
  test.each([88.1, 89.5, 90, 91, 91.9])(
    "a key dragged to %d degrees snaps to the right angle",
    (degrees) => {
      for (const side of [1, -1]) {
        const held = fresh().change({ key1: [1, 0] });
        held.change({ key2: at(30 * side) }).change({ key2: at(side * degrees) }, "drag");
        expect(held.values.angle).toBe(90);
        expect(Math.abs(dot(...keysOf(held)))).toBe(0);
        expect(Math.sign(cross(...keysOf(held)))).toBe(side);
      }
    },
  );

  test.each([87.9, 92.1])("a key dragged to %d degrees is left there", (degrees) => {
    const held = fresh()
      .change({ key1: [1, 0] })
      .change({ key2: at(degrees) }, "drag");
    expect(held.values.angle).toBeCloseTo(degrees, 9);
  });

  test.each([
    [0.8, 0],
    [179.2, 180],
  ])("a key dragged to %d degrees snaps to %d", (degrees, special) => {
    const held = fresh()
      .change({ key1: at(20) })
      .change({ key2: at(20 + degrees) }, "drag");
    expect(held.values.angle).toBe(special);
    expect(Math.abs(cross(...keysOf(held)))).toBe(0);
  });

  test("the first key snaps against the second as the second against the first", () => {
    const held = fresh()
      .change({ key2: at(90) })
      .change({ key1: at(1.5) }, "drag");
    expect(held.values.angle).toBe(90);
    expect(held.values.key2).toEqual(at(90));
  });

  test("a free key keeps its length when it snaps", () => {
    const held = fresh()
      .change({ unitKeys: false, key1: [1.3, 0] })
      .change({ key2: at(89, 0.7) }, "drag");
    expect(held.values.angle).toBe(90);
    expect(Math.hypot(...held.values.key2)).toBeCloseTo(0.7, 12);
  });

  test.each(["typed", "step"] as const)("what is %s is never snapped", (manner) => {
    for (const degrees of [0.5, 89, 91.5, 179.5]) {
      const held = fresh()
        .change({ key1: [1, 0] })
        .change({ key2: at(degrees) }, manner);
      expect(held.values.angle).toBeCloseTo(degrees, 9);
      expect(held.values.key2[0]).toBeCloseTo(at(degrees)[0], 12);
    }
  });

  test("the angle turns the second key, keeps its side and its length, and nothing else", () => {
    const roll = dice(1);
    for (let round = 0; round < 200; round++) {
      const [angle, length] = [Math.round(180 * roll()), 0.2 + roll()];
      const held = fresh().change({ unitKeys: false, key1: at(360 * roll(), 0.2 + roll()) });
      held.change({ key2: at(360 * roll(), length) });
      const [key1, before] = keysOf(held);
      held.change({ angle });
      const [after1, after2] = keysOf(held);
      expect(held.values.angle).toBe(angle);
      expect(after1).toEqual(key1);
      expect(Math.hypot(...after2)).toBeCloseTo(length, 12);
      expect(dot(key1, after2)).toBeCloseTo(
        Math.hypot(...key1) * length * Math.cos((angle * Math.PI) / 180),
        12,
      );
      if (angle > 0 && angle < 180) {
        expect(Math.sign(cross(key1, after2))).toBe(Math.sign(cross(key1, before)));
      }
    }
  });

  test.each([
    [0, 1],
    [90, 0],
    [180, -1],
  ])("at an angle of %d degrees the cosine is %d to the last bit", (angle, cosine) => {
    const held = fresh()
      .change({ key1: [0.6, 0.8] })
      .change({ angle });
    const [key1, key2] = keysOf(held);
    if (cosine === 0) expect(Math.abs(dot(key1, key2))).toBe(0);
    else expect(key2).toEqual([cosine * key1[0], cosine * key1[1]]);
  });

  test("a typed angle may lie between whole degrees", () => {
    expect(fresh().change({ angle: 33.25 }).values.angle).toBe(33.25);
  });

  test("keys of unit length stay on the circle, whatever is asked for", () => {
    const roll = dice(2);
    const held = fresh();
    for (let round = 0; round < 200; round++) {
      const manner = roll() < 0.5 ? "drag" : "typed";
      const name = `key${1 + Math.floor(3 * roll())}`;
      held.change({ [name]: [2.8 * roll() - 1.4, 2.8 * roll() - 1.4] }, manner);
      for (const key of [...keysOf(held), held.values.key3]) {
        expect(Math.hypot(...key)).toBeCloseTo(1, 12);
      }
    }
  });

  test("a key of unit length asked to be zero stays where it was", () => {
    const held = fresh().change({ key1: [0.6, 0.8] });
    expect(held.change({ key1: [0, 0] }).values.key1).toEqual([0.6, 0.8]);
  });

  test("the query follows the key that is asked for", () => {
    const held = fresh().change({ ask: "k2" });
    expect(held.values.query).toEqual(held.values.key2);
    held.change({ key2: at(140) }, "drag");
    expect(held.values.query).toEqual(held.values.key2);
    held.change({ ask: "k1" });
    expect(held.values.query).toEqual(held.values.key1);
    held.change({ angle: 17 });
    expect(held.values.query).toEqual(held.values.key1);
  });

  test("a query that is moved is free, and stays when keys move", () => {
    const held = fresh().change({ query: [0.5, -0.5] }, "drag");
    expect(held.values).toMatchObject({ ask: "free", query: [0.5, -0.5] });
    held.change({ key1: at(10), key2: at(200) });
    expect(held.values).toMatchObject({ ask: "free", query: [0.5, -0.5] });
  });

  test("a free query snaps to a key that it is dragged onto, and not when typed", () => {
    const held = fresh().change({ ask: "free", query: [0, 0], key1: [1, 0] });
    held.change({ query: [0.98, 0.02] }, "drag");
    expect(held.values.query).toEqual([1, 0]);
    held.change({ query: [0.98, 0.02] });
    expect(held.values.query).toEqual([0.98, 0.02]);
  });

  test("the angle follows the keys", () => {
    const roll = dice(3);
    for (let round = 0; round < 100; round++) {
      const [first, second] = [360 * roll(), 360 * roll()];
      const held = fresh().change({ key1: at(first), key2: at(second) });
      const apart = Math.abs(first - second);
      expect(held.values.angle).toBeCloseTo(Math.min(apart, 360 - apart), 9);
    }
  });

  test("an angle given along with the keys as they stand turns the second key", () => {
    const held = fresh();
    const state = JSON.parse(JSON.stringify(held.values)) as typeof held.values;
    expect(held.change({ ...state, angle: 30 }).values.angle).toBe(30);
  });

  test("of two equal keys the one that is asked for is named", () => {
    const held = fresh().change({ angle: 0 }).change({ ask: "k2" });
    expect(held.sentence).toContain("k\u2082");
    expect(held.sentence).not.toMatch(/for k\u2081/);
  });
});

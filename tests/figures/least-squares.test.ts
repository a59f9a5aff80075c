import { describe, expect, test } from "vitest";
import { leastSquares } from "../../web/figures/least-squares.js";
import { badgeOf } from "../../web/figures/least-squares-model.js";
import { dice, distance, dot, product, transposed } from "../library/support.js";
import { core, Held, textsOf } from "./held.js";

type Point = [number, number];

const fresh = () => new Held(leastSquares);
const at = (degrees: number, length = 1): Point => [
  length * Math.cos((degrees * Math.PI) / 180),
  length * Math.sin((degrees * Math.PI) / 180),
];
const within = (roll: () => number, reach: number): Point => [
  reach * (2 * roll() - 1),
  reach * (2 * roll() - 1),
];

/** S* by the textbook: V K' (K K')^-1 where the keys span the plane, V K' / |K|^2 where they lie on one line. */
function byTheTextbook(keys: readonly Point[], values: readonly Point[], rank: number) {
  const k = transposed(keys as Point[]);
  const vk = product(transposed(values as Point[]), keys as Point[]);
  const c = product(k, keys as Point[]);
  const [[a = 0, b = 0] = [], [, d = 0] = []] = c;
  if (rank === 0) return [Array(2).fill(0), Array(2).fill(0)];
  if (rank === 1) return vk.map((row) => row.map((x) => x / (a + d)));
  const det = a * d - b * b;
  return product(vk, [
    [d / det, -b / det],
    [-b / det, a / det],
  ]);
}

describe("the least squares fit", () => {
  test("golden values: keys at 60 degrees, V = I", () => {
    const held = fresh().change({ key1: [1, 0], value1: [1, 0], value2: [0, 1], ask: "k1" });
    held.change({ angle: 60 });
    const near = (name: string, expected: number[]) =>
      expect(distance(held.row(name), expected), name).toBeLessThan(6e-6);
    near("additive read", [1, 0.5]);
    near("least squares read", [1, 0]);
    near("dual 1", [1, -0.57735]);
    near("dual 2", [0, 1.1547]);
    near("dual lengths", [1.1547, 1.1547]);
    near("least squares singular values", [Math.SQRT2, 0.8165]);
    near("least squares state row 1", [1, -0.57735]);
    near("least squares state row 2", [0, 1.1547]);
    near("coefficients", [1, 0]);
    near("condition", [Math.sqrt(3)]);
    expect(held.row("rank")).toEqual([2]);
  });

  test("duals of unit keys are 1 / sin(angle) long, and each is 1 with its own key and 0 with the other", () => {
    const roll = dice(21);
    for (let round = 0; round < 200; round++) {
      const angle = 0.5 + 179 * roll();
      const held = fresh()
        .change({ key1: at(360 * roll()) })
        .change({ angle });
      const length = 1 / Math.sin((angle * Math.PI) / 180);
      const { duals, keys } = held.model;
      const tolerance = 1e-12 * length ** 2;
      expect(distance(held.row("dual lengths"), [length, length])).toBeLessThan(tolerance);
      expect(
        distance(
          duals.map(({ vector }) => keys.map((key) => dot(vector, key))),
          [
            [1, 0],
            [0, 1],
          ],
        ),
      ).toBeLessThan(tolerance);
    }
  });

  test("unit keys at t and unit values at p stretch by sin(p/2)/sin(t/2) and cos(p/2)/cos(t/2)", () => {
    const roll = dice(22);
    for (let round = 0; round < 300; round++) {
      const [t, p] = [1 + 178 * roll(), 180 * roll()];
      const [keyAt, valueAt] = [360 * roll(), 360 * roll()];
      const turn = () => (roll() < 0.5 ? -1 : 1);
      const held = fresh().change({
        key1: at(keyAt),
        key2: at(keyAt + turn() * t),
        value1: at(valueAt),
        value2: at(valueAt + turn() * p),
      });
      const half = (degrees: number) => (degrees * Math.PI) / 360;
      const stretches = [
        Math.sin(half(p)) / Math.sin(half(t)),
        Math.cos(half(p)) / Math.cos(half(t)),
      ].sort((a, b) => b - a);
      const shown = held.row("least squares singular values");
      expect(distance(shown, stretches)).toBeLessThan(1e-11 * Math.max(1, stretches[0] ?? 0));
    }
  });

  test("the largest stretch grows without bound as keys close, and is finite again where they are parallel", () => {
    const held = fresh().change({ value1: [1, 0], value2: [0, 1] });
    const stretch = (angle: number) =>
      held.change({ angle }).row("least squares singular values")[0] as number;
    const closing = [40, 20, 10, 5, 1, 0.1, 0.01].map(stretch);
    closing.slice(1).forEach((wider, i) => {
      expect(wider).toBeGreaterThan(1.9 * (closing[i] as number));
    });
    // (v1 + v2)/2 k': half of |v1 + v2|.
    expect(stretch(0)).toBeCloseTo(Math.SQRT1_2, 12);
    expect(held.sentence).toMatch(/finite again/);
  });

  test("S* is the pseudoinverse's, for keys from anywhere and of any rank", () => {
    const roll = dice(23);
    for (let round = 0; round < 300; round++) {
      const third = roll() < 0.5;
      const line = roll() < 0.3;
      const along = within(roll, 1);
      const key = (): Point => {
        if (!line) return within(roll, 1.4);
        const times = 2 * roll() - 1;
        return [along[0] * times, along[1] * times];
      };
      const held = fresh().change({
        unitKeys: false,
        third,
        ask: "free",
        query: within(roll, 1.4),
        key1: key(),
        key2: key(),
        key3: key(),
        value1: within(roll, 2.2),
        value2: within(roll, 2.2),
        value3: within(roll, 2.2),
      });
      const { model } = held;
      const keys = model.keys as Point[];
      const rank = line ? 1 : 2;
      expect(model.rank).toBe(rank);
      const { condition } = model;
      const state = byTheTextbook(keys, model.values as Point[], rank);
      const tolerance = 1e-13 * condition ** 2 * Math.max(1, ...state.flat().map(Math.abs));
      expect(distance(model.fitted.state, state)).toBeLessThan(tolerance);
      expect(
        distance(
          model.fitted.read,
          model.fitted.state.map((row) => dot(row, model.query)),
        ),
      ).toBeLessThan(1e-14 * (1 + Math.max(...state.flat().map(Math.abs))));
      expect(model.duals).toHaveLength(!third && rank === 2 ? 2 : 0);
    }
  });

  test("with independent keys each reads its own value, and the coefficients walk to the query", () => {
    const roll = dice(24);
    for (let round = 0; round < 200; round++) {
      const held = fresh().change({
        unitKeys: false,
        ask: "free",
        query: within(roll, 1.4),
        key1: at(90 * roll(), 0.3 + roll()),
        key2: at(100 + 70 * roll(), 0.3 + roll()),
        value1: within(roll, 2.2),
        value2: within(roll, 2.2),
      });
      const { duals, keys, query, values, fitted } = held.model;
      const walked = [0, 1].map((axis) =>
        duals.reduce((sum, { coefficient }, i) => sum + coefficient * (keys[i]?.[axis] ?? 0), 0),
      );
      expect(distance(walked, query)).toBeLessThan(1e-11);
      const answered = [0, 1].map((axis) =>
        duals.reduce((sum, { coefficient }, i) => sum + coefficient * (values[i]?.[axis] ?? 0), 0),
      );
      expect(distance(answered, fitted.read)).toBeLessThan(1e-10);
      for (const ask of ["k1", "k2"] as const) {
        const asked = held.change({ ask }).model;
        expect(distance(asked.fitted.read, asked.values[ask === "k1" ? 0 : 1])).toBeLessThan(1e-10);
      }
    }
  });

  test("the matrix added up is the core's additive memory", () => {
    const roll = dice(25);
    for (let round = 0; round < 50; round++) {
      const held = fresh().change({ key1: at(360 * roll()), value2: within(roll, 2.2) });
      const { keys, values, query, added } = held.model;
      const memory = core.memory("correlation-matrix", { keyDim: 2, valueDim: 2 });
      memory.write(keys as Point[], values as Point[]);
      expect([...memory.state().data]).toEqual(added.state.flat());
      expect(distance(memory.read(query as Point), added.read)).toBeLessThan(1e-14);
      memory.free();
    }
  });

  test("what the table says is what the model holds", () => {
    const held = fresh().change({ ask: "free", query: [0.3, 0.9] });
    const { model } = held;
    expect(held.row("additive state row 2")).toEqual(model.added.state[1]);
    expect(held.row("least squares state row 1")).toEqual(model.fitted.state[0]);
    expect(held.row("least squares read")).toEqual(model.fitted.read);
    expect(held.row("additive singular values")).toEqual(model.added.singularValues);
    expect(held.row("condition")).toEqual([model.condition]);
    expect(held.row("scores")).toEqual(model.scores);
    expect(held.row("coefficients")).toEqual(model.duals.map(({ coefficient }) => coefficient));
  });

  test.each([
    [0, "parallel"],
    [180, "antiparallel"],
  ])("at %d degrees the rank is 1, the duals are gone, and a badge says %s", (angle, kind) => {
    const held = fresh().change({ angle });
    expect(held.row("rank")).toEqual([1]);
    expect(held.model.duals).toEqual([]);
    expect(badgeOf(held.model)).toBe(`${kind} keys: no dual basis, S* = V K\u207A`);
    expect(held.sentence).toContain(`The keys are ${kind}`);
    expect(textsOf(held).join("\n")).toContain(`${kind} keys: no dual basis`);
  });

  test("a third key has no dual basis either, and the badge says so", () => {
    const held = fresh().change({ third: true });
    expect(held.row("rank")).toEqual([2]);
    expect(badgeOf(held.model)).toBe("three keys in the plane: no dual basis");
    expect(held.sentence).toContain("misses each by as little as it can");
    expect(textsOf(held)).toContain("three keys in the plane: no dual basis");
  });

  test("a badge stands exactly where the core finds fewer ranks than keys", () => {
    const roll = dice(26);
    for (let round = 0; round < 200; round++) {
      const angle = roll() < 0.3 ? 0 : roll() < 0.5 ? 10 ** (-14 * roll()) : 180 * roll();
      const held = fresh()
        .change({ third: roll() < 0.3, key1: at(360 * roll()) })
        .change({ angle });
      const { rank, keys } = held.model;
      expect(badgeOf(held.model) === undefined).toBe(rank === keys.length);
      expect(held.model.duals.length === 0).toBe(rank !== keys.length);
    }
  });

  test.each([
    [62, false],
    [20, true],
    [2, true],
  ])("duals at %d degrees leave the plane: %s; their number stays", (angle, leaves) => {
    const held = fresh()
      .change({ key1: [1, 0] })
      .change({ angle });
    const length = (1 / Math.sin((angle * Math.PI) / 180)).toFixed(2);
    const labels = textsOf(held).filter((text) => text.includes(`| = ${length}`));
    expect(labels).toHaveLength(2);
    for (const label of labels) expect(label.startsWith("\u2192")).toBe(leaves);
  });

  test.each([[[0, 1e-17]], [[1e-17, 1e-17]]] as const)(
    "a key so short (%j) that the core counts it for none is told of as a sentence can",
    (key2) => {
      const held = fresh().change({ unitKeys: false, key1: [1.4, 0], key2 });
      expect(held.row("rank")).toEqual([1]);
      expect(held.sentence).not.toMatch(/keys are (right angle|general)/);
      expect(badgeOf(held.model)).toBeDefined();
    },
  );
});

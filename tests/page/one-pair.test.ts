import { beforeEach, describe, expect, test } from "vitest";
import { browserNames } from "./browsers.js";
import type { FigureOnPage, Point } from "./figure.js";
import { onStage } from "./stage.js";

const golden = { unitKey: true, key: [0.6, 0.8], query: [1, 0.5], value: [1.2, -0.4] } as const;

const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1];

/** The figure's numbers by name, and what the formulas make of its state. */
async function shownAndTrue(figure: FigureOnPage) {
  const shown = await figure.numbers();
  const { key, query, value } = (await figure.state()) as unknown as Record<string, Point>;
  const k = key as Point;
  const q = query as Point;
  const v = value as Point;
  const shownNumbers = ["state row 1", "state row 2", "read", "read of the key", "k.q"].flatMap(
    shown,
  );
  const formulas = [
    ...[v[0] * k[0], v[0] * k[1], v[1] * k[0], v[1] * k[1]],
    ...[v[0] * dot(k, q), v[1] * dot(k, q), v[0] * dot(k, k), v[1] * dot(k, k), dot(k, q)],
  ];
  return { k, q, v, shownNumbers, formulas };
}

async function expectFormulas(figure: FigureOnPage) {
  const { shownNumbers, formulas } = await shownAndTrue(figure);
  expect(shownNumbers).toHaveLength(formulas.length);
  shownNumbers.forEach((number, i) => {
    expect(number).toBeCloseTo(formulas[i] as number, 12);
  });
}

/** Pixels a unit of the plane that a handle moves in, measured by moving it. */
async function pixelsPerUnit(figure: FigureOnPage, name: string, label: string): Promise<number> {
  await figure.setState({ unitKey: false, [name]: [0, 0] });
  const [x0] = await figure.centre(label);
  await figure.setState({ [name]: [1, 0] });
  const [x1] = await figure.centre(label);
  return x1 - x0;
}

describe.each(browserNames)("one stored pair, %s", (name) => {
  const staged = onStage(name, "one-pair");
  let figure: FigureOnPage;
  beforeEach(async () => {
    figure = staged();
    await figure.setState(golden);
  });

  test("shows the matrix, the read and k.q of the formulas", async () => {
    await expectFormulas(figure);
    const { shownNumbers } = await shownAndTrue(figure);
    // v k' for k = (.6, .8), v = (1.2, -.4): worked out by hand.
    expect(shownNumbers.slice(0, 4).map((x) => Number(x.toFixed(12)))).toEqual([
      0.72, 0.96, -0.24, -0.32,
    ]);
    expect(shownNumbers.at(-1)).toBeCloseTo(1, 12);
  });

  test.each([
    ["key k", "key"],
    ["query q", "query"],
    ["value v", "value"],
  ] as const)("%s follows the mouse, and the numbers follow it", async (label, parameter) => {
    const unit = await pixelsPerUnit(figure, parameter, label);
    await figure.setState({ unitKey: false, [parameter]: [0.5, 0.25] });
    const pixels: Point = [Math.round(0.3 * unit), Math.round(0.4 * unit)];
    await figure.drag(label, pixels);
    const moved = (await figure.state())[parameter] as Point;
    // Down on the screen is down in the plane; a pixel is as fine as a mouse can be.
    expect(Math.abs(moved[0] - (0.5 + pixels[0] / unit))).toBeLessThan(1.5 / unit);
    expect(Math.abs(moved[1] - (0.25 - pixels[1] / unit))).toBeLessThan(1.5 / unit);
    await expectFormulas(figure);
  });

  test("a key of unit length stays on the circle under the mouse", async () => {
    await figure.drag("key k", [-37, 61]);
    const { k } = await shownAndTrue(figure);
    expect(Math.hypot(...k)).toBeCloseTo(1, 12);
    expect(k).not.toEqual(golden.key);
    await expectFormulas(figure);
  });

  test("a finger moves a handle too", async () => {
    await figure.dragWithFinger("value v", [-40, -30]);
    expect((await shownAndTrue(figure)).v).not.toEqual(golden.value);
    await expectFormulas(figure);
  });

  test("arrow keys step, Shift further, Alt finer", async () => {
    const across = async (modifier?: "Shift" | "Alt") => {
      await figure.setState(golden);
      await figure.press("query q", "ArrowRight", modifier);
      const { q } = await shownAndTrue(figure);
      await expectFormulas(figure);
      expect(q[1]).toBe(golden.query[1]);
      return q[0] - golden.query[0];
    };
    const step = await across();
    expect(step).toBeGreaterThan(0);
    expect(await across("Shift")).toBeGreaterThan(2 * step);
    const fine = await across("Alt");
    expect(fine).toBeGreaterThan(0);
    expect(fine).toBeLessThan(step / 2);
  });

  test("a step on the key turns it when its length is one", async () => {
    await figure.press("key k", "ArrowUp");
    const { k } = await shownAndTrue(figure);
    expect(Math.hypot(...k)).toBeCloseTo(1, 12);
    expect(k[1]).toBeGreaterThan(golden.key[1]);
    await expectFormulas(figure);
  });

  test("typed numbers are taken over", async () => {
    await figure.type("value v, first number", "-0.75");
    await figure.type("value v, second number", "2");
    expect((await shownAndTrue(figure)).v).toEqual([-0.75, 2]);
    await expectFormulas(figure);
  });

  test.each(["9", "-3", "abc", "", "1e999"])("%j is refused beside the field", async (text) => {
    await figure.type("query q, first number", text === "" ? "\b" : text);
    expect((await shownAndTrue(figure)).q).toEqual(golden.query);
    expect(await figure.complaint("query q, first number")).toMatch(/number/);
    // And a good number afterwards makes up for it.
    await figure.type("query q, first number", "0.5");
    expect(await figure.complaint("query q, first number")).toBeUndefined();
    expect((await shownAndTrue(figure)).q).toEqual([0.5, 0.5]);
  });

  test("a zero key is named, and every number is zero", async () => {
    await figure.setState({ unitKey: false, key: [0, 0] });
    expect(await figure.describe()).toMatch(/nothing stored/);
    const { shownNumbers } = await shownAndTrue(figure);
    expect(shownNumbers.every((number) => number === 0)).toBe(true);
  });

  test("a perpendicular query reads zero, and the sentence says so", async () => {
    await figure.setState({ key: [0, 1], query: [1, 0] });
    expect(await figure.describe()).toMatch(/perpendicular/);
    expect((await shownAndTrue(figure)).shownNumbers.slice(4, 6)).toEqual([0, 0]);
  });

  test("a longer key reads |k|² v", async () => {
    await figure.setState({ unitKey: false, key: [1.2, 0.5], query: [1.2, 0.5] });
    expect(await figure.describe()).toMatch(/1\.69/);
    await expectFormulas(figure);
  });

  test("handles say what they are and how they stand", async () => {
    for (const [label, x] of [
      ["key k", 0.6],
      ["query q", 1],
      ["value v", 1.2],
    ] as const) {
      const handle = await figure.handle(label);
      const said = await handle.evaluate((element) => element.getAttribute("aria-valuetext"));
      expect(said).toContain(x.toFixed(2).replace("-", "\u2212"));
      await figure.press(label, "ArrowLeft");
      const after = await (await figure.handle(label)).evaluate((element) =>
        element.getAttribute("aria-valuetext"),
      );
      expect(after).not.toBe(said);
    }
  });

  test("no path or label ever holds NaN", async () => {
    for (const state of [
      { unitKey: false, key: [0, 0], query: [0, 0], value: [0, 0] },
      { unitKey: false, key: [1.4, -1.4], query: [-1.4, 1.4], value: [2.2, 2.2] },
    ]) {
      await figure.setState(state);
      expect(await figure.drawing()).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
});

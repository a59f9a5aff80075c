import { load } from "matrix-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { axeViolations } from "./audit.js";
import { browserNames } from "./browsers.js";
import type { FigureOnPage } from "./figure.js";
import { asShown, choose, isChosen, pointAt, pointAway, stepSlider, texts } from "./reader.js";
import { expectRefusal } from "./refusals.js";
import { onStage } from "./stage.js";

const core = await load();

async function matrices(figure: FigureOnPage) {
  const { rows } = await figure.table();
  const named = (name: string) =>
    rows.filter(([row]) => String(row).startsWith(`${name} row`)).map(([, ...cells]) => cells);
  const shown = await figure.numbers();
  return {
    gram: named("gram") as number[][],
    reads: named("S K") as number[][],
    mixed: named("V G") as number[][],
    errors: shown("error of the read"),
    overlaps: shown("sum of squared cosines"),
  };
}

describe.each(browserNames)("many pairs, %s", (name) => {
  const staged = onStage(name, "many-pairs");
  let figure: FigureOnPage;
  beforeEach(() => {
    figure = staged();
  });

  test.each([
    [2, 2],
    [12, 5],
    [7, 16],
  ])("%i random keys in %i dimensions: S K = V G", async (pairs, keyDim) => {
    await figure.setState({ keys: "random", pairs, keyDim, seed: 5 });
    const { gram, reads, mixed, overlaps } = await matrices(figure);
    expect(gram).toHaveLength(pairs);
    reads.forEach((row, i) => {
      row.forEach((x, j) => {
        expect(x).toBeCloseTo(mixed[i]?.[j] as number, 12);
      });
    });
    overlaps.forEach((sum, j) => {
      const others = gram.map((row) => row[j] as number).filter((_, i) => i !== j);
      expect(sum).toBeCloseTo(
        others.reduce((total, x) => total + x * x, 0),
        12,
      );
    });
  });

  test("orthonormal keys: G = I and every read exact", async () => {
    await figure.setState({ keys: "orthonormal", pairs: 6, keyDim: 8, seed: 2 });
    const { gram, errors } = await matrices(figure);
    gram.forEach((row, i) => {
      row.forEach((x, j) => {
        expect(x).toBeCloseTo(i === j ? 1 : 0, 12);
      });
    });
    expect(Math.max(...errors)).toBeLessThan(1e-24);
    expect(await figure.describe()).toMatch(/G = I: exact/);
  });

  test("one more key than dimensions must leak", async () => {
    await figure.setState({ keys: "one-more", keyDim: 5 });
    const { gram, errors, overlaps } = await matrices(figure);
    expect(gram).toHaveLength(6);
    // The last key has unit length in the span of the others.
    expect(overlaps.at(-1)).toBeCloseTo(1, 12);
    expect(Math.max(...errors)).toBeGreaterThan(0.01);
    expect(await figure.describe()).toMatch(/must leak/);
  });

  test("typed numbers are checked; the seed decides the keys", async () => {
    await figure.setState({ keys: "random", pairs: 4, keyDim: 4, seed: 1 });
    const { gram } = await matrices(figure);
    await figure.type("seed", "2");
    expect((await matrices(figure)).gram).not.toEqual(gram);
    await figure.type("seed", "1");
    expect((await matrices(figure)).gram).toEqual(gram);
    await figure.type("pairs n, typed", "13");
    expect(await figure.complaint("pairs n, typed")).toMatch(/2 to 12/);
    await figure.type("pairs n, typed", "4");
    expect(await axeViolations(figure.page, figure.selector)).toEqual([]);
  });

  test("the button for orthonormal keys makes every read exact, as many keys as there are dimensions", async () => {
    await figure.setState({ keys: "random", pairs: 9, keyDim: 5, seed: 4 });
    await choose(figure, "keys", "orthonormal");
    expect(await figure.state()).toMatchObject({ keys: "orthonormal", pairs: 5, keyDim: 5 });
    expect(await figure.describe()).toMatch(/G = I: exact/);
    expect(Math.max(...(await matrices(figure)).errors)).toBeLessThan(1e-24);
  });

  test("the button for one more follows the dimension, until n is set by hand", async () => {
    await figure.setState({ keys: "random", pairs: 4, keyDim: 4, seed: 4 });
    await choose(figure, "keys", "one-more");
    expect(await figure.state()).toMatchObject({ keys: "one-more", pairs: 5, keyDim: 4 });
    await stepSlider(figure, "key dimension d", "ArrowRight", 2);
    expect(await figure.state()).toMatchObject({ keys: "one-more", pairs: 7, keyDim: 6 });
    expect((await matrices(figure)).overlaps.at(-1)).toBeCloseTo(1, 12);
    await stepSlider(figure, "pairs n", "ArrowLeft");
    expect(await figure.state()).toMatchObject({ keys: "orthonormal", pairs: 6, keyDim: 6 });
    expect(await isChosen(figure, "keys", "orthonormal")).toBe(true);
    await stepSlider(figure, "pairs n", "ArrowRight");
    expect(await figure.state()).toMatchObject({ keys: "random", pairs: 7, keyDim: 6 });
  });

  test("the numbers drawn are those of the table, and the core's", async () => {
    await figure.setState({ keys: "random", pairs: 5, keyDim: 3, seed: 11 });
    const { gram, reads, mixed, errors, overlaps } = await matrices(figure);
    const keys = core.random({ kind: "sphere", count: 5, dim: 3, seed: 11 });
    expect(gram.flat()).toEqual([...core.gram(keys.data, 3).data]);
    const drawn = await texts(figure, ".mm-cell .mm-number");
    expect(drawn).toEqual([...gram, ...reads, ...mixed].flat().map(asShown));
    expect((await texts(figure)).some((text) => text.includes("equal to rounding"))).toBe(true);
    const bars = await (await figure.part("svg")).evaluate((svg) =>
      [...svg.querySelectorAll('.mm-cell[tabindex="0"]')].map((bar) =>
        bar.getAttribute("aria-label"),
      ),
    );
    expect(bars).toEqual(
      errors.map(
        (error, j) =>
          `pair ${j + 1}: error ${asShown(error)}, squared cosines ${asShown(overlaps[j] as number)}`,
      ),
    );
  });

  test("pointing at a bar, or focusing it, lights its pair in every table", async () => {
    await figure.setState({ keys: "random", pairs: 4, keyDim: 3, seed: 11 });
    const lit = async () =>
      (await figure.part("svg")).evaluate((svg) =>
        [...svg.querySelectorAll(".mm-lit")].map((node) => node.getAttribute("data-part")),
      );
    const bar = await figure.part('.mm-cell[data-part="pair-3"][tabindex="0"]');
    await pointAt(figure, bar);
    // Four rows of G, four of S K, four of V G, and the bar.
    expect(await lit()).toEqual(Array(13).fill("pair-3"));
    await pointAway(figure);
    expect(await lit()).toEqual([]);
    await bar.evaluate((element) => (element as SVGElement).focus());
    await figure.settled();
    expect(await lit()).toEqual(Array(13).fill("pair-3"));
    await bar.evaluate((element) => (element as SVGElement).blur());
  });

  test.each([
    ["pairs n, typed", "1"],
    ["pairs n, typed", "2.5"],
    ["key dimension d, typed", "17"],
    ["seed", "-1"],
    ["seed", "many"],
  ])("%s refuses %j, and nothing changes", async (label, text) => {
    await expectRefusal(figure, label, text, /Expected a whole number from/);
  });
});

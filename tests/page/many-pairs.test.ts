import { beforeEach, describe, expect, test } from "vitest";
import { axeViolations } from "./audit.js";
import { browserNames } from "./browsers.js";
import type { FigureOnPage } from "./figure.js";
import { onStage } from "./stage.js";

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
});

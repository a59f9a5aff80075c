import { load } from "matrix-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { browserNames } from "./browsers.js";
import type { FigureOnPage } from "./figure.js";
import { choose, pointAt, pointAway, stepSlider, texts, toggle, unsound } from "./reader.js";
import { onStage } from "./stage.js";

const core = await load();
const start = {
  query: "sing",
  inverseTemperature: 1,
  causal: true,
  tokens: 200,
  keyDim: 16,
  valueDim: 48,
  precision: "bfloat16",
} as const;
const six = [1, 2, 3, 4, 5, 6];

/** The costs shown, against memories of the library that hold t pairs, and against the counts. */
async function expectCosts(figure: FigureOnPage): Promise<void> {
  const shown = await figure.numbers();
  const { tokens, keyDim, valueDim, precision } = (await figure.state()) as typeof start;
  const options = { keyDim, valueDim, precision };
  const keys = new Float64Array(tokens * keyDim);
  const values = new Float64Array(tokens * valueDim);
  for (const [name, preset] of [
    ["bytes, cache", "softmax-attention"],
    ["bytes, matrix", "correlation-matrix"],
  ] as const) {
    const memory = core.memory(preset, options).write(keys, values);
    expect(shown(name)).toEqual([memory.stateBytes]);
    memory.free();
  }
  expect(shown("multiply-adds, cache")).toEqual([tokens * (keyDim + valueDim)]);
  expect(shown("multiply-adds, matrix")).toEqual([2 * keyDim * valueDim]);
}

/** The weights, against the softmax of the scores shown. */
async function expectWeights(figure: FigureOnPage): Promise<void> {
  const shown = await figure.numbers();
  const { inverseTemperature, causal } = (await figure.state()) as typeof start;
  for (const i of six) {
    const scores = shown(`scores of query ${i}`).slice(0, causal ? i : 6);
    const powers = scores.map((score) => Math.exp(inverseTemperature * score));
    const sum = powers.reduce((a, b) => a + b);
    shown(`weights of query ${i}`).forEach((weight, j) => {
      expect(weight).toBeCloseTo((powers[j] ?? 0) / sum, 12);
    });
  }
}

describe.each(browserNames)("weights and their cost, %s", (name) => {
  const staged = onStage(name, "softmax-cost");
  let figure: FigureOnPage;
  beforeEach(async () => {
    figure = staged();
    await pointAway(figure);
    await figure.setState(start);
  });

  test("weights and costs are the library's", async () => {
    await expectWeights(figure);
    await expectCosts(figure);
    await figure.setState({ inverseTemperature: 2.5, causal: false, precision: "double" });
    await expectWeights(figure);
    await expectCosts(figure);
  });

  test("the slider sharpens and flattens", async () => {
    await stepSlider(figure, "inverse temperature b", "Home");
    expect(await figure.describe()).toMatch(
      /^At b = 0 \u2018sing\u2019 weighs the 6 tokens it sees alike/,
    );
    await expectWeights(figure);
    await stepSlider(figure, "inverse temperature b", "End");
    expect(await figure.describe()).toMatch(
      /^At b = 5 \u2018sing\u2019 gives \u2018birds\u2019 100/,
    );
    await stepSlider(figure, "inverse temperature b", "ArrowLeft", 2);
    expect((await figure.state()).inverseTemperature).toBeCloseTo(4.9, 12);
    await expectWeights(figure);
  });

  test("the mask hides the future, and switching it off shows it", async () => {
    await choose(figure, "query", "birds");
    expect(await texts(figure, ".mm-bar + text")).toHaveLength(2);
    expect((await figure.numbers())("weights of query 2").slice(2)).toEqual([0, 0, 0, 0]);
    await toggle(figure, "causal mask");
    expect(await texts(figure, ".mm-bar + text")).toHaveLength(6);
    await expectWeights(figure);
    await figure.setState({ query: "first-the", causal: true });
    expect(await figure.describe()).toMatch(/only itself to see/);
  });

  test("the handle on the axis carries t by mouse, finger and arrow keys", async () => {
    const t = async () => (await figure.state()).tokens as number;
    await figure.drag("tokens so far t", [60, 0]);
    const dragged = await t();
    expect(dragged).toBeGreaterThan(300);
    await expectCosts(figure);
    await figure.dragWithFinger("tokens so far t", [-90, 0]);
    expect(await t()).toBeLessThan(dragged / 2);
    await figure.setState({ tokens: 200 });
    await figure.press("tokens so far t", "ArrowRight");
    expect(await t()).toBe(220);
    await figure.press("tokens so far t", "ArrowLeft", "Alt");
    expect(await t()).toBe(219);
    await figure.press("tokens so far t", "ArrowUp", "Shift");
    expect(await t()).toBeGreaterThan(330);
    await figure.setState({ tokens: 1 });
    await figure.press("tokens so far t", "ArrowLeft");
    expect(await t()).toBe(1);
    await figure.press("tokens so far t", "ArrowRight");
    expect(await t()).toBe(2);
    await figure.setState({ tokens: 100_000 });
    await figure.press("tokens so far t", "ArrowRight");
    expect(await t()).toBe(100_000);
  });

  test("dimensions and precision move the lines, and the sentence says where they cross", async () => {
    await figure.type("key dimension d, typed", "64");
    await figure.type("value dimension m, typed", "64");
    expect(await figure.describe()).toContain("no larger up to t = 32, no dearer up to t = 64.");
    await expectCosts(figure);
    await stepSlider(figure, "key dimension d", "ArrowRight", 2);
    expect((await figure.state()).keyDim).toBe(66);
    await choose(figure, "precision", "single");
    await expectCosts(figure);
    expect(await texts(figure)).toContain("cache: t (d + m) \u00D7 4 B");
    expect(await texts(figure)).toContain("matrix: d m \u00D7 4 B");
  });

  test("the rings stand on their lines, and both at one height where they meet", async () => {
    const rings = async () =>
      (await figure.part("svg")).evaluate((svg) =>
        [...svg.querySelectorAll(".mm-ring")].map((ring) => Number(ring.getAttribute("cy"))),
      );
    // d m / (d + m) = 12, and twice that.
    await figure.setState({ tokens: 12 });
    const [matrixBytes, cacheBytes, matrixWork, cacheWork] = await rings();
    expect(cacheBytes).toBe(matrixBytes);
    expect(cacheWork).toBeGreaterThan(matrixWork as number);
    await figure.setState({ tokens: 24 });
    const after = await rings();
    expect(after[1]).toBeLessThan(after[0] as number);
    expect(after[3]).toBe(after[2]);
  });

  test("cache and matrix light in both charts", async () => {
    await pointAt(figure, await figure.part('[data-part="matrix"] text'));
    const lit = await (await figure.part("svg")).evaluate((svg) =>
      [...svg.querySelectorAll(".mm-lit")].map((node) => node.getAttribute("data-part")),
    );
    expect(lit).toEqual(["matrix", "matrix"]);
  });

  test.each([
    ["tokens so far t", "0"],
    ["tokens so far t", "2.5"],
    ["tokens so far t", "100001"],
    ["key dimension d, typed", "7"],
    ["value dimension m, typed", "many"],
    ["inverse temperature b, typed", "-1"],
    ["inverse temperature b, typed", "1e999"],
  ])("%s: %s is refused beside the field", async (label, text) => {
    await figure.type(label, text);
    expect(await figure.state()).toEqual(start);
    expect(await figure.complaint(label)).toMatch(/Expected a (whole )?number from/);
    await figure.type(label, label.startsWith("inverse") ? "1" : "64");
    expect(await figure.complaint(label)).toBeUndefined();
  });

  test("nothing is broken at any end of its ranges", async () => {
    for (const state of [
      { tokens: 1, keyDim: 8, valueDim: 8, inverseTemperature: 0 },
      { tokens: 100_000, keyDim: 256, valueDim: 256, precision: "double" },
      { tokens: 4, keyDim: 8, valueDim: 8, inverseTemperature: 5, causal: false },
    ]) {
      await figure.setState(state);
      expect(await unsound(figure)).toEqual([]);
    }
  });
});

import { load, type MemoryOptions } from "matrix-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { until } from "./actions.js";
import { axeViolations } from "./audit.js";
import { browserNames } from "./browsers.js";
import type { FigureOnPage } from "./figure.js";
import { choose, stepSlider, tapOn, unsound } from "./reader.js";
import { onStage } from "./stage.js";

const run = { keyDim: 8, valueDim: 8, pairs: 24, trials: 300, seed: 7 };

const laws: Record<string, (n: number, d: number) => number> = {
  additive: (n, d) => (n - 1) / d,
  "least-squares": (n, d) => Math.max(0, 1 - d / n),
};

interface Measured {
  memory: string;
  n: number;
  mean: number;
  standardError: number;
  theory: number;
}

async function measured(figure: FigureOnPage): Promise<Measured[]> {
  const { columns, rows } = await figure.table();
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])) as never);
}

describe.each(browserNames)("the capacity curve, %s", (name) => {
  const staged = onStage(name, "capacity");
  let figure: FigureOnPage;
  beforeEach(() => {
    figure = staged();
  });

  async function measure(state: Record<string, unknown>): Promise<Measured[]> {
    await figure.setState(state);
    await figure.click("Run again");
    await figure.reaches("done");
    return measured(figure);
  }

  test("it starts by itself when it comes near the screen", async () => {
    await figure.reaches("done");
    expect(await figure.describe()).toMatch(/means of \d+ trials/);
  });

  test.each([8, 3])(
    "d_v = %i: within 4.5 standard errors of both laws at every n",
    async (valueDim) => {
      const rows = await measure({ ...run, valueDim });
      expect(rows).toHaveLength(2 * run.pairs);
      for (const { memory, n, mean, standardError, theory } of rows) {
        const law = laws[memory]?.(n, run.keyDim) as number;
        expect(theory).toBeCloseTo(law, 12);
        expect(Math.abs(mean - law), `${memory} at n = ${n}`).toBeLessThanOrEqual(
          Math.max(4.5 * standardError, 1e-9),
        );
      }
    },
  );

  test("the same seed gives the bits that Node gets", async () => {
    const core = await load();
    const pairs = Array.from({ length: run.pairs }, (_, i) => i + 1);
    const curve = await core.capacity({ ...run, pairs, workers: 0 });
    const rows = await measure(run);
    const expected = curve.memories.flatMap(({ name: memory, mean, standardError }) =>
      pairs.map((n, i) => [memory, n, mean[i], standardError[i]]),
    );
    expect(rows.map((row) => [row.memory, row.n, row.mean, row.standardError])).toEqual(expected);
    const other = await measure({ ...run, seed: 8 });
    expect(other.map(({ mean }) => mean)).not.toEqual(rows.map(({ mean }) => mean));
  });

  test("cancel stops it, keeps what was measured, and it can run again", async () => {
    await figure.setState({ keyDim: 64, valueDim: 64, pairs: 256, trials: 10_000, seed: 3 });
    await figure.click("Run again");
    await figure.reaches("running");
    await figure.click("Cancel");
    await figure.reaches("cancelled", 1000);
    const before = await figure.table();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await figure.table()).toEqual(before);
    expect(await figure.phase()).toBe("cancelled");
    expect((await measure(run)).length).toBe(2 * run.pairs);
  });

  test("the level can be dragged and stepped; it says how many pairs are held", async () => {
    await figure.setState({ ...run, epsilon: 0.5 });
    await figure.drag("error level \u03b5", [0, -25]);
    const { epsilon } = (await figure.state()) as { epsilon: number };
    expect(epsilon).toBeGreaterThan(0.5);
    const held = (level: number) => `${1 + Math.floor(level * run.keyDim)} pair`;
    expect(await figure.describe()).toContain(held(epsilon));
    await figure.setState({ epsilon: 0.5 });
    await figure.press("error level \u03b5", "ArrowDown");
    const lower = ((await figure.state()) as { epsilon: number }).epsilon;
    expect(lower).toBeLessThan(0.5);
    expect(await figure.describe()).toContain(held(lower));
  });

  test.each([
    ["trials", "0"],
    ["trials", "2.5"],
    ["largest n", "100000"],
    ["seed", "-1"],
  ])("%s: %s is refused beside the field", async (label, text) => {
    await figure.setState(run);
    await figure.type(label, text);
    expect(await figure.state()).toMatchObject(run);
    expect(await figure.complaint(label)).toMatch(/whole number/);
    await figure.type(label, "20");
    expect(await figure.complaint(label)).toBeUndefined();
  });

  const compared: [string, Record<string, unknown>, Partial<MemoryOptions>][] = [
    ["decay", { decay: 0.9 }, { rule: { name: "decay", decay: 0.9 } }],
    ["delta", { beta: 0.8 }, { rule: { name: "delta", beta: 0.8 } }],
    [
      "gated-delta",
      { decay: 0.95, beta: 1 },
      { rule: { name: "gated-delta", decay: 0.95, beta: 1 } },
    ],
    [
      "recursive-least-squares",
      { ridge: 0.1 },
      { rule: { name: "recursive-least-squares", ridge: 0.1 } },
    ],
    ["elu+1", {}, { features: "elu+1", read: "normalised" }],
    ["dpfp", { beta: 1 }, { normalise: "sum", features: "dpfp", rule: { name: "delta", beta: 1 } }],
    ["favor", {}, { features: "favor", read: "normalised" }],
    ["taylor", {}, { features: "taylor", read: "normalised" }],
    [
      "softmax",
      { inverseTemperature: 4 },
      { rule: "cache", read: { name: "softmax", inverseTemperature: 4 } },
    ],
  ];

  test.each(compared)("%s beside them, against n and age: the library's bits", async (...row) => {
    const [compare, parameters, memory] = row;
    const core = await load();
    for (const against of ["pairs", "age"] as const) {
      await measure({ ...run, trials: 40, against, compare, ...parameters });
      const curve = await core.capacity({
        ...run,
        trials: 40,
        against,
        pairs: against === "age" ? [run.pairs] : Array.from({ length: run.pairs }, (_, i) => i + 1),
        memories: ["additive", "least-squares", memory],
        workers: 0,
      });
      const expected = curve.memories.flatMap(({ name: each, mean, standardError, theory }) =>
        mean.map((error, i) => [
          each,
          (curve.ages ?? curve.pairs)[i],
          error,
          standardError[i],
          theory?.[i] ?? null,
        ]),
      );
      const { columns, rows } = await figure.table();
      expect(columns[1]).toBe(against === "age" ? "age" : "n");
      expect(rows).toEqual(expected);
      expect(await unsound(figure)).toEqual([]);
      const law = (await figure.drawing()).includes("mm-compared");
      expect(law).toBe(curve.memories[2]?.theory != null);
    }
    await figure.setState({ against: "pairs", compare: "none" });
  });

  test("against age the newest pair is read best where a rule forgets", async () => {
    const rows = await measure({ ...run, against: "age", compare: "delta", beta: 1 });
    const delta = rows.filter(({ memory }) => memory === "delta").map(({ mean }) => mean);
    expect(delta).toHaveLength(run.pairs);
    expect(delta[0]).toBeLessThan(1e-12);
    expect(await figure.describe()).toContain(
      `the one written last with an error of 0.00 and the one written first with ${delta.at(-1)?.toFixed(2)}`,
    );
    expect(await axeViolations(figure.page, figure.selector)).toEqual([]);
    await figure.setState({ against: "pairs", compare: "none" });
  });

  test("by pointer, finger and keyboard: what is compared, against what, and its parameters", async () => {
    await figure.setState({ ...run, trials: 20, against: "pairs", compare: "none" });
    await expect(figure.field("step size \u03b2, typed")).rejects.toThrow();
    await choose(figure, "compare", "delta");
    await figure.type("step size \u03b2, typed", "0.5");
    await stepSlider(figure, "step size \u03b2", "ArrowRight", 2);
    expect(await figure.state()).toMatchObject({ compare: "delta", beta: 0.6 });
    await tapOn(figure, await figure.part('input[name="against"][value="age"]'));
    await expect(figure.handle("error level \u03b5")).rejects.toThrow();
    await (await figure.part('input[name="compare"][value="delta"]')).focus();
    await figure.page.keyboard.press("ArrowLeft");
    await figure.settled();
    expect(await figure.state()).toMatchObject({ compare: "decay", against: "age" });
    await until(async () => {
      const memories = new Set((await measured(figure)).map(({ memory }) => memory));
      return memories.has("decay") || undefined;
    }, "the decaying memory is not measured");
    await figure.type("kept a step \u03b3, typed", "1.5");
    expect(await figure.complaint("kept a step \u03b3, typed")).toMatch(/a number from 0 to 1/);
    await figure.click("Reset");
    await figure.reaches("done");
  });

  test("x = n/d changes the axis, not the numbers", async () => {
    const before = await measure({ ...run, relative: false });
    await figure.setState({ relative: true });
    expect(await measured(figure)).toEqual(before);
    await figure.setState({ relative: false });
  });
});

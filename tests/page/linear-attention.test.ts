import { type Features, load } from "matrix-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { axeViolations } from "./audit.js";
import { browserNames } from "./browsers.js";
import type { FigureOnPage } from "./figure.js";
import {
  asShown,
  choose,
  matrices,
  pointAt,
  pointAway,
  stepSlider,
  tapOn,
  texts,
  toggle,
  unsound,
} from "./reader.js";
import { expectRefusal } from "./refusals.js";
import { onStage } from "./stage.js";

const core = await load();
const start = { step: 5, features: "identity", normalised: false, precision: "double", seed: 1 };

interface State {
  readonly step: number;
  readonly features: string;
  readonly normalised: boolean;
  readonly precision: "double" | "single" | "half" | "bfloat16";
  readonly seed: number;
}

const kernelOf = ({ features }: State): Features =>
  features === "favor" ? { name: "favor", count: 8 } : (features as Features);

/** The sequence that a seed stands for. */
function sequenceOf({ seed }: State) {
  const draw = (kind: "sphere" | "gaussian", stream: number) =>
    core.random({ kind, count: 8, dim: 4, seed: seed + stream * 1_000_003 }).data;
  return { keys: draw("sphere", 0), values: draw("gaussian", 1), queries: draw("sphere", 2) };
}

/** The numbers of the table and those drawn, against the library in Node: a memory for one form, `attention` for the other. */
async function expectBothForms(figure: FigureOnPage): Promise<void> {
  const state = (await figure.state()) as unknown as State;
  const { step, normalised, precision } = state;
  const { keys, values, queries } = sequenceOf(state);
  const first = (rows: Float64Array) => rows.subarray(0, 4 * step);
  const kernel = kernelOf(state);
  const memory = core.memory({
    keyDim: 4,
    valueDim: 4,
    features: kernel,
    precision,
    read: normalised ? "normalised" : "linear",
  });
  memory.write(first(keys), first(values));
  const { output, weights } = core.attention(first(queries), first(keys), first(values), {
    kernel,
    causal: true,
    normalise: normalised,
    keyDim: 4,
    valueDim: 4,
  });
  const query = queries.subarray(4 * (step - 1), 4 * step);
  const shown = await figure.numbers();
  const stateRows = [1, 2, 3, 4].flatMap((i) => shown(`state row ${i}`));
  expect(stateRows).toEqual([...memory.state().data]);
  expect(shown("recurrent")).toEqual([...memory.read(query)]);
  const last = (numbers: Float64Array, width: number) => [...numbers.subarray(-width)];
  shown("parallel").forEach((number, i) => {
    expect(number).toBeCloseTo(last(output.data, 4)[i] as number, 12);
  });
  shown("weights").forEach((number, i) => {
    expect(number).toBeCloseTo(last(weights.data, step)[i] as number, 12);
  });
  const [, drawn] = await matrices(figure);
  if (stateRows.length === 16) expect(drawn).toEqual(stateRows.map(asShown));
  memory.free();
}

async function lit(figure: FigureOnPage): Promise<(string | null)[]> {
  return (await figure.part("svg")).evaluate((svg) =>
    [...svg.querySelectorAll(".mm-lit")].map((node) => node.getAttribute("data-part")).sort(),
  );
}

describe.each(browserNames)("linear attention, %s", (name) => {
  const staged = onStage(name, "linear-attention");
  let figure: FigureOnPage;
  beforeEach(async () => {
    figure = staged();
    await pointAway(figure);
    await figure.setState(start);
  });

  test.each(["identity", "elu+1", "relu", "dpfp", "favor"])(
    "feature map %s: the matrix read, the pairs weighed, with and without a denominator",
    async (features) => {
      for (const [step, seed] of [
        [3, 6],
        [8, 2],
      ] as const) {
        await figure.setState({ ...start, features, step, seed });
        await expectBothForms(figure);
        if (features === "relu" || features === "dpfp") continue;
        await toggle(figure, "denominator");
        await expectBothForms(figure);
      }
    },
  );

  test.each(["single", "half", "bfloat16"])(
    "S kept in %s: the difference is its rounding",
    async (precision) => {
      await choose(figure, "precision", precision);
      await expectBothForms(figure);
      const [difference = 0] = (await figure.numbers())("difference");
      const unit = { single: 2 ** -24, half: 2 ** -11, bfloat16: 2 ** -8 }[precision] as number;
      expect(difference).toBeGreaterThan(unit / 64);
      expect(difference).toBeLessThan(64 * unit);
      expect(await figure.describe()).toContain(`rounding of S to ${precision}`);
    },
  );

  test("in double precision the two orders differ by rounding, and the figure says by how much", async () => {
    const [difference = 1] = (await figure.numbers())("difference");
    expect(difference).toBeLessThan(1e-14);
    expect(await figure.describe()).toMatch(/which is rounding|to the last bit/);
  });

  test("the slider writes one outer product at a time", async () => {
    await figure.setState({ step: 0 });
    expect(await figure.describe()).toMatch(/Nothing is written yet/);
    const sum = Array(16).fill(0) as number[];
    for (let step = 1; step <= 8; step++) {
      await stepSlider(figure, "pairs written t", "ArrowRight");
      expect((await figure.state()).step).toBe(step);
      const shown = await figure.numbers();
      const rows = (what: string) => [1, 2, 3, 4].flatMap((i) => shown(`${what} row ${i}`));
      rows("outer product").forEach((x, i) => {
        sum[i] = (sum[i] as number) + x;
      });
      rows("state").forEach((x, i) => {
        expect(x).toBeCloseTo(sum[i] as number, 12);
      });
    }
    const values = (await figure.numbers())("value 8");
    const [outer] = await matrices(figure);
    const key = (await figure.numbers())("key 8");
    expect(outer).toEqual(values.flatMap((a) => key.map((b) => asShown(a * b))));
  });

  test("a cell of the outer product lights its row and its column, by pointer and by keyboard", async () => {
    const cell = await figure.part('.mm-matrix [data-cell="1,2"]');
    await pointAt(figure, cell);
    // The cell in the product and the same one of S, the number of the value and that of the key.
    expect(await lit(figure)).toEqual(["cell-1-2", "cell-1-2", "key-2", "value-1"]);
    await pointAway(figure);
    expect(await lit(figure)).toEqual([]);
    const first = await figure.part('[role="grid"][aria-label="outer product"] [data-cell="0,0"]');
    await first.evaluate((element) => (element as SVGElement).focus());
    await figure.page.keyboard.press("ArrowDown");
    await figure.page.keyboard.press("ArrowRight");
    await figure.page.keyboard.press("ArrowRight");
    await figure.settled();
    expect(await lit(figure)).toEqual(["cell-1-2", "cell-1-2", "key-2", "value-1"]);
    const label = await (await figure.part("svg")).evaluate(
      (svg) => (svg.getRootNode() as ShadowRoot).activeElement?.getAttribute("aria-label") ?? "",
    );
    const shown = await figure.numbers();
    const [a, b] = [shown("value 5")[1] as number, shown("key 5")[2] as number];
    expect(label).toBe(
      `value 2 times key 3: ${asShown(a)} \u00D7 ${asShown(b)} = ${asShown(a * b)}`,
    );
    // One stop of the Tab key, wherever the arrow keys have led.
    await figure.page.keyboard.press("ArrowUp");
    await figure.page.keyboard.press("ArrowUp");
    await figure.settled();
    expect(await lit(figure)).toEqual(["cell-0-2", "cell-0-2", "key-2", "value-0"]);
  });

  test("a finger lights a cell, writes pairs and chooses a feature map", async () => {
    await tapOn(figure, await figure.part('.mm-matrix [data-cell="1,2"]'));
    expect(await lit(figure)).toEqual(["cell-1-2", "cell-1-2", "key-2", "value-1"]);
    await tapOn(figure, await figure.part('input[type="range"][aria-label="pairs written t"]'));
    expect((await figure.state()).step).toBe(4);
    await tapOn(figure, await figure.part('input[name="features"][value="elu+1"]'));
    await expectBothForms(figure);
  });

  test("a number of the value lights its row, the formulas what they name", async () => {
    await pointAt(figure, await figure.part('.mm-cell[data-part="value-3"]'));
    expect(new Set(await lit(figure)).size).toBe(5);
    await pointAway(figure);
    await pointAt(figure, await figure.part('tspan[data-part="weights"]'));
    expect(await lit(figure)).toEqual([..."01234"].map((i) => `pair-${i}`).concat("weights"));
    await pointAway(figure);
    await pointAt(figure, await figure.part('tspan[data-part="matrix"]'));
    expect((await lit(figure)).filter((part) => part?.startsWith("cell"))).toHaveLength(16);
  });

  test("zero denominators have a name and no number", async () => {
    await figure.setState({ ...start, features: "relu", normalised: true, step: 1 });
    for (let seed = 1; seed < 40; seed++) {
      await figure.type("seed", String(seed));
      if ((await figure.numbers())("denominator")[0] === 0) break;
    }
    expect((await figure.numbers())("denominator")).toEqual([0]);
    expect((await figure.numbers())("recurrent")).toEqual([]);
    expect(await figure.describe()).toMatch(/the denominator is zero/);
    expect(await unsound(figure)).toEqual([]);
    expect(await axeViolations(figure.page, figure.selector)).toEqual([]);
  });

  test("weights that sum to less than nothing have a name", async () => {
    await figure.setState({ ...start, normalised: true, step: 2 });
    for (let seed = 1; seed < 40; seed++) {
      await figure.type("seed", String(seed));
      if (((await figure.numbers())("denominator")[0] as number) < 0) break;
    }
    expect(await figure.describe()).toMatch(/they are no shares/);
    await expectBothForms(figure);
    expect(await unsound(figure)).toEqual([]);
  });

  test("Play writes pair after pair, until something else is done", async () => {
    await figure.setState({ step: 0 });
    await figure.click("Play");
    await new Promise((resolve) => setTimeout(resolve, 2600));
    const { step } = (await figure.state()) as unknown as State;
    expect(step).toBeGreaterThanOrEqual(2);
    expect(step).toBeLessThan(6);
    await figure.type("seed", "4");
    const { step: stopped } = (await figure.state()) as unknown as State;
    await new Promise((resolve) => setTimeout(resolve, 1400));
    expect((await figure.state()).step).toBe(stopped);
  });

  test.each([
    ["pairs written t, typed", "9"],
    ["pairs written t, typed", "2.5"],
    ["seed", "-1"],
    ["seed", "none"],
  ])("%s refuses %j, and nothing changes", async (label, text) => {
    await expectRefusal(figure, label, text, /Expected a whole number from/);
  });

  test("what is drawn is what the table holds", async () => {
    const recurrent = (await figure.numbers())("recurrent").map(asShown).join(", ");
    const outputs = (await texts(figure)).filter((text) => text.startsWith("o5 = "));
    expect(outputs).toEqual([`o5 = (${recurrent})`, `o5 = (${recurrent})`]);
  });
});

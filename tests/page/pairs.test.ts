import { load } from "matrix-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { axeViolations } from "./audit.js";
import { browserNames } from "./browsers.js";
import type { FigureOnPage } from "./figure.js";
import { onStage } from "./stage.js";

const sixty: [number, number] = [0.5, Math.sqrt(0.75)];
const golden = {
  ask: "k1",
  unitKeys: true,
  third: false,
  key1: [1, 0],
  key2: sixty,
  value1: [1, 0],
  value2: [0, 1],
};

/** States that the figures must name, and what each figure then says. */
const named: [string, Record<string, unknown>, RegExp, RegExp][] = [
  ["right angle", { key2: [0, 1] }, /G = I: exact/, /exactly|exact|dual|stretch|σ/],
  ["parallel", { key2: [1, 0] }, /Parallel keys/, /parallel.*compromise/],
  ["antiparallel", { key2: [-1, 0] }, /Antiparallel keys/, /antiparallel.*compromise/],
  [
    "zero key",
    { unitKeys: false, key2: [0, 0] },
    /zero|no length|nothing/,
    /fit reads what it can/,
  ],
  ["third key", { third: true }, /overlap always remains/, /misses each by as little/],
  ["zero values", { value1: [0, 0], value2: [0, 0] }, /nothing comes back/, /./],
];

function expectClose(shown: number[], expected: number[], digits = 10): void {
  expect(shown).toHaveLength(expected.length);
  shown.forEach((number, i) => {
    expect(number).toBeCloseTo(expected[i] as number, digits);
  });
}

const core = await load();

/** What both figures show of the pairs, against the library in Node. */
async function expectLibrary(figure: FigureOnPage): Promise<void> {
  const shown = await figure.numbers();
  const rows = (name: string) => [1, 2].map((i) => shown(`${name} ${i}`));
  const [keys, values] = [rows("key"), rows("value")];
  const memory = core.memory({ keyDim: 2, valueDim: 2 }).write(keys, values);
  const read = [...memory.read(shown("query"))];
  const scores = [...core.scores([shown("query")], keys).data];
  expect(shown("scores")).toEqual(scores);
  if (figure.id === "two-pairs") {
    expect([...shown("gram row 1"), ...shown("gram row 2")]).toEqual([...core.gram(keys).data]);
    expect([...shown("state row 1"), ...shown("state row 2")]).toEqual([...memory.state().data]);
    expectClose(shown("read"), read, 12);
    return;
  }
  const { state, rank, condition } = core.leastSquares(keys, values);
  const fitted = ["row 1", "row 2"].flatMap((row) => shown(`least squares state ${row}`));
  expectClose(fitted, [...state.data], 14);
  expect(shown("rank")).toEqual([rank]);
  expect(shown("condition")).toEqual([condition]);
  expect(shown("least squares singular values")).toEqual([...core.svd(state).singularValues]);
  expectClose(shown("additive read"), read, 12);
}

describe.each(browserNames)("two pairs, %s", (name) => {
  const staged = onStage(name, "two-pairs");
  let figure: FigureOnPage;
  beforeEach(async () => {
    figure = staged();
    await figure.setState(golden);
  });

  test("at 60 degrees reading k1 brings half of v2 along", async () => {
    const shown = await figure.numbers();
    expectClose(shown("read"), [1, 0.5]);
    expectClose([...shown("gram row 1"), ...shown("gram row 2")], [1, 0.5, 0.5, 1]);
    await figure.setState({ ask: "k2" });
    expectClose((await figure.numbers())("read"), [0.5, 1]);
  });

  test.each(["key k₁", "key k₂", "value v₁", "value v₂", "query q"])(
    "%s can be dragged and stepped",
    async (label) => {
      if (label === "query q") await figure.setState({ ask: "free", query: [0.4, 0.7] });
      const before = await figure.table();
      await figure.drag(label, [23, 31]);
      const dragged = await figure.table();
      expect(dragged).not.toEqual(before);
      await expectLibrary(figure);
      await figure.press(label, "ArrowUp", "Shift");
      expect(await figure.table()).not.toEqual(dragged);
      await expectLibrary(figure);
    },
  );

  test("a typed angle turns the second key", async () => {
    await figure.type("angle between keys, typed", "30");
    const shown = await figure.numbers();
    expectClose(shown("key 2"), [Math.sqrt(0.75), 0.5]);
    expectClose(shown("read"), [1, Math.sqrt(0.75)]);
    await figure.type("angle between keys, typed", "181");
    expect(await figure.complaint("angle between keys, typed")).toMatch(/0 to 180/);
    expectClose((await figure.numbers())("key 2"), [Math.sqrt(0.75), 0.5]);
    await figure.type("angle between keys, typed", "60");
  });
});

describe.each(browserNames)("added and fitted, %s", (name) => {
  const staged = onStage(name, "least-squares");
  let figure: FigureOnPage;
  beforeEach(async () => {
    figure = staged();
    await figure.setState(golden);
  });

  test("at 60 degrees: the golden duals, stretch and reads", async () => {
    const shown = await figure.numbers();
    expectClose(shown("dual 1"), [1, -1 / Math.sqrt(3)]);
    expectClose(shown("dual 2"), [0, 2 / Math.sqrt(3)]);
    expectClose(shown("dual lengths"), [2 / Math.sqrt(3), 2 / Math.sqrt(3)]);
    expectClose(shown("least squares singular values"), [Math.SQRT2, Math.sqrt(2 / 3)]);
    expectClose(shown("additive read"), [1, 0.5]);
    expectClose(shown("least squares read"), [1, 0]);
  });

  test.each([
    [40, 70],
    [100, 100],
    [120, 15],
  ])("keys at %i and values at %i degrees: the stretch of both angles", async (t, p) => {
    const at = (degrees: number) => {
      const radians = (degrees * Math.PI) / 180;
      return [Math.cos(radians), Math.sin(radians)];
    };
    await figure.setState({ key2: at(t), value2: at(p) });
    const half = (degrees: number) => (degrees * Math.PI) / 360;
    const stretch = [
      Math.cos(half(p)) / Math.cos(half(t)),
      Math.sin(half(p)) / Math.sin(half(t)),
    ].sort((a, b) => b - a);
    expectClose((await figure.numbers())("least squares singular values"), stretch);
  });

  test.each(["key k₁", "key k₂", "value v₁", "value v₂"])(
    "%s can be dragged and stepped",
    async (label) => {
      const before = await figure.table();
      await figure.drag(label, [19, 27]);
      const dragged = await figure.table();
      expect(dragged).not.toEqual(before);
      await expectLibrary(figure);
      await figure.press(label, "ArrowUp", "Shift");
      expect(await figure.table()).not.toEqual(dragged);
      await expectLibrary(figure);
    },
  );

  test("parallel keys have no duals and a finite matrix", async () => {
    await figure.setState({ key2: [1, 0] });
    const shown = await figure.numbers();
    expect(shown("rank")).toEqual([1]);
    expect(shown("dual 1")).toEqual([]);
    expect(await figure.drawing()).toMatch(/parallel keys: no dual basis/);
    await expectLibrary(figure);
  });
});

describe.each(browserNames)("named states, %s", (name) => {
  describe.each(["two-pairs", "least-squares"])("%s", (id) => {
    const staged = onStage(name, id);

    test.each(named)("%s", async (_, state, pairsSay, fitSays) => {
      const figure = staged();
      await figure.setState({ ...golden, ...state });
      expect(await figure.describe()).toMatch(id === "two-pairs" ? pairsSay : fitSays);
      expect(await figure.drawing()).not.toMatch(/NaN|Infinity|undefined/);
      expect(await axeViolations(figure.page, figure.selector)).toEqual([]);
    });
  });
});

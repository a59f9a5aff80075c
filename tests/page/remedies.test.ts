import { load, type MemoryOptions } from "matrix-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { axeViolations } from "./audit.js";
import { browserNames } from "./browsers.js";
import type { FigureOnPage } from "./figure.js";
import { choose, pointAt, pointAway, stepSlider, tapOn, texts, unsound } from "./reader.js";
import { onStage } from "./stage.js";

const core = await load();
const start = {
  keys: "unit",
  values: "dense",
  pairs: 20,
  seed: 3,
  normalise: "none",
  read: "plain",
  level: 0.5,
  sharpness: 8,
  scale: "down",
  seen: 48,
  keyDim: 16,
  sparse: "no",
  kept: 4,
  bits: 64,
};

/** Unit keys and dense values of the figure's streams, in a memory of these options: the squared error of each read. */
function errorsOf(options: Partial<MemoryOptions>, keyDim = 16): number[] {
  const [count, valueDim] = [start.pairs, 16];
  const keys = core.random({ kind: "sphere", count, dim: keyDim, seed: start.seed }).data;
  const values = valuesOf();
  const memory = core.memory({ ...options, keyDim, valueDim }).write(keys, values);
  const reads = memory.read(keys);
  memory.free();
  return Array.from({ length: count }, (_, j) =>
    reads
      .subarray(j * valueDim, (j + 1) * valueDim)
      .reduce((sum, x, i) => sum + (x - (values[j * valueDim + i] as number)) ** 2, 0),
  );
}

function valuesOf(): Float64Array {
  const seed = start.seed + 1_000_003;
  return core.random({ kind: "sphere", count: start.pairs, dim: 16, seed }).data;
}

interface Column {
  readonly items: number[];
  readonly all: number;
}

async function column(figure: FigureOnPage, name: string): Promise<Column> {
  const { columns, rows } = await figure.table();
  const at = columns.indexOf(name);
  const items = rows.filter(([row]) => String(row).startsWith("item"));
  const all = rows.find(([row]) => row === "all")?.[at];
  return { items: items.map((row) => row[at] as number), all: all as number };
}

async function expectErrors(figure: FigureOnPage, expected: number[]): Promise<void> {
  const { items, all } = await column(figure, "error after");
  expect(items).toHaveLength(expected.length);
  items.forEach((error, j) => {
    expect(error).toBeCloseTo(expected[j] as number, 12);
  });
  expect(all).toBeCloseTo(expected.reduce((sum, x) => sum + x, 0) / expected.length, 12);
}

const remedied: [string, Record<string, unknown>, () => number[]][] = [
  ["unit length", { normalise: "unit" }, () => errorsOf({ normalise: "unit" })],
  [
    "a hard threshold",
    { read: "hard", level: 0.3 },
    () => errorsOf({ read: { name: "threshold", kind: "hard", at: 0.3 } }),
  ],
  [
    "a soft threshold",
    { read: "soft", level: 0.2 },
    () => errorsOf({ read: { name: "threshold", kind: "soft", at: 0.2 } }),
  ],
  [
    "the nearest value",
    { read: "nearest" },
    () => errorsOf({ read: { name: "nearest", codebook: valuesOf() } }),
  ],
  [
    "a Hopfield step",
    { read: "hopfield", sharpness: 12 },
    () => errorsOf({ read: { name: "softmax", codebook: valuesOf(), inverseTemperature: 12 } }),
  ],
  [
    "attention to three keys",
    { read: "attention", scale: "up", seen: 3 },
    () => errorsOf({ rule: "cache", read: { name: "softmax", inverseTemperature: 4, topK: 3 } }),
  ],
  ["more dimensions", { keyDim: 48 }, () => errorsOf({}, 48)],
  [
    "sparse keys",
    { sparse: "top-k", kept: 5 },
    () => errorsOf({ features: { name: "top-k", k: 5 } }),
  ],
  [
    "layer norm, then hashing",
    { normalise: "layer", sparse: "lsh", bits: 96 },
    () => errorsOf({ normalise: "layer", features: { name: "lsh", bits: 96 } }),
  ],
];

const named: [string, Record<string, unknown>, RegExp][] = [
  ["no remedy", {}, /No remedy is chosen/],
  [
    "a threshold above the signal",
    { values: "labels", read: "hard", level: 2, normalise: "unit" },
    /above everything that comes back/,
  ],
  ["exact", { values: "labels", read: "nearest" }, /comes back exactly/],
  ["flat weights", { read: "attention" }, /belongs to keys of length/],
  ["a threshold for dense values", { read: "hard" }, /does not suit dense values/],
  ["sparse keys alone", { sparse: "top-k", normalise: "unit" }, /Sparse keys alone do not help/],
  ["few bits", { sparse: "lsh", bits: 6 }, /Fewer bits than dimensions/],
  ["unit keys", { normalise: "rms" }, /normalised already/],
  ["leaning keys", { keys: "shared", normalise: "unit" }, /still lean the same way/],
  ["keys set upright", { keys: "shared", normalise: "layer" }, /has taken out the common/],
];

describe.each(browserNames)("remedies, %s", (name) => {
  const staged = onStage(name, "remedies");
  let figure: FigureOnPage;
  beforeEach(async () => {
    figure = staged();
    await pointAway(figure);
    await figure.setState(start);
  });

  test.each(remedied)("%s: the errors are the library's", async (_, state, expected) => {
    await figure.setState(state);
    await expectErrors(figure, expected());
    const { items } = await column(figure, "error before");
    errorsOf({}).forEach((error, j) => {
      expect(items[j]).toBeCloseTo(error, 12);
    });
  });

  test("without a remedy both sides are the same to the bit", async () => {
    const [before, after] = [
      await column(figure, "error before"),
      await column(figure, "error after"),
    ];
    expect(after).toEqual(before);
  });

  test("RMS norm differs from unit length by rounding, once its factor is taken out", async () => {
    await figure.setState({ keys: "uneven", normalise: "unit" });
    const { items: unit } = await column(figure, "error after");
    await choose(figure, "normalise", "rms");
    const { items: rms } = await column(figure, "error after");
    rms.forEach((error, j) => {
      expect(error).toBeCloseTo(unit[j] as number, 10);
    });
  });

  test.each(named)("%s: named, sound, accessible", async (_, state, says) => {
    await figure.setState(state);
    expect(await figure.describe()).toMatch(says);
    expect(await unsound(figure)).toEqual([]);
    expect(await axeViolations(figure.page, figure.selector)).toEqual([]);
  });

  test("buttons and sliders change the memory, and bring their own controls along", async () => {
    await expect(figure.field("threshold, typed")).rejects.toThrow();
    await choose(figure, "read", "hard");
    await figure.type("threshold, typed", "0.3");
    await expectErrors(figure, errorsOf({ read: { name: "threshold", kind: "hard", at: 0.3 } }));
    await choose(figure, "read", "plain");
    await stepSlider(figure, "3 dimension d", "ArrowRight", 4);
    await expectErrors(figure, errorsOf({}, 20));
  });

  test("an item lights in both tables, by pointer and by keyboard, and says its errors", async () => {
    const lit = async () =>
      (await figure.part("svg")).evaluate((svg) => [
        svg.querySelectorAll(".mm-heat-lit").length,
        svg.querySelector(".mm-item.mm-lit")?.getAttribute("aria-label") ?? "",
      ]);
    expect(await lit()).toEqual([0, ""]);
    await pointAt(figure, await figure.part('.mm-item[data-cell="0,4"]'));
    const [maps, label] = await lit();
    expect(maps).toBe(2);
    expect(label).toMatch(/^item 5: before error .*; after error /);
    await pointAway(figure);
    const first = await figure.part('.mm-item[tabindex="0"]');
    await first.evaluate((element) => (element as SVGElement).focus());
    for (let i = 0; i < 4; i++) await figure.page.keyboard.press("ArrowRight");
    await figure.settled();
    expect(await lit()).toEqual([2, label]);
  });

  test("a finger chooses a remedy, moves a slider and lights an item", async () => {
    await tapOn(figure, await figure.part('input[name="read"][value="nearest"]'));
    await expectErrors(figure, errorsOf({ read: { name: "nearest", codebook: valuesOf() } }));
    // The middle of a slider from 4 to 64.
    await tapOn(figure, await figure.part('input[type="range"][aria-label="3 dimension d"]'));
    const { keyDim } = (await figure.state()) as { keyDim: number };
    expect(Math.abs(keyDim - 34)).toBeLessThanOrEqual(2);
    await tapOn(figure, await figure.part('.mm-item[data-cell="0,4"]'));
    const lit = await (await figure.part(".mm-item.mm-lit")).evaluate((item) =>
      item.getAttribute("aria-label"),
    );
    expect(lit).toMatch(/^item 5: /);
  });

  test("what the tables say below them is what the table holds", async () => {
    await figure.setState({ read: "nearest" });
    const { all: error } = await column(figure, "error after");
    const { all: right } = await column(figure, "right after");
    const drawn = await texts(figure);
    expect(drawn).toContain(`error ${error.toFixed(2)}`);
    expect(drawn).toContain(`${right} of 20 nearest`);
  });

  test.each([
    ["pairs n, typed", "49"],
    ["3 dimension d, typed", "3"],
    ["seed", "-1"],
    ["pairs n, typed", "many"],
  ])("%s refuses %j, and nothing changes", async (label, text) => {
    const before = await figure.state();
    await figure.type(label, text);
    expect(await figure.complaint(label)).toMatch(/Expected a whole number from/);
    expect(await figure.state()).toEqual(before);
    await figure.click("Reset");
    expect(await figure.complaint(label)).toBeUndefined();
  });
});

import { load } from "matrix-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { browserNames } from "./browsers.js";
import type { FigureOnPage, Point } from "./figure.js";
import { asShown, choose, matrices, stepSlider, texts, toggle } from "./reader.js";
import { onStage } from "./stage.js";

const at = (degrees: number): Point => [
  Math.cos((degrees * Math.PI) / 180),
  Math.sin((degrees * Math.PI) / 180),
];
const start = {
  ask: "k1",
  unitKeys: true,
  third: false,
  key1: [1, 0],
  key2: at(60),
  key3: at(145),
  value1: [1.5, -0.5],
  value2: [0.4, 1.3],
  value3: [-1.2, 0.6],
};
const core = await load();

function close(shown: readonly number[], expected: ArrayLike<number>, tolerance = 1e-12): void {
  expect(shown).toHaveLength(expected.length);
  shown.forEach((number, i) => {
    expect(Math.abs(number - (expected[i] as number))).toBeLessThan(tolerance);
  });
}

/** The numbers of the table and those drawn, against the library in Node. */
async function expectAnswers(figure: FigureOnPage): Promise<void> {
  const state = (await figure.state()) as Record<string, Point> & { third: boolean };
  const names = state.third ? [1, 2, 3] : [1, 2];
  const keys = names.map((i) => state[`key${i}`] as Point);
  const values = names.map((i) => state[`value${i}`] as Point);
  const query = state.query as Point;
  const memory = core.memory({ keyDim: 2, valueDim: 2 }).write(keys, values);
  const added = memory.state();
  const addedRead = memory.read(query);
  memory.free();
  const fit = core.leastSquares(keys, values);
  const [a = 0, b = 0, c = 0, d = 0] = fit.state.data;

  const shown = await figure.numbers();
  const rows = (kind: string) => [1, 2].flatMap((i) => shown(`${kind} state row ${i}`));
  close(rows("additive"), added.data, 1e-15);
  close(shown("additive read"), addedRead);
  close(rows("least squares"), fit.state.data, 1e-15);
  close(shown("least squares read"), [a * query[0] + b * query[1], c * query[0] + d * query[1]]);
  const singular = core.svd(fit.state).singularValues;
  close(shown("least squares singular values"), singular, 1e-14);
  close(shown("additive singular values"), core.svd(added).singularValues, 1e-14);
  expect(shown("rank")).toEqual([fit.rank]);
  expect(shown("condition")).toEqual([fit.condition]);

  const duals = core.dualBasis(keys);
  const independent = duals.rank === keys.length;
  const rowOf = (i: number) => [...duals.vectors.data.subarray(2 * i, 2 * i + 2)];
  names.forEach((number, i) => {
    close(shown(`dual ${number}`), independent ? rowOf(i) : [], 1e-15);
  });
  const lengths = independent ? names.map((_, i) => Math.hypot(...rowOf(i))) : [];
  close(shown("dual lengths"), lengths, 1e-12 * Math.max(1, ...lengths));
  close(
    shown("coefficients"),
    independent
      ? core.scores(
          [query],
          names.map((_, i) => rowOf(i)),
        ).data
      : [],
  );

  expect(await matrices(figure)).toEqual([
    [...added.data].map(asShown),
    [...fit.state.data].map(asShown),
  ]);
  const drawn = await texts(figure);
  expect(drawn).toContain(`rank ${fit.rank} of ${keys.length} keys`);
  expect(drawn).toContain(`\u03C3max = ${asShown(singular[0] ?? 0)}`);
  expect(drawn).toContain(
    `S* stretches ${asShown(singular[1] ?? 0)} to ${asShown(singular[0] ?? 0)}`,
  );
  expect(
    drawn.filter((text) => /\|k\d\| =/.test(text)).map((text) => text.replace("\u2192 ", "")),
  ).toEqual(lengths.map((length, i) => `|k${i + 1}| = ${asShown(length)}`));
}

describe.each(browserNames)("added and fitted in a reader's hands, %s", (name) => {
  const staged = onStage(name, "least-squares");
  let figure: FigureOnPage;
  beforeEach(async () => {
    figure = staged();
    // Four planes are taller than the window that the other figures fit into.
    await figure.page.setViewport({ width: 1440, height: 1300 });
    await figure.setState(start);
    await (await figure.part("svg")).evaluate((svg) => svg.scrollIntoView({ block: "center" }));
  });

  test.each([
    "key k\u2081",
    "key k\u2082",
    "key k\u2081, fitted",
    "key k\u2082, fitted",
    "value v\u2081, fitted",
    "value v\u2082",
  ])("%s moves both sides, under the mouse and by arrow keys", async (label) => {
    const before = await figure.table();
    await figure.drag(label, [-21, -33]);
    const dragged = await figure.table();
    expect(dragged).not.toEqual(before);
    await expectAnswers(figure);
    await figure.press(label, "ArrowRight", "Shift");
    expect(await figure.table()).not.toEqual(dragged);
    await expectAnswers(figure);
  });

  test("a free query is walked to along the keys, and its steps are labelled", async () => {
    await choose(figure, "ask", "free");
    for (const label of ["query q", "query q, fitted"]) {
      await figure.drag(label, [-90, -30]);
      await expectAnswers(figure);
      const [first = 0, second = 0] = (await figure.numbers())("coefficients");
      const drawn = await texts(figure, ".mm-label");
      expect(drawn).toContain(`c1 = ${asShown(first)}`);
      expect(drawn).toContain(`c2 = ${asShown(second)}`);
      const { key1, key2, query } = (await figure.state()) as Record<string, Point>;
      close(query as Point, [
        first * (key1 as Point)[0] + second * (key2 as Point)[0],
        first * (key1 as Point)[1] + second * (key2 as Point)[1],
      ]);
    }
  });

  test.each([
    [75, false],
    [38, true],
    [10, true],
    [165, true],
  ])("at %d degrees the duals are 1/sin long; they leave the plane: %s", async (angle, leave) => {
    await figure.type("angle between keys, typed", String(angle));
    const length = 1 / Math.sin((angle * Math.PI) / 180);
    close((await figure.numbers())("dual lengths"), [length, length], 1e-12 * length ** 2);
    await expectAnswers(figure);
    const labels = (await texts(figure)).filter((text) => text.includes("| ="));
    expect(labels.some((text) => text.startsWith("\u2192"))).toBe(leave);
    // An arrow that leaves ends in an open head, so that it never seems to end at the edge.
    const open = await (await figure.part("svg")).evaluate(
      (svg) => svg.querySelectorAll(".mm-dashed .mm-open-head").length,
    );
    expect(open).toBe(labels.filter((text) => text.startsWith("\u2192")).length);
  });

  test.each([
    ["Home", "parallel"],
    ["End", "antiparallel"],
  ] as const)("the slider's %s: the duals vanish and a badge says %s", async (key, kind) => {
    await stepSlider(figure, "angle between keys", key);
    expect((await figure.numbers())("rank")).toEqual([1]);
    await expectAnswers(figure);
    expect(await texts(figure, ".mm-badge")).toEqual([`${kind} keys: no dual basis, S* = V K+`]);
    const dashed = await (await figure.part("svg")).evaluate(
      (svg) => svg.querySelectorAll(".mm-dashed").length,
    );
    expect(dashed).toBe(0);
    expect(await figure.describe()).toMatch(new RegExp(`keys are ${kind}.*finite again`));
    // A degree beside it there is a dual basis, and the badge is gone.
    await stepSlider(figure, "angle between keys", key === "Home" ? "ArrowRight" : "ArrowLeft");
    expect(await texts(figure, ".mm-badge")).toEqual([]);
    expect((await figure.numbers())("rank")).toEqual([2]);
    await expectAnswers(figure);
  });

  test("a third key: the badge, and the best compromise", async () => {
    await toggle(figure, "third key");
    expect(await texts(figure, ".mm-badge")).toEqual(["three keys in the plane: no dual basis"]);
    expect(await figure.describe()).toMatch(/misses each by as little as it can/);
    await expectAnswers(figure);
    await figure.drag("key k\u2083, fitted", [30, -20]);
    await expectAnswers(figure);
    await figure.drag("value v\u2083", [10, 45]);
    await expectAnswers(figure);
  });

  test("the ellipse is the image of the circle: its half axes are the singular values", async () => {
    const ellipses = () =>
      figure
        .part("svg")
        .then((svg) =>
          svg.evaluate((drawing) =>
            [...drawing.querySelectorAll("ellipse.mm-image")].map((ellipse) => [
              Number(ellipse.getAttribute("rx")),
              Number(ellipse.getAttribute("ry")),
            ]),
          ),
        );
    const [addedPixels, fittedPixels] = await ellipses();
    const shown = await figure.numbers();
    const ratio = (pixels: number[] | undefined, name: string) =>
      (pixels?.[0] ?? 0) / (shown(name)[0] as number);
    const unit = ratio(addedPixels, "additive singular values");
    expect(unit).toBeGreaterThan(20);
    expect(ratio(fittedPixels, "least squares singular values")).toBeCloseTo(unit, 1);
    expect(fittedPixels?.[1]).toBeCloseTo(
      unit * (shown("least squares singular values")[1] as number),
      1,
    );
  });

  test("typed values out of range are refused on this figure too", async () => {
    const before = await figure.state();
    await figure.type("value v\u2081, first number", "2.3");
    expect(await figure.complaint("value v\u2081, first number")).toMatch(/from \u22122.2 to 2.2/);
    expect(await figure.state()).toEqual(before);
    await figure.type("value v\u2081, first number", "2.2");
    expect(await figure.complaint("value v\u2081, first number")).toBeUndefined();
    await expectAnswers(figure);
  });
});

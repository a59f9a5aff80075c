import { load } from "matrix-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { browserNames } from "./browsers.js";
import type { FigureOnPage, Point } from "./figure.js";
import {
  asShown,
  choose,
  isChosen,
  matrices,
  pointAt,
  pointAway,
  stepSlider,
  texts,
  toggle,
} from "./reader.js";
import { expectRefusal } from "./refusals.js";
import { onStage } from "./stage.js";

const at = (degrees: number): Point => [
  Math.cos((degrees * Math.PI) / 180),
  Math.sin((degrees * Math.PI) / 180),
];
const start = {
  ask: "k1",
  unitKeys: true,
  third: false,
  key1: at(10),
  key2: at(70),
  value1: [1.5, -0.5],
  value2: [0.4, 1.3],
  value3: [-1.2, 0.6],
};
const core = await load();

/** The numbers of the table and those drawn, against the library in Node. */
async function expectAnswers(figure: FigureOnPage): Promise<void> {
  const state = (await figure.state()) as Record<string, Point> & { third: boolean };
  const names = state.third ? [1, 2, 3] : [1, 2];
  const keys = names.map((i) => state[`key${i}`] as Point);
  const values = names.map((i) => state[`value${i}`] as Point);
  const query = state.query as Point;
  const memory = core.memory({ keyDim: 2, valueDim: 2 }).write(keys, values);
  const expected = {
    state: [...memory.state().data],
    gram: [...core.gram(keys).data],
    scores: [...core.scores([query], keys).data],
    read: [...memory.read(query)],
  };
  memory.free();
  const shown = await figure.numbers();
  expect([1, 2].flatMap((i) => shown(`state row ${i}`))).toEqual(expected.state);
  expect(names.flatMap((i) => shown(`gram row ${i}`))).toEqual(expected.gram);
  expect(shown("scores")).toEqual(expected.scores);
  expect(shown("read")).toEqual(expected.read);
  expect(await matrices(figure)).toEqual([expected.state.map(asShown), expected.gram.map(asShown)]);
  const sum = expected.scores
    .map((share, i) => {
      const sign = share < 0 ? (i === 0 ? "\u2212" : " \u2212 ") : i === 0 ? "" : " + ";
      return `${sign}${asShown(Math.abs(share))} v${i + 1}`;
    })
    .join("");
  expect(await texts(figure)).toContain(`= ${sum}`);
}

/** What is lit, by what it is, and the part that each stands for. */
async function lit(figure: FigureOnPage): Promise<{ kinds: string[]; parts: string[] }> {
  const found = await (await figure.part("svg")).evaluate((svg) =>
    [...svg.querySelectorAll(".mm-lit")].map((node) => ({
      kind: node.matches(".mm-angle")
        ? "angle"
        : node.matches(".mm-cell")
          ? "cell"
          : node.matches(".mm-interference")
            ? "interference"
            : node.matches("tspan")
              ? "term"
              : node.outerHTML,
      part: node.getAttribute("data-part") ?? "",
    })),
  );
  return {
    kinds: found.map(({ kind }) => kind).sort(),
    parts: [...new Set(found.map(({ part }) => part))],
  };
}

describe.each(browserNames)("two pairs in a reader's hands, %s", (name) => {
  const staged = onStage(name, "two-pairs");
  let figure: FigureOnPage;
  beforeEach(async () => {
    figure = staged();
    await pointAway(figure);
    await figure.setState(start);
  });

  /** Drags the handle of the second key to an angle on the circle. */
  async function dragToAngle(label: string, degrees: number): Promise<void> {
    const [x, y] = await figure.centre(label);
    const [left, right] = [
      await afterState({ key2: at(180) }, label),
      await afterState({ key2: at(0) }, label),
    ];
    await figure.setState({ key2: start.key2 });
    const unit = (right[0] - left[0]) / 2;
    const origin: Point = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
    const [across, up] = at(degrees);
    await figure.drag(label, [origin[0] + unit * across - x, origin[1] - unit * up - y]);
  }
  async function afterState(state: Record<string, unknown>, label: string): Promise<Point> {
    await figure.setState(state);
    return figure.centre(label);
  }

  test("the buttons ask for one key, the other, or neither", async () => {
    await choose(figure, "ask", "k2");
    expect((await figure.state()).query).toEqual((await figure.state()).key2);
    expect(await figure.describe()).toMatch(/^Asked for k\u2082/);
    expect(await texts(figure, ".mm-label")).toContain("q = k2");
    await expectAnswers(figure);
    await choose(figure, "ask", "free");
    // A free query stays where it is until it is moved.
    expect((await figure.state()).query).toEqual((await figure.state()).key2);
    await figure.press("query q", "ArrowLeft");
    expect(await figure.describe()).toMatch(/^The query reads/);
    await expectAnswers(figure);
    await choose(figure, "ask", "k1");
    expect((await figure.state()).query).toEqual((await figure.state()).key1);
    expect(await texts(figure, ".mm-label")).toContain("q = k1");
    await expectAnswers(figure);
  });

  test("a query that is moved by typing presses the button for free", async () => {
    expect(await isChosen(figure, "ask", "k1")).toBe(true);
    await figure.type("query q, first number", "-0.25");
    expect(await isChosen(figure, "ask", "free")).toBe(true);
    expect(((await figure.state()).query as Point)[0]).toBe(-0.25);
    await expectAnswers(figure);
  });

  test("a third key comes with its handles, its fields and its overlaps, and goes again", async () => {
    await toggle(figure, "third key");
    expect(await figure.describe()).toMatch(/some overlap always remains/);
    await expectAnswers(figure);
    await figure.drag("key k\u2083", [14, 40]);
    await expectAnswers(figure);
    await figure.press("value v\u2083", "ArrowUp", "Shift");
    await expectAnswers(figure);
    await figure.type("value v\u2083, second number", "-1.5");
    expect(((await figure.state()).value3 as Point)[1]).toBe(-1.5);
    await expectAnswers(figure);
    await toggle(figure, "third key");
    await expectAnswers(figure);
    await expect(figure.handle("key k\u2083")).rejects.toThrow();
    await expect(figure.field("value v\u2083, second number")).rejects.toThrow();
  });

  test("keys let go from the circle have any length", async () => {
    await toggle(figure, "unit-length keys");
    await figure.type("key k\u2081, first number", "0,5");
    await figure.type("key k\u2081, second number", "\u22121.25");
    expect((await figure.state()).key1).toEqual([0.5, -1.25]);
    await expectAnswers(figure);
    await figure.drag("key k\u2082", [-60, 35]);
    expect(Math.hypot(...((await figure.state()).key2 as Point))).not.toBeCloseTo(1, 3);
    await expectAnswers(figure);
    await toggle(figure, "unit-length keys");
    expect(Math.hypot(...((await figure.state()).key2 as Point))).toBeCloseTo(1, 12);
    await expectAnswers(figure);
  });

  test("the slider turns the second key by whole degrees", async () => {
    await stepSlider(figure, "angle between keys", "ArrowRight", 3);
    expect((await figure.state()).angle).toBe(63);
    await expectAnswers(figure);
    await stepSlider(figure, "angle between keys", "ArrowLeft", 5);
    expect((await figure.state()).angle).toBe(58);
    await stepSlider(figure, "angle between keys", "End");
    expect((await figure.state()).angle).toBe(180);
    expect(await figure.describe()).toMatch(/Antiparallel keys/);
    await stepSlider(figure, "angle between keys", "Home");
    expect((await figure.state()).angle).toBe(0);
    expect(await figure.describe()).toMatch(/Parallel keys/);
    await expectAnswers(figure);
  });

  test.each([88.9, 91.1])("a drag to %d degrees snaps to G = I: exact", async (apart) => {
    await dragToAngle("key k\u2082", 10 + apart);
    const { angle, key1, key2 } = (await figure.state()) as Record<string, unknown>;
    expect(angle).toBeCloseTo(90, 9);
    expect((key1 as Point)[0] * (key2 as Point)[0] + (key1 as Point)[1] * (key2 as Point)[1]).toBe(
      0,
    );
    expect(await figure.describe()).toContain("G = I: exact");
    expect((await matrices(figure))[1]).toEqual(["1.00", "0.00", "0.00", "1.00"]);
    await expectAnswers(figure);
  });

  test.each([86.5, 93.5])("a drag to %d degrees does not snap", async (apart) => {
    await dragToAngle("key k\u2082", 10 + apart);
    const { angle } = await figure.state();
    // A pixel of the circle is about half a degree.
    expect(Math.abs((angle as number) - apart)).toBeLessThan(0.6);
    expect(await figure.describe()).not.toContain("exact");
    await expectAnswers(figure);
  });

  test("neither a typed number nor an arrow key snaps", async () => {
    await figure.type("angle between keys, typed", "89");
    expect((await figure.state()).angle).toBe(89);
    await figure.press("key k\u2082", "ArrowUp", "Alt");
    expect((await figure.state()).angle as number).toBeCloseTo(89.4, 9);
    await figure.press("key k\u2082", "ArrowUp");
    expect((await figure.state()).angle as number).toBeCloseTo(91.4, 9);
    expect(await figure.describe()).not.toContain("exact");
    await expectAnswers(figure);
    await figure.type("angle between keys, typed", "90");
    expect(await figure.describe()).toContain("G = I: exact");
  });

  const everything = ["angle", "cell", "cell", "interference", "term"];
  test.each([
    ["a cell of G", '.mm-cell[data-part="g12"]'],
    ["the angle", '.mm-angle[data-part="g12"]'],
    ["the interference", '.mm-interference[data-part="g12"]'],
    ["the term", 'tspan[data-part="g12"]'],
  ])("pointing at %s lights all that it stands for", async (_, selector) => {
    expect(await lit(figure)).toEqual({ kinds: [], parts: [] });
    await pointAt(figure, await figure.part(selector));
    expect(await lit(figure)).toEqual({ kinds: everything, parts: ["g12"] });
    await pointAway(figure);
    expect(await lit(figure)).toEqual({ kinds: [], parts: [] });
  });

  test("G12 can be focused, says its number, and lights the same", async () => {
    const cell = await figure.part('.mm-cell[data-part="g12"][tabindex="0"]');
    expect(await cell.evaluate((element) => element.getAttribute("aria-label"))).toBe(
      "G12 = 0.50: key 1 with key 2",
    );
    await cell.evaluate((element) => (element as SVGElement).focus());
    await figure.settled();
    expect(await lit(figure)).toEqual({ kinds: everything, parts: ["g12"] });
    // The next cell is G21: the same overlap, reached with the Tab key.
    await figure.page.keyboard.press("Tab");
    await figure.settled();
    expect(await lit(figure)).toEqual({ kinds: everything, parts: ["g12"] });
    await cell.evaluate(
      (element) =>
        (element.getRootNode() as ShadowRoot).activeElement &&
        ((element.getRootNode() as ShadowRoot).activeElement as SVGElement).blur(),
    );
    await figure.settled();
    expect((await lit(figure)).kinds).toEqual([]);
  });

  test("with a third key each overlap lights its own", async () => {
    await figure.setState({ third: true });
    await pointAt(figure, await figure.part('.mm-cell[data-part="g13"]'));
    expect(await lit(figure)).toEqual({
      kinds: ["cell", "cell", "interference", "term"],
      parts: ["g13"],
    });
    // Key 1 is asked for: what keys 2 and 3 share is in no term.
    await pointAt(figure, await figure.part('.mm-cell[data-part="g23"]'));
    expect(await lit(figure)).toEqual({ kinds: ["cell", "cell"], parts: ["g23"] });
  });

  test.each([
    ["key k\u2081, first number", "1.5"],
    ["value v\u2082, second number", "-2.21"],
    ["query q, first number", "one"],
    ["angle between keys, typed", "-1"],
    ["angle between keys, typed", "1e400"],
  ])("%s refuses %j beside the field, and nothing changes", async (label, text) => {
    await expectRefusal(figure, label, text, /Expected a number from/);
  });

  test("what is not a state is refused from outside, and nothing changes", async () => {
    const before = await figure.state();
    for (const state of [
      { angel: 3 },
      { angle: "3" },
      { key1: [1] },
      { third: 1 },
      { ask: "k3" },
    ]) {
      await expect(figure.setState(state), JSON.stringify(state)).rejects.toThrow(
        /expected|no parameter/,
      );
    }
    // NaN does not survive the way into the page: it is made there.
    const thrown = await figure.page.evaluate(() => {
      const element = document.querySelector('matrix-memory-figure[figure="two-pairs"]');
      try {
        (element as unknown as { setState(state: unknown): void }).setState({ angle: Number.NaN });
        return "";
      } catch (error) {
        return String(error);
      }
    });
    expect(thrown).toMatch(/RangeError: angle: expected a number from 0 to 180/);
    expect(await figure.state()).toEqual(before);
  });

  test("Reset shows what stood there first", async () => {
    await figure.click("Reset");
    const first = await figure.state();
    await choose(figure, "ask", "k2");
    await toggle(figure, "third key");
    await figure.type("angle between keys, typed", "120");
    await figure.click("Reset");
    expect(await figure.state()).toEqual(first);
  });
});

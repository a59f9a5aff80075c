import { load } from "matrix-memory";
import { beforeEach, describe, expect, test } from "vitest";
import { browserNames } from "./browsers.js";
import type { FigureOnPage } from "./figure.js";
import { choose, isChosen, pointAt, pointAway, tapOn, texts, toggle, unsound } from "./reader.js";
import { onStage } from "./stage.js";

const core = await load();
const raw = { query: "sing", queryMap: false, keyMap: false, valueMap: false };
const mapped = { query: "sing", queryMap: true, keyMap: true, valueMap: true };
const order = ["first-the", "birds", "second-the", "cat", "hears", "sing"];
const six = [1, 2, 3, 4, 5, 6];

/** The numbers shown, against what the library makes of the queries, keys and values shown. */
async function expectLibrary(figure: FigureOnPage): Promise<void> {
  const shown = await figure.numbers();
  const asked = order.indexOf((await figure.state()).query as string);
  const [queries, keys, values] = ["query", "key", "value"].map((name) =>
    six.map((i) => shown(`${name} ${i}`)),
  ) as [number[][], number[][], number[][]];
  const options = { inverseTemperature: 1 };
  const { weights, output } = core.attention(queries, keys, values, options);
  expect(six.flatMap((i) => shown(`scores of query ${i}`))).toEqual([
    ...core.scores(queries, keys).data,
  ]);
  expect(six.flatMap((i) => shown(`weights of query ${i}`))).toEqual([...weights.data]);
  expect(shown(`answer to query ${asked + 1}`)).toEqual([
    ...output.data.subarray(6 * asked, 6 * asked + 6),
  ]);
  const bars = await texts(figure, ".mm-bar + text");
  expect(bars).toEqual(
    [...weights.data.subarray(6 * asked, 6 * asked + 6)].map(
      (weight) => `${(100 * weight).toFixed(0)}\u00A0%`,
    ),
  );
}

/** What is lit, by the parts that it stands for. */
async function lit(figure: FigureOnPage): Promise<string[]> {
  return (await figure.part("svg")).evaluate((svg) =>
    [...svg.querySelectorAll(".mm-lit")].map((node) => node.getAttribute("data-part") ?? "").sort(),
  );
}

/** A cell of the table of scores, counted from one. */
async function scoreCell(figure: FigureOnPage, row: number, column: number) {
  const cells = await (await figure.part(".mm-pickable")).$$(".mm-cell");
  return cells[(row - 1) * 6 + column - 1] as (typeof cells)[number];
}

describe.each(browserNames)("a sentence looks itself up, %s", (name) => {
  const staged = onStage(name, "self-lookup");
  let figure: FigureOnPage;
  beforeEach(async () => {
    figure = staged();
    await pointAway(figure);
    await figure.setState(raw);
  });

  test("the numbers are the library's, whichever maps are on and whoever asks", async () => {
    for (const [i, query] of order.entries()) {
      const maps = { queryMap: i % 2 === 0, keyMap: i % 3 === 0, valueMap: i > 2 };
      await figure.setState({ query, ...maps });
      await expectLibrary(figure);
    }
    await figure.setState(mapped);
    await expectLibrary(figure);
  });

  test("the switches repair one failure each", async () => {
    expect(await figure.describe()).toMatch(/sing\u2019 finds itself, 85/);
    await toggle(figure, "query map");
    expect(await figure.describe()).toMatch(/finds \u2018birds\u2019, 85.*its own mirror image/);
    expect(await texts(figure, "text")).toContain(
      "score of \u2018birds\u2019: 2\u00D72 + 1\u00D71 = 5",
    );
    expect((await figure.drawing()).match(/class="mm-mirror"/g)).toHaveLength(1);
    await toggle(figure, "key map");
    expect(await figure.describe()).toMatch(/not its own mirror image.*the raw token/);
    expect(await figure.drawing()).not.toMatch(/class="mm-mirror"/);
    await toggle(figure, "value map");
    expect(await figure.describe()).toMatch(/and no kind of word/);
    await expectLibrary(figure);
  });

  test("the sentence under the drawing chooses who asks, by click and by arrow keys", async () => {
    await choose(figure, "query", "birds");
    expect(await figure.describe()).toMatch(/^\u2018birds\u2019 finds/);
    await figure.page.keyboard.press("ArrowRight");
    await figure.settled();
    expect(await isChosen(figure, "query", "second-the")).toBe(true);
    expect((await figure.state()).query).toBe("second-the");
    await expectLibrary(figure);
  });

  test("a click on a row lets its token ask", async () => {
    await (await scoreCell(figure, 4, 2)).click();
    await figure.settled();
    expect((await figure.state()).query).toBe("cat");
    await expectLibrary(figure);
  });

  test("so does a tap", async () => {
    await tapOn(figure, await scoreCell(figure, 2, 1));
    expect((await figure.state()).query).toBe("birds");
  });

  test("the handle carries the question by mouse, finger and arrow keys", async () => {
    const rows = async () => order.indexOf((await figure.state()).query as string);
    await figure.drag("query token", [0, -90]);
    const dragged = await rows();
    expect(dragged).toBeGreaterThan(1);
    expect(dragged).toBeLessThan(5);
    await figure.dragWithFinger("query token", [0, 60]);
    const carried = await rows();
    expect(carried).toBeGreaterThan(dragged);
    await figure.setState({ query: "cat" });
    await figure.press("query token", "ArrowUp");
    expect((await figure.state()).query).toBe("second-the");
    await figure.press("query token", "ArrowDown");
    await figure.press("query token", "ArrowRight");
    expect((await figure.state()).query).toBe("hears");
    // Beyond the ends there is nothing.
    await figure.press("query token", "ArrowDown", "Shift");
    expect((await figure.state()).query).toBe("sing");
    await figure.press("query token", "ArrowDown");
    expect((await figure.state()).query).toBe("sing");
    const said = await (await figure.handle("query token")).evaluate((handle) =>
      handle.getAttribute("aria-valuetext"),
    );
    expect(said).toBe("\u2018sing\u2019, token 6 of 6");
    await expectLibrary(figure);
  });

  test("a token lights in every table, a score together with its mirror image", async () => {
    await figure.setState(mapped);
    await pointAt(figure, await figure.part('.mm-lightable[tabindex][data-part="token-4"]'));
    const parts = await lit(figure);
    expect(parts.filter((part) => part === "token-4")).toHaveLength(3 * 6 + 2);
    expect(parts.filter((part) => part === "pair-4-6")).toHaveLength(1);
    expect(await texts(figure)).toContain(
      "score of \u2018cat\u2019: 2\u00D72 + 1\u00D7(\u22121) = 3",
    );
    await pointAt(figure, await scoreCell(figure, 5, 2));
    expect(await lit(figure)).toEqual(["pair-2-5", "pair-2-5"]);
    await pointAway(figure);
    expect(await lit(figure)).toEqual([]);
  });

  test("weights are read out to whoever reaches them by keyboard", async () => {
    await figure.setState(mapped);
    const bar = await figure.part('.mm-lightable[tabindex][data-part="token-2"]');
    expect(await bar.evaluate((node) => node.getAttribute("aria-label"))).toBe(
      "birds: score 5, weight 85\u00A0%",
    );
    await bar.evaluate((node) => (node as SVGElement).focus());
    await figure.settled();
    expect((await lit(figure)).length).toBeGreaterThan(10);
  });

  test("what is no state is refused, and nothing is broken in any", async () => {
    for (const bad of [{ query: "song" }, { query: 5 }, { queryMap: "yes" }, { nonsense: 1 }]) {
      await expect(figure.setState(bad)).rejects.toThrow(/expected|no parameter/);
      expect(await figure.state()).toEqual(raw);
    }
    for (const query of order) {
      for (const queryMap of [false, true]) {
        await figure.setState({ ...mapped, query, queryMap });
        expect(await unsound(figure)).toEqual([]);
      }
    }
  });
});

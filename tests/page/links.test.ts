import type { Page } from "puppeteer-core";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { figureIds, someStates } from "../figures/support.js";
import { dice } from "../library/support.js";
import { act, pasted, told } from "./actions.js";
import { watch } from "./audit.js";
import { browserNames, type OpenBrowser } from "./browsers.js";
import { FigureOnPage, type State } from "./figure.js";
import { atRest, expectSameState } from "./reader.js";
import type { Site } from "./site.js";
import { withSite } from "./stage.js";

/** Links that stand for no state, with a word of what is said about them. */
const badLinks: [string, RegExp][] = [
  ["figure=two-pairs&angle=181", /angle: expected a number from 0 to 180, got \u201C181\u201D/],
  ["figure=two-pairs&angle=", /angle: expected a number.*got nothing/],
  ["figure=two-pairs&angle=60&third=perhaps", /third: expected true or false/],
  ["figure=two-pairs&key1=1,2,3", /key1: expected two numbers/],
  ["figure=two-pairs&constructor=1", /\u201Cconstructor\u201D is no parameter/],
  ["figure=two-pairs&angle=60&%3Cimg%20src=x%3E", /\u201C<img src\u201D is no parameter/],
  [`figure=two-pairs&ask=${"k".repeat(60)}`, /ask: expected one of k1, k2, free, got \u201Ckkk/],
  ["figure=two-pairs&angle=%E0%A4%A", /angle: expected/],
];

describe.each(browserNames)("links to states, %s", (name) => {
  const at = withSite(name, { under: "/some/where/" });
  let site: Site;
  let browser: OpenBrowser;
  let page: Page;
  let start: State;
  beforeAll(async () => {
    ({ site, browser } = at());
    page = await browser.page();
    await page.goto(site.url);
    start = await (await FigureOnPage.on(page, "two-pairs")).state();
  });
  const opened: Page[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  /** A fresh page at that address, and what it complained of. */
  async function open(address: string) {
    const fresh = await browser.page();
    opened.push(fresh);
    const { complaints } = watch(fresh, site.url);
    await fresh.goto(address);
    return { fresh, complaints };
  }

  /** Where the page is: a link should have brought the figure there. */
  const arrived = (at: Page, id: string) => FigureOnPage.on(at, id, { still: true });

  const onScreen = (at: Page, id: string) =>
    at.$eval(`matrix-memory-figure[figure="${id}"]`, (element) => {
      const { top } = element.getBoundingClientRect();
      return top >= -2 && top < innerHeight / 2;
    });

  const notice = async (figure: FigureOnPage) =>
    (await figure.part(".mm-notice")).evaluate((element) => element.textContent);

  test.each(figureIds)("%s: any state comes back on a fresh page, on screen", async (id) => {
    await page.bringToFront();
    const figure = await FigureOnPage.on(page, id);
    const [state] = await someStates(id, 1, dice(31));
    await figure.setState(state as State);
    await atRest(figure);
    const before = await figure.state();
    await act(figure, "Link");
    expect(await told(figure)).toMatch(/Copied/);
    const address = await pasted(page);
    expect(address.startsWith(`${site.url}#figure=${id}`), address).toBe(true);
    const { fresh, complaints } = await open(address);
    const there = await arrived(fresh, id);
    expectSameState(await there.state(), before);
    await atRest(there);
    expect(await onScreen(fresh, id)).toBe(true);
    expect(await notice(there)).toBe("");
    expect(complaints).toEqual([]);
    const said = await there.describe();
    // A page behind another draws nothing.
    await page.bringToFront();
    expect(said).toBe(await figure.describe());
  });

  test("one link may speak of several figures; the first is shown", async () => {
    const link =
      "#figure=two-pairs&angle=60&figure=one-pair&unit-key=false&figure=capacity&trials=7";
    const { fresh } = await open(site.url + link);
    expect(await (await arrived(fresh, "two-pairs")).state()).toMatchObject({ angle: 60 });
    expect(await onScreen(fresh, "two-pairs")).toBe(true);
    const onePair = await FigureOnPage.on(fresh, "one-pair");
    expect(await onePair.state()).toMatchObject({ unitKey: false });
    const capacity = await FigureOnPage.on(fresh, "capacity");
    expect(await capacity.state()).toMatchObject({ trials: 7 });
  });

  test("a link followed within the page changes the figures that it speaks of", async () => {
    const { fresh } = await open(site.url);
    const figure = await FigureOnPage.on(fresh, "two-pairs");
    await fresh.evaluate(() => {
      location.hash = "figure=two-pairs&angle=45";
    });
    await figure.settled();
    expect(await figure.state()).toMatchObject({ angle: 45 });
    await travel(fresh, "back");
    await travel(fresh, "forward");
    await figure.settled();
    expect(await figure.state()).toMatchObject({ angle: 45 });
    await act(figure, "Reset");
    expect(await figure.state()).toMatchObject({ angle: 62 });
  });

  test("links to sections still lead to their headings", async () => {
    const { fresh } = await open(site.url);
    const ids = await fresh.$$eval("h2[id]", (headings) => headings.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(2);
    const last = ids.at(-1) ?? "";
    const { fresh: there } = await open(`${site.url}#${last}`);
    await there.waitForFunction(
      (id) => {
        const { top } = document.getElementById(id)?.getBoundingClientRect() ?? { top: -1 };
        return top >= 0 && top < innerHeight;
      },
      {},
      last,
    );
  });

  test("links to sections that are followed within the page lead there, too", async () => {
    const { fresh } = await open(site.url);
    await FigureOnPage.on(fresh, "self-lookup");
    const ids = await fresh.$$eval("h2[id]", (headings) => headings.map(({ id }) => id));
    for (const id of [ids.at(-3), ids[1], ids.at(-2)]) {
      const top = await fresh.evaluate(async (target) => {
        scrollTo(0, 0);
        location.hash = target;
        for (let i = 0; i < 30; i++) await new Promise(requestAnimationFrame);
        return document.getElementById(target)?.getBoundingClientRect().top;
      }, id ?? "");
      expect(top, id).toBeGreaterThanOrEqual(0);
      expect(top, id).toBeLessThan(60);
    }
  });

  async function expectRefusal(figure: FigureOnPage, reason: RegExp): Promise<void> {
    expect(await notice(figure)).toMatch(reason);
    expect(await notice(figure)).toMatch(/could not be followed/);
    expect(await figure.state()).toEqual(start);
    await figure.setState({ angle: 50 });
    expect(await notice(figure)).toBe("");
  }

  // How an address is written is the browser's affair; what makes a link bad is not, and is looked at on one page.
  const written = badLinks.filter(([link]) => link.includes("%"));

  test.each(written)("%s: the figure stands as it began, and says why", async (link, reason) => {
    const { fresh, complaints } = await open(`${site.url}#${link}`);
    await expectRefusal(await arrived(fresh, "two-pairs"), reason);
    expect(complaints).toEqual([]);
  });

  test("every bad link that is followed within the page is refused, and the figure says why", async () => {
    const { fresh, complaints } = await open(site.url);
    const figure = await FigureOnPage.on(fresh, "two-pairs");
    for (const [link, reason] of badLinks) {
      await act(figure, "Reset");
      await fresh.evaluate((hash) => {
        location.hash = hash;
      }, link);
      await figure.settled();
      await expectRefusal(figure, reason);
    }
    expect(complaints).toEqual([]);
  });

  test("a figure that is not there is named above the text", async () => {
    const { fresh, complaints } = await open(`${site.url}#figure=no-such-figure&angle=1`);
    await FigureOnPage.on(fresh, "one-pair");
    const said = await fresh.$eval('main > [role="alert"]', (note) => note.textContent);
    expect(said).toBe(
      "The link speaks of \u201Cno-such-figure\u201D, which this page does not show.",
    );
    expect(complaints).toEqual([]);
  });
});

/** By the page's own history: the driver would wait for a load, which a link within the page does not bring. */
function travel(page: Page, way: "back" | "forward"): Promise<void> {
  return page.evaluate(
    (to) =>
      new Promise<void>((resolve) => {
        addEventListener("hashchange", () => resolve(), { once: true });
        history[to]();
      }),
    way,
  );
}

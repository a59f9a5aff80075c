import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserNames, type OpenBrowser } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { shareBrowser } from "./shared-browsers.js";
import { serveSite } from "./site.js";

/** The figure is live before the page's cells are: the one in whose place it stands then takes it over. */
describe.each(browserNames)("a figure that its reader has begun with, %s", (name) => {
  let browser: OpenBrowser;
  beforeAll(async () => {
    browser = await shareBrowser(name);
  });
  afterAll(() => browser?.close());

  /** The first figure, whose cell comes when `begin` is called. */
  async function beforeItsCell() {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const site = await serveSite({
      before: (path) => (/\/page-[^/]*\.js$/.test(path) ? begun : Promise.resolve()),
    });
    const page = await browser.page();
    await page.goto(site.url, { waitUntil: "domcontentloaded" });
    const figure = await FigureOnPage.on(page, "self-lookup");
    const isPrepared = () =>
      page.$eval(figure.selector, (element) => element.hasAttribute("prepared"));
    expect(await isPrepared()).toBe(true);
    return { site, page, figure, begin, isPrepared };
  }

  const taken = '.mm-cell matrix-memory-figure[figure="self-lookup"]:not([prepared])';

  test("stays in the hand that drags it, and goes to its cell when it is let go", async () => {
    const { site, page, figure, begin, isPrepared } = await beforeItsCell();
    const [x, y] = await figure.centre("query token");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 45, { steps: 3 });
    await figure.settled();
    const { query } = await figure.state();
    begin();
    // By then its cell would have taken it.
    await page.waitForNetworkIdle({ idleTime: 500 });
    expect(await isPrepared()).toBe(true);
    await page.mouse.move(x, y - 130, { steps: 3 });
    await figure.settled();
    const { query: later } = await figure.state();
    expect(later).not.toBe(query);
    await page.mouse.up();
    await page.waitForSelector(taken);
    expect((await figure.state()).query).toBe(later);
    await page.close();
    await site.close();
  });

  test("keeps the focus", async () => {
    const { site, page, figure, begin } = await beforeItsCell();
    const handle = await figure.handle("query token");
    await handle.evaluate((element) => (element as SVGElement).focus());
    const { query } = await figure.state();
    begin();
    await page.waitForSelector(taken);
    await page.keyboard.press("ArrowUp");
    await figure.settled();
    expect((await figure.state()).query).not.toBe(query);
    await page.close();
    await site.close();
  });
});

import type { Page } from "puppeteer-core";
import { beforeAll, describe, expect, test } from "vitest";
import { until } from "./actions.js";
import { sidewaysScroll } from "./audit.js";
import { browserNames, type OpenBrowser } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import type { Site } from "./site.js";
import { withSite } from "./stage.js";

const long = { keyDim: 64, valueDim: 64, pairs: 256, trials: 10_000, against: "pairs" };

describe.each(browserNames)("what is not on screen, %s", (name) => {
  const at = withSite(name);
  let site: Site;
  let browser: OpenBrowser;
  let page: Page;
  beforeAll(async () => {
    ({ site, browser } = at());
    page = await browser.page();
    await page.goto(site.url);
  });

  const goAway = (figure: FigureOnPage) =>
    page.evaluate(() => scrollTo(0, 0)).then(() => figure.settled());

  test("a measurement stops when its figure leaves, and is done when it is back", async () => {
    const figure = await FigureOnPage.on(page, "capacity");
    await figure.reaches("done");
    await figure.setState(long);
    await figure.reaches("running");
    await goAway(figure);
    await figure.reaches("cancelled", 2000);
    await figure.show();
    await figure.reaches("running", 2000);
    await goAway(figure);
    await figure.reaches("cancelled", 2000);
    // What changes meanwhile waits as well.
    await figure.setState({ trials: 5, pairs: 8 });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await figure.phase()).toBe("cancelled");
    await figure.show();
    await figure.reaches("done");
    expect((await figure.table()).rows).toHaveLength(16);
  });

  test("what plays stops", async () => {
    const figure = await FigureOnPage.on(page, "linear-attention");
    await figure.setState({ step: 0 });
    await figure.click("Play");
    const step = async () => (await figure.state()).step as number;
    await until(async () => (await step()) > 0 || undefined, "it does not play");
    await goAway(figure);
    const before = await step();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await step()).toBe(before);
  });

  test("a figure that never came near has loaded nothing of its own", async () => {
    const fresh = await browser.page();
    const before = site.requests.length;
    await fresh.goto(site.url);
    await FigureOnPage.on(fresh, "self-lookup", { still: true });
    const asked = site.requests.slice(before);
    expect(asked.filter((path) => /\/(remedies|capacity|plot-marks|worker)-/.test(path))).toEqual(
      [],
    );
    await fresh.close();
  });

  test("at 400 % zoom of a small desktop window the page does not scroll sideways", async () => {
    const fresh = await browser.page();
    await fresh.setViewport({ width: 320, height: 256, deviceScaleFactor: 4 });
    await fresh.goto(site.url);
    for (const id of ["self-lookup", "linear-attention", "capacity", "remedies"]) {
      await FigureOnPage.on(fresh, id);
      expect(await sidewaysScroll(fresh), id).toBe(0);
    }
    await fresh.close();
  });
});

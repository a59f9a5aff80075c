import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { figureIds } from "../figures/support.js";
import { axeViolations, sidewaysScroll, watch } from "./audit.js";
import { browserNames, type OpenBrowser, openBrowser } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { type Site, serveSite } from "./site.js";

const schemes = ["light", "dark"] as const;
const widths = [320, 360, 1440];
const cases = browserNames.flatMap((name) => schemes.map((scheme) => [name, scheme] as const));

describe.each(cases)("the page, %s, %s", (name, scheme) => {
  let site: Site;
  let browser: OpenBrowser;
  beforeAll(async () => {
    site = await serveSite();
    browser = await openBrowser(name, scheme);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test.each(widths)(
    "%i px: quiet, at home, accessible, no wider than its window",
    async (width) => {
      const page = await browser.page(width);
      const { complaints, strangers } = watch(page, site.url);
      await page.goto(site.url);
      for (const id of figureIds) {
        const figure = await FigureOnPage.on(page, id);
        expect((await figure.describe()).length).toBeGreaterThan(20);
      }
      await page.evaluate(() => document.fonts.ready);
      await (await FigureOnPage.on(page, "softmax-cost")).setState({ tokens: 100_000 });
      expect(await strandedNumbers(page)).toEqual([]);
      expect(await axeViolations(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(complaints).toEqual([]);
      expect(strangers).toEqual([]);
      await page.close();
    },
  );

  test("the scheme reaches the page", async () => {
    const page = await browser.page();
    await page.goto(site.url);
    const brightness = await page.evaluate(() => {
      const [r = 0, g = 0, b = 0] = (
        getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []
      ).map(Number);
      return (r + g + b) / 3;
    });
    if (scheme === "dark") expect(brightness).toBeLessThan(60);
    else expect(brightness).toBeGreaterThan(200);
    await page.close();
  });
});

/** Sliders whose number stands on another line, and numbers that are cut off by their field. */
function strandedNumbers(page: Page): Promise<string[]> {
  return page.$$eval("matrix-memory-figure >>> .mm-control", (controls) =>
    controls.flatMap((control) => {
      const slider = control.querySelector('input[type="range"]');
      const field = control.querySelector<HTMLInputElement>(".mm-field");
      if (!field) return [];
      const name = field.getAttribute("aria-label") ?? "";
      const [a, b] = [slider ?? field, field].map((part) => part.getBoundingClientRect());
      const apart = a && b && b.top >= a.bottom;
      return [
        ...(apart ? [`${name}: below its slider`] : []),
        ...(field.scrollWidth > field.clientWidth ? [`${name}: ${field.value} is cut off`] : []),
      ];
    }),
  );
}

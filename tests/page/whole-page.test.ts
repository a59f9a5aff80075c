import type { Page } from "puppeteer-core";
import { describe, expect, test } from "vitest";
import { figureIds } from "../figures/support.js";
import { axeViolations, sidewaysScroll, watch } from "./audit.js";
import { crossed } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { withSite } from "./stage.js";

describe.each(crossed([320, 360, 1440]))("the page, %s, %s, %i px", (name, scheme, width) => {
  const at = withSite(name, {}, scheme);

  test("quiet, at home, accessible, no wider than its window, in its scheme", async () => {
    const { site, browser } = at();
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
    if (scheme === "dark") expect(await brightness(page)).toBeLessThan(60);
    else expect(await brightness(page)).toBeGreaterThan(200);
  });
});

function brightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [r = 0, g = 0, b = 0] = (
      getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []
    ).map(Number);
    return (r + g + b) / 3;
  });
}

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

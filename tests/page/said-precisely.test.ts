import type { Page } from "puppeteer-core";
import { beforeAll, describe, expect, test } from "vitest";
import { axeViolations, type Watch, watch } from "./audit.js";
import { browserNames, type OpenBrowser } from "./browsers.js";
import type { Site } from "./site.js";
import { withSite } from "./stage.js";

/** The numbers of each live check, in the order of the page. */
async function checked(page: Page): Promise<number[][]> {
  const count = await page.$$eval(".mm-check", (all) => all.length);
  for (let i = 0; i < count; i++) {
    await page.evaluate(
      (index) => document.querySelectorAll(".mm-check")[index]?.scrollIntoView(),
      i,
    );
    await page.waitForFunction(
      (index) =>
        (document.querySelectorAll(".mm-check")[index] as HTMLElement).dataset.phase !== undefined,
      {},
      i,
    );
  }
  return page.$$eval(".mm-check", (all) =>
    all.map((check) =>
      [...check.querySelectorAll("strong")].map((strong) =>
        Number((strong.textContent ?? "").replace("\u2212", "-")),
      ),
    ),
  );
}

describe.each(browserNames)("said precisely, %s", (name) => {
  const at = withSite(name);
  let site: Site;
  let browser: OpenBrowser;
  let page: Page;
  let watched: Watch;
  let numbers: number[][];
  beforeAll(async () => {
    ({ site, browser } = at());
    page = await browser.page();
    watched = watch(page, site.url);
    await page.goto(site.url);
    await page.waitForSelector(".mm-check");
    numbers = await checked(page);
  });

  /** The numbers of a check, by its place. */
  const of = (index: number) => numbers[index] as [number, number, number, ...number[]];

  test("each check has run, and none has failed", async () => {
    expect(numbers).toHaveLength(8);
    const phases = await page.$$eval(".mm-check", (all) =>
      all.map((check) => (check as HTMLElement).dataset.phase),
    );
    expect(phases).toEqual(Array(8).fill("done"));
    expect(watched.complaints).toEqual([]);
  });

  test("the noise of random keys is the root of (n - 1)/d", () => {
    const [, , few, , many] = of(0) as unknown as number[];
    expect(few).toBeCloseTo(1, 1);
    expect(many).toBeCloseTo(2, 1);
  });

  test("keys without negative numbers leak in proportion to n", () => {
    const [, leak64, , leak128, , law64, law128] = of(1) as unknown as number[];
    expect((leak64 as number) / (law64 as number)).toBeCloseTo(1, 1);
    expect((leak128 as number) / (law128 as number)).toBeCloseTo(1, 1);
  });

  test("a query that is no key reads a mixture; clutter can cancel", () => {
    expect(of(2)).toEqual([0.6, 0.8]);
    expect(of(3)[0]).toBe(0.6);
    expect(of(3)[1]).toBe(0);
  });

  test("recursive least squares is ridge regression, with one more d x d matrix", async () => {
    const said = await page.$$eval(".mm-check", (all) => all[4]?.textContent ?? "");
    // The exponent is a superscript: 10 and \u221215 are one text.
    expect(said).toMatch(/differ by [\d.]+\u00B710\u22121\d at most/);
    expect(of(4).slice(2)).toEqual([256, 16, 16]);
  });

  test("the value dimension is in neither error, and decides which value is nearest", () => {
    const [, , , , short, long, few, many] = of(5) as unknown as number[];
    // Both are (64 - 1)/32 within what 40 trials leave to chance.
    expect(Math.abs((short as number) - 63 / 32)).toBeLessThan(0.25);
    expect(Math.abs((long as number) - 63 / 32)).toBeLessThan(0.1);
    expect(few as number).toBeLessThan(0.4);
    expect(many as number).toBeGreaterThan(0.9);
  });

  test("softmax weights and stretches are those of the formulas", () => {
    const weight = (b: number) => 1 / (1 + 31 * Math.exp(-b));
    expect(of(6).slice(1)).toEqual([1, 8].map((b) => Number(weight(b).toFixed(2))));
    const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180);
    expect(of(7)).toEqual([1, Number((sine(30) / sine(10)).toFixed(2))]);
  });

  test("accessible", async () => {
    expect(await axeViolations(page, ".mm-check")).toEqual([]);
  });
});

import type { Page } from "puppeteer-core";
import { describe, expect, test } from "vitest";
import { axeViolations } from "./audit.js";
import { browserNames, schemes } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { withNotebook } from "./notebook.js";

/** How bright the page and the drawing's ink are, from 0 to 255. */
async function brightness(page: Page): Promise<{ paper: number; ink: number }> {
  return page.evaluate(() => {
    const mean = (colour: string) => {
      const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return (r + g + b) / 3;
    };
    const figure = document.querySelector('matrix-memory-figure[figure="one-pair"]');
    const sentence = figure?.shadowRoot?.querySelector(".mm-sentence strong") as Element;
    return {
      paper: mean(getComputedStyle(document.body).backgroundColor),
      ink: mean(getComputedStyle(sentence).color),
    };
  });
}

const themeColours = (page: Page) =>
  page.$$eval('meta[name="theme-color"]', (metas) =>
    metas.map((meta) => (meta as HTMLMetaElement).content),
  );

const cases = browserNames.flatMap((name) => schemes.map((scheme) => [name, scheme] as const));

describe.each(cases)("the theme, %s, on a system that prefers %s", (name, scheme) => {
  const open = withNotebook(name, scheme);
  const other = scheme === "light" ? "dark" : "light";

  function expectTheme({ paper, ink }: { paper: number; ink: number }, theme: string): void {
    expect(paper > 128, `paper ${paper}`).toBe(theme === "light");
    expect(ink > 128, `ink ${ink}`).toBe(theme === "dark");
  }

  test("follows the system, is switched, remembered and given back", async () => {
    const notebook = await open();
    const { page } = notebook;
    await FigureOnPage.on(page, "one-pair");
    expectTheme(await brightness(page), scheme);
    const bySystem = await themeColours(page);
    expect(new Set(bySystem).size).toBe(2);
    await page.select("#theme", other);
    expectTheme(await brightness(page), other);
    expect(new Set(await themeColours(page)).size).toBe(1);
    // Themes differ in nothing but colour.
    expect(await axeViolations(page, "html", ["color-contrast"])).toEqual([]);
    await notebook.reload();
    // Before any module has run: the page's head alone has set it.
    const early = await page.evaluate(() => document.documentElement.dataset.theme);
    expect(early).toBe(other);
    await FigureOnPage.on(page, "one-pair");
    expectTheme(await brightness(page), other);
    await page.select("#theme", "");
    expectTheme(await brightness(page), scheme);
    expect(await themeColours(page)).toEqual(bySystem);
  });

  // The rest is told apart by a browser or by a scheme, not by both at once.
  if ((name === "chromium") === (scheme === "light")) {
    test("is there before the first paint, with no script of the page's own", async () => {
      const notebook = await open();
      const { page } = notebook;
      await page.evaluate((theme) => localStorage.setItem("matrix-memory:theme", theme), other);
      await page.setRequestInterception(true);
      page.on("request", (request) => {
        // By its name, since Firefox's driver does not say what a request is for.
        const isScript = new URL(request.url()).pathname.endsWith(".js");
        // What the page that is left asked for is gone before it is answered.
        (isScript ? request.abort() : request.continue()).catch(() => undefined);
      });
      await page.reload();
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(/rgb\(2\d\d/.test(paper)).toBe(other === "light");
    });

    test("a remembered theme that there is none of is the system's", async () => {
      const notebook = await open();
      const { page } = notebook;
      await page.evaluate(() => localStorage.setItem("matrix-memory:theme", "sepia"));
      await notebook.reload();
      await FigureOnPage.on(page, "one-pair");
      expectTheme(await brightness(page), scheme);
      expect(await page.$eval("#theme", (choice) => (choice as HTMLSelectElement).value)).toBe("");
    });
  }
});

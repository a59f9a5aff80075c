import { beforeAll, describe, expect, test } from "vitest";
import { browserNames, type OpenBrowser } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { texts } from "./reader.js";
import type { Site } from "./site.js";
import { withSite } from "./stage.js";

/** Pixels of a sheet of A4 between Chromium's own margins. */
const sheet = 718;

describe("on paper, chromium", () => {
  const at = withSite("chromium", {}, "dark");
  let site: Site;
  let browser: OpenBrowser;
  beforeAll(() => {
    ({ site, browser } = at());
  });

  async function printed() {
    const page = await browser.page(1200);
    await page.goto(site.url);
    const figure = await FigureOnPage.on(page, "two-pairs");
    await figure.setState({ angle: 90 });
    await page.emulateMediaType("print");
    // What a printer shows is the drawing as it stands on the screen: nothing draws it anew for the sheet.
    await page.setViewport({ width: sheet, height: 1000 });
    await figure.settled();
    return { page, figure };
  }

  test("figures stand as they stood, without their controls, no wider than the sheet", async () => {
    const { page, figure } = await printed();
    expect((await texts(figure)).join(" ")).toContain("90\u00B0");
    const seen = await (await figure.part("figure")).evaluate((whole) => {
      const shown = (selector: string) =>
        [...whole.querySelectorAll(selector)].filter((part) => part.getClientRects().length > 0)
          .length;
      return {
        right: whole.querySelector("svg")?.getBoundingClientRect().right ?? Number.NaN,
        controls: shown("button, input, progress, .mm-handle"),
        texts: shown("svg text"),
        sentence: shown("figcaption"),
      };
    });
    expect(seen.right).toBeLessThanOrEqual(sheet);
    expect(seen).toMatchObject({ controls: 0, sentence: 1 });
    expect(seen.texts).toBeGreaterThan(10);
    await page.close();
  });

  test("in light colours, whatever the screen has", async () => {
    const { page, figure } = await printed();
    const ink = await (await figure.part("figure")).evaluate(
      (part) => getComputedStyle(part).color,
    );
    expect(ink).toBe("rgb(27, 31, 36)");
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      "rgb(252, 252, 250)",
    );
    await page.close();
  });

  test("figures that were never on screen are there as they begin", async () => {
    const page = await browser.page(1200);
    await page.goto(site.url);
    await FigureOnPage.on(page, "self-lookup", { still: true });
    await page.emulateMediaType("print");
    const last = await page.$$eval("matrix-memory-figure", (elements) => {
      const element = elements.at(-1) as HTMLElement & { isDrawn: boolean };
      return {
        drawn: element.isDrawn,
        poster: element.querySelector("img")?.checkVisibility(),
        controls: [...element.querySelectorAll("button, input")].filter((c) => c.checkVisibility())
          .length,
      };
    });
    expect(last).toEqual({ drawn: false, poster: true, controls: 0 });
    await page.close();
  });
});

describe.each(browserNames)("as a PDF, %s", (name) => {
  const at = withSite(name);

  test("the page prints: text, figures and formulas", async () => {
    const { site, browser } = at();
    const page = await browser.page();
    await page.goto(site.url);
    await FigureOnPage.on(page, "one-pair");
    const pdf = Buffer.from(await page.pdf({ format: "A4" })).toString("latin1");
    expect(pdf.startsWith("%PDF-")).toBe(true);
    expect(pdf.length).toBeGreaterThan(100_000);
  });
});

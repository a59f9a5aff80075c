import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserNames, type OpenBrowser } from "./browsers.js";
import { shareBrowser } from "./shared-browsers.js";
import { serveSite } from "./site.js";

describe.each(browserNames)("the page's faces, %s", (name) => {
  let browser: OpenBrowser;
  beforeAll(async () => {
    browser = await shareBrowser(name);
  });
  afterAll(() => browser?.close());

  test("set the text, figures, titles and formulas once they are there", async () => {
    const site = await serveSite();
    const page = await browser.page();
    await page.goto(site.url);
    await page.waitForFunction(() => document.fonts.size >= 4);
    await page.evaluate(() => document.fonts.ready);
    const isSet = (style: string, family: string) =>
      page.evaluate(
        (before, own) => {
          const context = document.createElement("canvas").getContext("2d");
          if (!context) throw new Error("no canvas");
          const width = (families: string) => {
            context.font = `${before} 40px ${families}`;
            return context.measureText("iiiWWW=11").width;
          };
          return width(`"${own}", monospace`) !== width("monospace");
        },
        style,
        family,
      );
    expect(await isSet("normal", "Source Serif 4 Variable")).toBe(true);
    expect(await isSet("italic", "Source Serif 4 Variable")).toBe(true);
    expect(await isSet("normal", "Inter Variable")).toBe(true);
    expect(await isSet("normal", "STIX Two Math")).toBe(true);
    expect(await isSet("normal", "None Such")).toBe(false);
    const families = await page.evaluate(() =>
      [...document.fonts].map(({ family, style }) => `${family.replaceAll('"', "")} ${style}`),
    );
    expect(families.sort()).toEqual([
      "Inter Variable normal",
      "STIX Two Math normal",
      "Source Serif 4 Variable italic",
      "Source Serif 4 Variable normal",
    ]);
    await page.close();
    await site.close();
  });
});

import { afterAll, beforeAll } from "vitest";
import type { BrowserName, OpenBrowser, openBrowser } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { shareBrowser } from "./shared-browsers.js";
import { type Site, serveSite } from "./site.js";

/** Serves the page and has a browser before a group of tests, as those are told to, and gives up both after it. */
export function withSite(
  name: BrowserName,
  served: Parameters<typeof serveSite>[0] = {},
  scheme: "light" | "dark" = "light",
  run: Parameters<typeof openBrowser>[2] = {},
): () => { readonly site: Site; readonly browser: OpenBrowser } {
  const closing: (() => Promise<void>)[] = [];
  let site: Site;
  let browser: OpenBrowser;
  beforeAll(async () => {
    site = await serveSite(served);
    closing.push(site.close);
    browser = await shareBrowser(name, scheme, run);
    closing.push(browser.close);
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  return () => ({ site, browser });
}

/**
 * Opens one figure, alone on its page, before a group of tests, and closes everything after it. Alone, since the whole
 * notebook costs a browser many times as much, at its start and at each step; there the tests of the whole page see it.
 */
export function onStage(name: BrowserName, id: string): () => FigureOnPage {
  const at = withSite(name);
  let figure: FigureOnPage;
  beforeAll(async () => {
    const { site, browser } = at();
    // As wide as it stands in the notebook.
    const page = await browser.page(1060);
    await page.goto(`${site.url}embed/?figure=${id}`);
    // From the last of the controls, Tab would leave the page, and Firefox's driver does not come back.
    await page.evaluate(() => document.body.append(document.createElement("button")));
    figure = await FigureOnPage.on(page, id);
  });
  return () => figure;
}

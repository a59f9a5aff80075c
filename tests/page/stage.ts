import type { Page } from "puppeteer-core";
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

/** Opens one figure, alone on its page, before a group of tests, and closes everything after it. */
export function onStage(name: BrowserName, id: string): () => FigureOnPage {
  const at = withSite(name);
  let figure: FigureOnPage;
  beforeAll(async () => {
    const { site, browser } = at();
    // As wide as it stands in the notebook.
    [figure] = await alone(await browser.page(1060), site, [id] as const);
  });
  return () => figure;
}

/**
 * Opens figures on a page with nothing else, since the whole notebook costs a browser many times as much, at its start and
 * at each step; there the tests of the whole page see them.
 */
export async function alone<Ids extends readonly string[]>(
  page: Page,
  site: Site,
  ids: Ids,
): Promise<{ [I in keyof Ids]: FigureOnPage }> {
  await page.goto(`${site.url}embed/?figure=${ids[0]}`);
  await page.evaluate((others) => {
    for (const id of others) {
      const element = document.createElement("matrix-memory-figure");
      element.setAttribute("figure", id);
      document.body.append(element);
    }
    // From the last of the controls, Tab would leave the page, and Firefox's driver does not come back.
    document.body.append(document.createElement("button"));
  }, ids.slice(1));
  const figures: FigureOnPage[] = [];
  for (const id of ids) figures.push(await FigureOnPage.on(page, id));
  return figures as { [I in keyof Ids]: FigureOnPage };
}

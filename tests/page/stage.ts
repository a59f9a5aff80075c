import { afterAll, beforeAll } from "vitest";
import { type BrowserName, openBrowser } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { serveSite } from "./site.js";

/** Opens the page at one figure before a group of tests, and closes everything after it. */
export function onStage(name: BrowserName, id: string): () => FigureOnPage {
  const closing: (() => Promise<void>)[] = [];
  let figure: FigureOnPage;
  beforeAll(async () => {
    const site = await serveSite();
    closing.push(site.close);
    const browser = await openBrowser(name);
    closing.push(browser.close);
    const page = await browser.page();
    await page.goto(site.url);
    figure = await FigureOnPage.on(page, id);
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  return () => figure;
}

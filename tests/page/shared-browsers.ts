import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { type BrowserName, type OpenBrowser, openBrowser, type Scheme } from "./browsers.js";

/* To start a browser and to end it takes longer than most tests, so the files that one worker runs share those that are running. */

type Run = Parameters<typeof openBrowser>[2];

/**
 * A browser for a test or a group of tests, as `openBrowser` gives it, but not with a profile of its own: each site that
 * is served has its own origin, and with it storage of its own. `close` closes the pages.
 */
export async function shareBrowser(
  name: BrowserName,
  scheme: Scheme = "light",
  run: Run = {},
): Promise<OpenBrowser> {
  const key = JSON.stringify([name, scheme, run]);
  const browser = sharedBrowsers.get(key) ?? (await openBrowser(name, scheme, run));
  sharedBrowsers.set(key, browser);
  const pages: Page[] = [];
  return {
    ...browser,
    async page(width) {
      const page = await browser.page(width);
      pages.push(page);
      return page;
    },
    async close() {
      for (const page of pages.splice(0)) if (!page.isClosed()) await page.close();
      for (const file of await readdir(browser.downloads)) await rm(join(browser.downloads, file));
    },
  };
}

import { readFile } from "node:fs/promises";
import type { Page } from "puppeteer-core";
import { afterEach, describe, expect, test } from "vitest";
import { browserNames } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { NotebookOnPage } from "./notebook.js";
import { shareBrowser } from "./shared-browsers.js";
import { type Answer, type Site, serveSite } from "./site.js";

const under = "/some/where/";
const html = await readFile(new URL("../../site/index.html", import.meta.url), "utf8");

/** Waits until everything is kept: the page and its figures, then the fonts that were there before. */
async function kept(page: Page): Promise<void> {
  await page.waitForFunction(
    async () => {
      await document.fonts.ready;
      const { active } = await navigator.serviceWorker.ready;
      const urls: string[] = [];
      for (const key of await caches.keys()) {
        urls.push(...(await (await caches.open(key)).keys()).map(({ url }) => url));
      }
      const faces = performance
        .getEntriesByType("resource")
        .filter(({ name }) => /woff2$/.test(name));
      return active?.state === "activated" && faces.every(({ name }) => urls.includes(name));
    },
    { polling: 200, timeout: 20_000 },
  );
}

describe.each(browserNames)("without a network, %s", (name) => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function visit(
    instead: (path: string) => Answer | undefined = () => undefined,
  ): Promise<{ notebook: NotebookOnPage; site: Site }> {
    const site = await serveSite({ under, instead });
    closing.push(site.close);
    // What is kept belongs to the site's own origin.
    const browser = await shareBrowser(name);
    closing.push(browser.close);
    const notebook = await NotebookOnPage.on(await browser.page(), site);
    return { notebook, site };
  }

  test("after one visit, from any path, the page is all there, also what was never on screen", async () => {
    const { notebook, site } = await visit();
    const { page } = notebook;
    await kept(page);
    expect(site.requests.filter((path) => !path.startsWith(under))).toEqual([]);
    const before = site.requests.length;
    await site.close();
    await notebook.reload();
    for (const id of ["one-pair", "linear-attention"]) {
      const figure = await FigureOnPage.on(page, id);
      expect((await figure.describe()).length).toBeGreaterThan(20);
    }
    // Which asks for a worker.
    await (await FigureOnPage.on(page, "capacity")).reaches("done");
    await notebook.shows(92, /multiplies with its key to 0\.76/);
    await page.keyboard.press("/");
    await page.waitForSelector("dialog[open]");
    await page.evaluate(() => document.fonts.ready);
    const faces = await page.evaluate(() =>
      [...document.fonts].map(({ family, status }) => `${family.replaceAll('"', "")} ${status}`),
    );
    expect(faces).toContain("Source Serif 4 Variable loaded");
    expect(faces.filter((face) => face.endsWith("error"))).toEqual([]);
    expect(site.requests.length).toBe(before);
  });

  test("the editor works there too, once it was opened, and the reader's work is where it was", async () => {
    const { notebook, site } = await visit();
    await kept(notebook.page);
    await notebook.change(93, "const overlap = 7;");
    await site.close();
    await notebook.reload();
    await notebook.change(93, "const overlap = 8;");
    await FigureOnPage.on(notebook.page, "capacity");
    await notebook.shows(92, /multiplies with its key to 8\.00/);
  });

  test("an editor that was never opened says what it lacks", async () => {
    const { notebook, site } = await visit();
    await kept(notebook.page);
    await site.close();
    await notebook.reload();
    await notebook.page.click('[data-page="edit"]');
    const said = await notebook.page.waitForSelector(".mm-page-bar > [role=alert]");
    expect(await said?.evaluate((element) => element.textContent)).toMatch(/network/);
  });

  test("a newer page is shown as soon as it can be asked for", async () => {
    let newer = false;
    const { notebook, site } = await visit((path) =>
      newer && path === under
        ? { status: 200, type: "text/html", body: html.replace(/<title>[^<]*/, "<title>Newer") }
        : undefined,
    );
    const { page } = notebook;
    await kept(page);
    const title = await page.title();
    newer = true;
    await notebook.reload();
    expect(await page.title()).toBe("Newer");
    await site.close();
    await notebook.reload();
    expect(await page.title()).toBe(title);
  });
});

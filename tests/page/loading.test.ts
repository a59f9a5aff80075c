import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { watch } from "./audit.js";
import { browserNames, type OpenBrowser } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { shareBrowser } from "./shared-browsers.js";
import { type Answer, serveSite } from "./site.js";

const brokenHosts: [string, Answer, RegExp][] = [
  ["is not there", { status: 404, type: "text/plain", body: "not found" }, /404/],
  [
    "is a page that says so",
    { status: 200, type: "text/html", body: "<!doctype html><title>Not found</title>" },
    /HTML/,
  ],
  ["is cut short", { status: 200, type: "application/wasm", body: "\0asm" }, /WebAssembly/],
];

/** What a figure says in place of its drawing. */
const apology = '>>> [role="alert"]';

describe.each(browserNames)("when the core cannot load, %s", (name) => {
  let browser: OpenBrowser;
  beforeAll(async () => {
    browser = await shareBrowser(name);
  });
  afterAll(() => browser?.close());

  async function apologies(url: string, prepare?: () => void): Promise<string[]> {
    const page = await browser.page();
    if (prepare) await page.evaluateOnNewDocument(prepare);
    await page.goto(url);
    await page.waitForSelector(`matrix-memory-figure ${apology}`);
    const said = await page.$$eval(`matrix-memory-figure ${apology}`, (notes) =>
      notes
        .filter((note) => note.getBoundingClientRect().height > 0)
        .map((note) => (note.textContent ?? "").trim()),
    );
    await page.close();
    return said;
  }

  test.each(brokenHosts)("a wasm file that %s becomes a sentence", async (_, answer, reason) => {
    const site = await serveSite({
      instead: (path) => (path.endsWith(".wasm") ? answer : undefined),
    });
    const [said = ""] = await apologies(site.url);
    expect(said).toMatch(/cannot be shown/);
    expect(said).toMatch(reason);
    await site.close();
  });

  test("an engine without SIMD is told so", async () => {
    const site = await serveSite();
    const [said = ""] = await apologies(site.url, () => {
      WebAssembly.validate = () => false;
    });
    expect(said).toMatch(/SIMD/);
    await site.close();
  });

  test("under a sub-path everything is found, and nothing outside it is asked for", async () => {
    const site = await serveSite({ under: "/some/where/" });
    const page = await browser.page();
    const { complaints } = watch(page, site.url);
    await page.goto(site.url);
    const figure = await FigureOnPage.on(page, "one-pair");
    expect((await figure.table()).rows.length).toBeGreaterThan(0);
    await FigureOnPage.on(page, "capacity");
    expect(complaints).toEqual([]);
    expect(site.requests.filter((path) => !path.startsWith("/some/where/"))).toEqual([]);
    await page.close();
    await site.close();
  });
});

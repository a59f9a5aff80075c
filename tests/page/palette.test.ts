import { describe, expect, test } from "vitest";
import { axeViolations, sidewaysScroll } from "./audit.js";
import { browserNames, schemes } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { type NotebookOnPage, withNotebook } from "./notebook.js";

const found = ({ page }: NotebookOnPage) =>
  page.$$eval("dialog [role=option]", (options) =>
    options.map((option) => option.firstElementChild?.textContent ?? ""),
  );

const chosen = ({ page }: NotebookOnPage) =>
  page.$eval("dialog [aria-selected=true] > :first-child", (name) => name.textContent ?? "");

const isOpen = async ({ page }: NotebookOnPage) => (await page.$("dialog[open]")) !== null;

async function opened(notebook: NotebookOnPage, key: string): Promise<void> {
  await notebook.page.keyboard.press(key as "/");
  await notebook.page.waitForSelector("dialog[open]");
}

describe.each(browserNames)("the index of the page and its keys, %s", (name) => {
  const open = withNotebook(name);

  test("opens by key, filters, moves by arrows, goes to a figure and leaves the focus there", async () => {
    const notebook = await open();
    const { page, site } = notebook;
    await FigureOnPage.on(page, "one-pair");
    expect(site.requests.filter((path) => /palette/.test(path))).toEqual([]);
    await opened(notebook, "/");
    const all = await found(notebook);
    expect(all).toContain("One stored pair");
    expect(all.filter((entry) => entry.startsWith("Figure ")).length).toBe(
      (await page.$$("main matrix-memory-figure")).length,
    );
    await page.keyboard.type("two pairs");
    const some = await found(notebook);
    expect(some.length).toBeGreaterThan(1);
    expect(some.every((entry) => /two/i.test(entry) && /pairs/i.test(entry))).toBe(true);
    expect(await chosen(notebook)).toBe(some[0]);
    await page.keyboard.press("ArrowDown");
    expect(await chosen(notebook)).toBe(some[1]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await chosen(notebook)).toBe(some.at(-1));
    const figure = some.findIndex((entry) => /^Figure \d+\. Two pairs/.test(entry));
    await page.keyboard.press("ArrowDown");
    for (let i = 0; i < figure; i++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await isOpen(notebook)).toBe(false);
    const arrived = await page.evaluate(() => [
      document.activeElement?.getAttribute("figure"),
      Math.abs(document.activeElement?.getBoundingClientRect().top ?? 1e9) < innerHeight,
    ]);
    expect(arrived).toEqual(["two-pairs", true]);
  });

  test("goes to a section, whose address it takes, and to the code of a cell", async () => {
    const notebook = await open();
    const { page } = notebook;
    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
    await page.waitForSelector("dialog[open]");
    await page.keyboard.type("take it");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => [location.hash, document.activeElement?.id])).toEqual([
      "#take-it-apart",
      "take-it-apart",
    ]);
    await opened(notebook, "/");
    await page.keyboard.type("overlap core.scores");
    await page.keyboard.press("Enter");
    const code = await page.evaluate(() => {
      const fold = document.activeElement?.closest("details");
      return fold?.open && fold.textContent;
    });
    expect(code).toContain("core.scores");
  });

  test("Escape closes and the focus is where it was; nothing found is said", async () => {
    const notebook = await open();
    const { page } = notebook;
    const figure = await FigureOnPage.on(page, "one-pair");
    await (await page.waitForSelector('[data-page="find"]'))?.click();
    await page.waitForSelector("dialog[open]");
    await page.keyboard.type("zebra");
    expect(await found(notebook)).toEqual([]);
    expect(await page.$eval("dialog [role=status]", (line) => line.textContent)).toMatch(/Nothing/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    expect(await isOpen(notebook)).toBe(false);
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.page)).toBe(
      "find",
    );
    // A slash that is typed is a slash.
    const field = await figure.field("query q, first number");
    await field.focus();
    await page.keyboard.type("1/3");
    expect(await isOpen(notebook)).toBe(false);
  });

  test("the keys are listed, and single ones can be switched off for good", async () => {
    const notebook = await open();
    const { page } = notebook;
    await opened(notebook, "?");
    expect(await page.$eval("dialog", (dialog) => dialog.textContent)).toMatch(/runs? the cell/);
    await page.click("dialog input[type=checkbox]");
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.press("?");
    expect(await isOpen(notebook)).toBe(false);
    await notebook.reload();
    await page.waitForSelector('[data-page="find"]');
    await page.keyboard.press("/");
    expect(await isOpen(notebook)).toBe(false);
    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
    await page.waitForSelector("dialog[open]");
  });
});

const cases = browserNames.flatMap((name) => schemes.map((scheme) => [name, scheme] as const));

describe.each(cases)("the dialogs, %s, %s", (name, scheme) => {
  const open = withNotebook(name, scheme);

  test("both are accessible and fit a narrow window", async () => {
    const notebook = await open(360);
    await FigureOnPage.on(notebook.page, "one-pair");
    for (const key of ["/", "?"]) {
      await opened(notebook, key);
      expect(await axeViolations(notebook.page, "dialog")).toEqual([]);
      expect(await sidewaysScroll(notebook.page)).toBe(0);
      // Read from the top, where there is more than fits.
      expect(await notebook.page.$eval("dialog", (dialog) => dialog.scrollTop)).toBe(0);
      await notebook.page.keyboard.press("Escape");
    }
  });
});

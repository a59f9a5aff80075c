import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { figureIds } from "../figures/support.js";
import { browserNames, type OpenBrowser } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { withNotebook } from "./notebook.js";
import { shareBrowser } from "./shared-browsers.js";
import { serveSite } from "./site.js";

/** The figure is live before the page's cells are: the one in whose place it stands then takes it over. */
describe.each(browserNames)("a figure that its reader has begun with, %s", (name) => {
  let browser: OpenBrowser;
  beforeAll(async () => {
    browser = await shareBrowser(name);
  });
  afterAll(() => browser?.close());

  /** The first figure, whose cell comes when `begin` is called. */
  async function beforeItsCell() {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const site = await serveSite({
      before: (path) => (/\/page-[^/]*\.js$/.test(path) ? begun : Promise.resolve()),
    });
    const page = await browser.page();
    await page.goto(site.url, { waitUntil: "domcontentloaded" });
    const figure = await FigureOnPage.on(page, "self-lookup");
    const isPrepared = await page.$eval(figure.selector, (element) =>
      element.hasAttribute("prepared"),
    );
    expect(isPrepared).toBe(true);
    return { site, page, figure, begin };
  }

  const taken = '.mm-cell matrix-memory-figure[figure="self-lookup"]:not([prepared])';

  test("stays in the hand that drags it", async () => {
    const { site, page, figure, begin } = await beforeItsCell();
    const [x, y] = await figure.centre("query token");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 45, { steps: 3 });
    await figure.settled();
    const { query } = await figure.state();
    begin();
    await page.waitForSelector(taken);
    expect((await figure.state()).query).toBe(query);
    await page.mouse.move(x, y - 130, { steps: 3 });
    await figure.settled();
    expect((await figure.state()).query).not.toBe(query);
    await page.mouse.up();
    await page.close();
    await site.close();
  });

  test("does not leave the page for it, and neither do the others", async () => {
    const { site, page, begin } = await beforeItsCell();
    await page.evaluate(() => {
      const gone: string[] = [];
      Object.assign(globalThis, { gone });
      new MutationObserver((records) => {
        for (const { removedNodes } of records) {
          for (const node of removedNodes) {
            if (node instanceof Element && node.matches("matrix-memory-figure")) {
              gone.push(node.getAttribute("figure") ?? "");
            }
          }
        }
      }).observe(document.body, { childList: true, subtree: true });
    });
    begin();
    await page.waitForFunction(() => !document.querySelector("matrix-memory-figure[prepared]"));
    await page.waitForNetworkIdle({ idleTime: 500 });
    const figures = await page.$$eval("matrix-memory-figure", (all) =>
      all.map(({ parentElement }) => parentElement?.matches(".mm-figure-cell")),
    );
    expect(figures).toEqual(figureIds.map(() => true));
    expect(await page.evaluate(() => (globalThis as unknown as { gone: string[] }).gone)).toEqual(
      [],
    );
    await page.close();
    await site.close();
  });

  test("keeps the focus", async () => {
    const { site, page, figure, begin } = await beforeItsCell();
    const handle = await figure.handle("query token");
    await handle.evaluate((element) => (element as SVGElement).focus());
    const { query } = await figure.state();
    begin();
    await page.waitForSelector(taken);
    await page.keyboard.press("ArrowUp");
    await figure.settled();
    expect((await figure.state()).query).not.toBe(query);
    await page.close();
    await site.close();
  });
});

/** Each in one of the browsers: what tells these cells apart is no business of theirs. */
const changed = [
  ["something above its figure", 'display("Above"); view(F);', /^.?Above/],
  [
    "its figure within something",
    "const within = html`<p>Within</p>`; within.append(F); display(within);",
    /^Within/,
  ],
  ["no figure", 'F; display("Nothing else");', /^.?Nothing else.?$/],
  ["its figure later", 'const f = F; await 0; display(f); display("Below");', /Below.?$/],
] as const;

describe.each(browserNames)("a cell that its reader has changed, %s", (name) => {
  const open = withNotebook(name);
  const turn = browserNames.indexOf(name);
  const mine = changed.filter((_, i) => i % browserNames.length === turn);

  test.each(mine)("shows %s after a reload", async (_what, code, shown) => {
    const notebook = await open();
    const figure = 'figure("self-lookup", {number: 1, loading: "eager"})';
    await notebook.change(42, code.replace("F", figure));
    await notebook.reload();
    await notebook.shows(42, shown);
    const count = await notebook.page.$$eval(
      '.mm-cell[data-cell="42"] matrix-memory-figure',
      (all) => all.length,
    );
    expect(count).toBe(/Nothing/.test(code) ? 0 : 1);
    expect(await notebook.hasProblem(42)).toBe(false);
  });
});

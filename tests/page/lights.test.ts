import type { ElementHandle, Page } from "puppeteer-core";
import { beforeAll, describe, expect, test } from "vitest";
import { browserNames } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { withSite } from "./stage.js";

/** The parts of a figure that are lit because something else is. */
async function litParts(figure: FigureOnPage): Promise<string[]> {
  const parts = await (await figure.part("svg")).evaluate((svg) =>
    [...svg.querySelectorAll("[data-lit]")].map((part) => part.getAttribute("data-part") ?? ""),
  );
  return [...new Set(parts)].sort();
}

/** The terms that are lit on the whole page, without their blanks. */
async function litTerms(page: Page): Promise<string[]> {
  const terms = await page.$$eval("math .mm-lit", (lit) =>
    lit.map((term) => (term.textContent ?? "").replace(/\s/g, "")),
  );
  return [...new Set(terms)].sort();
}

describe.each(browserNames)("terms of formulas and parts of figures, %s", (name) => {
  const at = withSite(name);
  let page: Page;
  let figure: FigureOnPage;
  beforeAll(async () => {
    const { site, browser } = at();
    page = await browser.page();
    await page.goto(site.url);
    figure = await FigureOnPage.on(page, "two-pairs");
    // The page has joined them when its buttons work.
    await page.waitForSelector("[data-page=find]:enabled");
  });

  /** A formula that stands alone; `what` tells which. */
  async function formula(what: string): Promise<ElementHandle<Element>> {
    for (const one of await page.$$(".mm-formula")) {
      const text = await one.evaluate((element) => (element.textContent ?? "").replace(/\s/g, ""));
      if (text.includes(what)) return one;
    }
    throw new Error(`no formula says ${what}`);
  }

  async function pointAt(target: ElementHandle<Element>): Promise<void> {
    await target.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await figure.settled();
    const [x, y] = await target.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    });
    await page.mouse.move(x, y);
    await figure.settled();
  }

  async function pointAway(): Promise<void> {
    await page.mouse.move(2, 450);
    await figure.settled();
  }

  test("a term lights what it stands for, and every term that says the same", async () => {
    const term = await (await formula("Sk1=")).$('[data-part="key-0"]');
    await pointAt(term as ElementHandle<Element>);
    expect(await litParts(figure)).toEqual(["key-0"]);
    expect(await litTerms(page)).toEqual(expect.arrayContaining(["k1"]));
    expect(await litTerms(page)).not.toContain("k2");
    await pointAway();
    expect(await litParts(figure)).toEqual([]);
    expect(await litTerms(page)).toEqual([]);
  });

  test("a handle that has the keyboard lights its terms", async () => {
    const handle = await figure.handle("key k\u2082");
    await handle.evaluate((element) => (element as SVGElement).focus());
    await figure.settled();
    expect(await litParts(figure)).toEqual(["key-1"]);
    const terms = await litTerms(page);
    expect(terms).toContain("k2");
    expect(terms).not.toContain("k1");
    await handle.evaluate((element) => (element as SVGElement).blur());
    await figure.settled();
    expect(await litTerms(page)).toEqual([]);
  });

  test("a matrix that is pointed at lights its letter, in its own section", async () => {
    await pointAt(await figure.part('.mm-matrix[data-part="matrix"] text'));
    expect(await litTerms(page)).toEqual(["S"]);
    const sections = await page.$$eval("math .mm-lit", (lit) =>
      lit.map((term) => {
        const cells = [...document.querySelectorAll(".mm-cell")];
        const here = cells.findIndex((cell) => cell.contains(term));
        return cells.slice(0, here + 1).findLast((cell) => cell.querySelector("h2"))?.textContent;
      }),
    );
    expect(sections.length).toBeGreaterThan(1);
    expect(new Set(sections).size).toBe(1);
    await pointAway();
  });

  test("the arrow keys go through the terms of a formula", async () => {
    const target = await formula("Sk1=");
    await target.focus();
    await figure.settled();
    expect(await litParts(figure)).toEqual(["matrix"]);
    const seen: string[] = [];
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press("ArrowRight");
      await figure.settled();
      seen.push(...(await litParts(figure)));
    }
    expect(seen).toEqual(["key-0", "value-0", "key-0"]);
    await page.keyboard.press("ArrowLeft");
    await figure.settled();
    expect(await litParts(figure)).toEqual(["value-0"]);
    await page.keyboard.press("Tab");
    await figure.settled();
    expect(await litParts(figure)).toEqual([]);
  });

  test("light() of the element lights and puts out, and says so", async () => {
    const said = await page.$eval(figure.selector, (element) => {
      const lights: unknown[] = [];
      element.addEventListener("mm-light", (event) => lights.push((event as CustomEvent).detail));
      const one = element as HTMLElement & { light(part: string | undefined): void };
      for (const part of ["key", "key", "nonsense", undefined]) one.light(part);
      return lights;
    });
    expect(said).toEqual(["key", "nonsense", null]);
    await page.$eval(figure.selector, (element) =>
      (element as HTMLElement & { light(part: string): void }).light("key"),
    );
    await figure.settled();
    expect(await litParts(figure)).toEqual(["key-0", "key-1"]);
  });
});

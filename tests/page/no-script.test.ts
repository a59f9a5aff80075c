import { beforeAll, describe, expect, test } from "vitest";
import { figureIds } from "../figures/support.js";
import { until } from "./actions.js";
import { sidewaysScroll, watch } from "./audit.js";
import { browserNames, type OpenBrowser } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { shareBrowser } from "./shared-browsers.js";
import { type Site, serveSite } from "./site.js";
import { withSite } from "./stage.js";

/** What stands in the place of each figure. A single question, asked at once: Firefox without scripts answers no other. */
const lookAtFigures = () =>
  [...document.querySelectorAll("matrix-memory-figure")].map((element) => {
    const image = element.querySelector("img") as HTMLImageElement;
    const box = image.getBoundingClientRect();
    const natural = image.naturalWidth / image.naturalHeight;
    return {
      id: element.getAttribute("figure") ?? "",
      loaded: image.complete && image.naturalWidth > 0,
      width: box.width,
      stretched: Math.abs(box.width / box.height / natural - 1),
      title: element.querySelector(".mm-figure-title")?.textContent ?? "no title",
      alt: image.alt,
      sentence: element.querySelector("figcaption")?.textContent ?? "",
      controls: [...element.querySelectorAll("button, input")].filter(
        (control) => control.getBoundingClientRect().height > 0,
      ).length,
    };
  });

describe.each(browserNames)("without JavaScript, %s", (name) => {
  const at = withSite(name, { under: "/some/where/" }, "light", { scripts: false });
  let site: Site;
  let browser: OpenBrowser;
  beforeAll(() => {
    ({ site, browser } = at());
  });

  async function read(width: number) {
    const page = await browser.page(width);
    const { complaints, strangers } = watch(page, site.url);
    await page.goto(site.url, { waitUntil: "load" });
    // Without scripts the module preloads are given up.
    const mattering = () => complaints.filter((complaint) => !/^failed: .*\.js$/.test(complaint));
    return { page, complaints: mattering, strangers };
  }

  test.each([320, 700, 1440])(
    "%i px: every figure is its drawing and its sentence",
    async (width) => {
      const { page, complaints, strangers } = await read(width);
      const figures = await until(async () => {
        const seen = await page.evaluate(lookAtFigures);
        return seen.every(({ loaded }) => loaded) ? seen : undefined;
      }, "a picture is missing");
      expect(figures.map(({ id }) => id).toSorted()).toEqual(figureIds.toSorted());
      for (const figure of figures) {
        expect(figure.stretched, figure.id).toBeLessThan(0.01);
        expect(figure.width, figure.id).toBeGreaterThanOrEqual(Math.min(1056, width - 62));
        expect(figure.alt, figure.id).toBe(figure.title);
        expect(figure.sentence.length, figure.id).toBeGreaterThan(20);
        expect(figure.controls, figure.id).toBe(0);
      }
      expect(await sidewaysScroll(page)).toBe(0);
      expect(complaints()).toEqual([]);
      expect(strangers).toEqual([]);
      await page.close();
    },
  );

  test("formulas stand in their own faces, and a sentence says what is missing", async () => {
    const { page } = await read(1440);
    const look = () => ({
      formulas: document.querySelectorAll("math").length,
      faces: [...document.fonts]
        .filter(({ status }) => status === "loaded")
        .map(({ family }) => family.replaceAll('"', "")),
      missing: document.querySelector("noscript .mm-noscript")?.checkVisibility(),
    });
    const seen = await until(async () => {
      const now = await page.evaluate(look);
      return now.faces.includes("STIX Two Math") ? now : undefined;
    }, "the formulas' face is missing");
    expect(seen.formulas).toBeGreaterThan(10);
    expect(seen.missing).toBe(true);
    await page.close();
  });

  test("what stands still is what comes alive: the same sentence, title and file", async () => {
    const { page } = await read(1440);
    const still = await page.evaluate(lookAtFigures);
    await page.close();
    const scripted = await shareBrowser(name);
    const live = await scripted.page();
    await live.goto(site.url);
    for (const { id, sentence, title } of still) {
      const figure = await FigureOnPage.on(live, id);
      if (id === "capacity") await figure.reaches("done");
      const text = async (selector: string) =>
        (await figure.part(selector)).evaluate((part) => part.textContent);
      expect(await text("figcaption")).toBe(sentence);
      expect(await text(".mm-figure-title")).toBe(title);
      const file = await (await fetch(`${site.url}figures/${id}.svg`)).text();
      expect(file).toContain(`<desc>${await figure.describe()}</desc>`);
    }
    await scripted.close();
  });
});

describe.each(browserNames)("while scripts are still on their way, %s", (name) => {
  test("posters stand, in the room that the figures will take", async () => {
    const held: (() => void)[] = [];
    const site = await serveSite({
      before: (path) =>
        path.endsWith(".wasm") ? new Promise<void>((go) => held.push(go)) : Promise.resolve(),
    });
    const browser = await shareBrowser(name);
    const page = await browser.page(1440);
    await page.goto(site.url, { waitUntil: "domcontentloaded" });
    // Far from the screen its height is a guess.
    const approach = (id: string) =>
      page.$eval(`matrix-memory-figure[figure="${id}"]`, async (element) => {
        element.scrollIntoView({ block: "center" });
        for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
      });
    const height = (id: string) =>
      page.$eval(`matrix-memory-figure[figure="${id}"]`, (element) => {
        const { height: all } = element.getBoundingClientRect();
        const image = element.querySelector("img");
        return { all, poster: image?.checkVisibility() ?? false };
      });
    await page.waitForFunction(() => customElements.get("matrix-memory-figure") !== undefined);
    const before = new Map<string, number>();
    for (const id of figureIds) {
      await approach(id);
      before.set(id, (await height(id)).all);
      // The first figure's comes when the figure has not come for a while.
      await until(async () => (await height(id)).poster || undefined, `${id} has no poster`);
      expect((await height(id)).all, id).toBe(before.get(id));
    }
    for (const go of held) go();
    for (const id of figureIds) {
      await FigureOnPage.on(page, id);
      const { all, poster } = await height(id);
      expect(poster, id).toBe(false);
      expect(Math.abs(all - (before.get(id) ?? 0)), id).toBeLessThanOrEqual(6);
    }
    await browser.close();
    await site.close();
  });

  test("where the core cannot come, the poster stays beneath the sentence that says so", async () => {
    const site = await serveSite({
      instead: (path) =>
        path.endsWith(".wasm") ? { status: 404, type: "text/plain", body: "" } : undefined,
    });
    const browser = await shareBrowser(name);
    const page = await browser.page(1440);
    await page.goto(site.url);
    await page.waitForSelector('matrix-memory-figure >>> [role="alert"]');
    await page.waitForSelector("matrix-memory-figure img");
    const seen = await page.$eval("matrix-memory-figure", async (element) => {
      const image = element.querySelector("img") as HTMLImageElement;
      image.scrollIntoView();
      await image.decode();
      return image.checkVisibility() && image.getBoundingClientRect().height > 100;
    });
    expect(seen).toBe(true);
    await browser.close();
    await site.close();
  });
});

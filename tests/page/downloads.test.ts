import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { figureIds, someStates } from "../figures/support.js";
import { dice } from "../library/support.js";
import { choose, told, until, type Way, ways } from "./actions.js";
import { type Watch, watch } from "./audit.js";
import type { OpenBrowser } from "./browsers.js";
import { FigureOnPage, type State } from "./figure.js";
import { atRest, expectSameState, texts } from "./reader.js";
import type { Site } from "./site.js";
import { alone, withSite } from "./stage.js";

const cases = [
  ["chromium", "light"],
  ["chromium", "dark"],
  ["firefox", "light"],
] as const;

describe.each(cases)("files of a figure, %s, %s", (name, scheme) => {
  const at = withSite(name, {}, scheme);
  let site: Site;
  let browser: OpenBrowser;
  let page: Page;
  let reader: Page;
  let watched: Watch;
  let kept: string;
  beforeAll(async () => {
    ({ site, browser } = at());
    kept = await mkdtemp(join(tmpdir(), "matrix-memory-files-"));
    reader = await browser.page(1200);
    watched = watch(reader, site.url);
    page = await browser.page(1200);
    await alone(page, site, figureIds);
  });
  afterAll(() => rm(kept, { recursive: true, force: true }));

  /** Takes a file from the menu; its path, after it has arrived under the name that was told. */
  async function save(figure: FigureOnPage, kind: string, way: Way = "pointer"): Promise<string> {
    const file = `${figure.id}.${kind.toLowerCase()}`;
    await choose(figure, "Save", kind, way);
    expect(await told(figure)).toBe(`Saved as ${file}.`);
    await until(async () => {
      const files = await readdir(browser.downloads);
      return files.length === 1 && files[0] === file ? true : undefined;
    }, `${file} did not arrive`);
    // The next one of that name shall arrive under it, too.
    const taken = join(kept, file);
    await rename(join(browser.downloads, file), taken);
    return taken;
  }

  /** Opens a file as its reader would, with nothing of the page around it. */
  async function opened<T>(path: string, look: (reader: Page) => Promise<T>): Promise<T> {
    await reader.bringToFront();
    await reader.goto(`file://${path}`);
    const seen = await look(reader);
    expect(watched).toEqual({ complaints: [], strangers: [] });
    await page.bringToFront();
    return seen;
  }

  test.each(ways)("by %s", async (way) => {
    const figure = await FigureOnPage.on(page, "one-pair");
    const state = JSON.parse(await readFile(await save(figure, "JSON", way), "utf8"));
    expect(state).toEqual(await figure.state());
  });

  test.each(figureIds)("%s: the SVG stands alone and says the same", async (id) => {
    const figure = await FigureOnPage.on(page, id);
    await atRest(figure);
    const path = await save(figure, "SVG");
    const seen = await opened(path, (file) =>
      file.evaluate(() => ({
        texts: [...document.querySelectorAll("text")].map((text) => text.textContent ?? ""),
        title: document.querySelector("svg > title")?.textContent,
        sentence: document.querySelector("svg > desc")?.textContent,
        paper: getComputedStyle(document.querySelector("rect") as Element).fill,
        focusable: document.querySelectorAll("[tabindex], a, script, foreignObject").length,
      })),
    );
    expect(seen.texts.map((text) => text.replaceAll("\u200B", ""))).toEqual(await texts(figure));
    expect(seen.title).toBe(await titleOf(figure));
    expect(seen.sentence).toBe(await figure.describe());
    expect(seen.paper).toBe(scheme === "dark" ? "rgb(20, 23, 27)" : "rgb(252, 252, 250)");
    expect(seen.focusable).toBe(0);
    // Programs that are no browsers know neither.
    expect(await readFile(path, "utf8")).not.toMatch(/var\(|light-dark/);
  });

  test("the SVG follows the page's own colours", async () => {
    const figure = await FigureOnPage.on(page, "one-pair");
    await page.$eval(figure.selector, (element) =>
      (element as HTMLElement).style.setProperty("--mm-key", "rebeccapurple"),
    );
    const svg = await readFile(await save(figure, "SVG"), "utf8");
    expect(svg).toContain("rebeccapurple");
    expect(svg).not.toMatch(/#0064b0|#5cb3f2/);
    await page.$eval(figure.selector, (element) => element.removeAttribute("style"));
  });

  test.each(figureIds)("%s: the PNG is twice its size, in the scheme of the page", async (id) => {
    const figure = await FigureOnPage.on(page, id);
    const bytes = await readFile(await save(figure, "PNG"));
    const [width, height] = await sizeOf(figure);
    const picture = await decode(page, bytes.toString("base64"));
    expect([picture.width, picture.height]).toEqual([2 * width, 2 * height]);
    expect(picture.corner).toEqual(scheme === "dark" ? [20, 23, 27, 255] : [252, 252, 250, 255]);
    expect(picture.inked).toBeGreaterThan(0.004);
    expect(picture.colours).toBeGreaterThan(20);
  });

  // Numbers and states have no colours.
  const uncoloured = scheme === "light" ? figureIds : ["one-pair"];

  test.each(uncoloured)("%s: the CSV has the table's numbers to the bit", async (id) => {
    const figure = await FigureOnPage.on(page, id);
    for (const state of await someStates(id, 3, dice(71))) {
      await figure.setState(state as State);
      await atRest(figure);
      const { columns, rows } = await figure.table();
      const csv = await csvOf(figure);
      expect(csv.endsWith("\r\n")).toBe(true);
      const [header = [], ...lines] = csv.trimEnd().split("\r\n").map(cellsOf);
      expect(header.map((cell) => cell.replace(/ \[.+\]$/, ""))).toEqual(columns);
      expect(lines).toHaveLength(rows.length);
      rows.forEach((row, at) => {
        const read = row.map((cell, i) => {
          const text = lines[at]?.[i] ?? "missing";
          return typeof cell === "number" ? Number(text) : text === "" ? null : text;
        });
        expect(read).toEqual(row);
      });
    }
    expect(await readFile(await save(figure, "CSV"), "utf8")).toBe(await csvOf(figure));
  });

  test("the CSV's header has the units", async () => {
    const figure = await FigureOnPage.on(page, "capacity");
    expect((await csvOf(figure)).split("\r\n")[0]).toBe(
      "memory,n [pairs],mean [squared error / squared length of a value],standardError [squared error / squared length of a value],theory [squared error / squared length of a value]",
    );
  });

  test.each(uncoloured)("%s: the JSON opens again as the same state", async (id) => {
    const figure = await FigureOnPage.on(page, id);
    const [state] = await someStates(id, 1, dice(72));
    await figure.setState(state as State);
    const before = await figure.state();
    const saved = JSON.parse(await readFile(await save(figure, "JSON"), "utf8"));
    await figure.click("Reset");
    await figure.setState(saved);
    expectSameState(await figure.state(), before);
  });

  test("a picture that the browser refuses to draw is a sentence", async () => {
    const fresh = await browser.page(1200);
    await fresh.evaluateOnNewDocument(() => {
      HTMLCanvasElement.prototype.toBlob = (done) => done(null);
    });
    const [figure] = await alone(fresh, site, ["one-pair"] as const);
    await choose(figure, "Save", "PNG");
    expect(await told(figure)).toMatch(/would not draw the figure.*img-src blob: or data:/);
    await fresh.close();
    await page.bringToFront();
  });
});

interface Exporting extends Element {
  toCSV(): string;
}

const csvOf = (figure: FigureOnPage) =>
  figure.page.$eval(figure.selector, (element) => (element as Exporting).toCSV());

const titleOf = async (figure: FigureOnPage) =>
  (await figure.part(".mm-figure-title")).evaluate((title) => title.textContent);

const sizeOf = async (figure: FigureOnPage) =>
  (await figure.part(".mm-stage > svg")).evaluate((svg) =>
    ["width", "height"].map((name) => Number(svg.getAttribute(name))),
  ) as Promise<[number, number]>;

function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)]
    .slice(0, line.endsWith(",") ? undefined : -1)
    .map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

/** What a browser makes of a picture: its size, its corner, how much of it is not paper, and in how many colours. */
function decode(page: Page, base64: string) {
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const words = new Uint32Array(data.buffer);
    return {
      width: bitmap.width,
      height: bitmap.height,
      corner: [...data.slice(0, 4)],
      inked: words.filter((word) => word !== words[0]).length / words.length,
      colours: new Set(words).size,
    };
  }, base64);
}

import { mkdir, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "puppeteer-core";
import { openBrowser } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { withPalette } from "./palette-png.js";
import { serveSite } from "./site.js";

const folder = fileURLToPath(new URL("../../build/screenshots/", import.meta.url));
const readme = fileURLToPath(new URL("../../docs/page.png", import.meta.url));
const mostReadmeBytes = 120_000;

export async function main(args: string[]): Promise<number> {
  await mkdir(folder, { recursive: true });
  const site = await serveSite();
  for (const scheme of ["light", "dark"] as const) {
    const browser = await openBrowser("chromium", scheme);
    for (const width of [360, 1440]) {
      const page = await browser.page(width);
      await page.goto(site.url);
      const capacity = await FigureOnPage.on(page, "capacity");
      await capacity.reaches("done");
      await page.evaluate(() => {
        scrollTo(0, 0);
        return document.fonts.ready;
      });
      const path = `${folder}page-${scheme}-${width}.png` as const;
      await page.screenshot({ path, fullPage: true });
      console.log(path);
      if (args.includes("--readme") && scheme === "light" && width === 1440) {
        await page.setViewport({ width: 1000, height: 900 });
        await capacity.settled();
        await writeReadmePicture(await pictureOf(page, "one-pair"));
      }
      await page.close();
    }
    await browser.close();
  }
  await site.close();
  return 0;
}

/** From the heading above a figure to the figure's end. */
async function pictureOf(page: Page, id: string): Promise<Uint8Array> {
  const clip = await page.evaluate((wanted) => {
    const figure = document.querySelector(
      `matrix-memory-figure[figure="${wanted}"]`,
    ) as HTMLElement;
    const before = (heading: Element) =>
      heading.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING;
    const heading = [...document.querySelectorAll("h2")].filter(before).at(-1) ?? figure;
    const top = heading.getBoundingClientRect().top + scrollY - 16;
    const bottom = figure.getBoundingClientRect().bottom + scrollY + 8;
    return { x: 0, y: top, width: innerWidth, height: bottom - top };
  }, id);
  return page.screenshot({ clip, captureBeyondViewport: true });
}

async function writeReadmePicture(png: Uint8Array): Promise<void> {
  await writeFile(readme, withPalette(png));
  const { size } = await stat(readme);
  console.log(`${readme}: ${size} bytes`);
  if (size > mostReadmeBytes)
    throw new RangeError(`the README's picture may have ${mostReadmeBytes}`);
}

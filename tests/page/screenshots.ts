import { mkdir, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
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
        await page.setViewport({ width: 1000, height: 1100 });
        await capacity.settled();
        await writeReadmePicture(await page.screenshot());
      }
      await page.close();
    }
    await browser.close();
  }
  await site.close();
  return 0;
}

async function writeReadmePicture(png: Uint8Array): Promise<void> {
  await writeFile(readme, withPalette(png));
  const { size } = await stat(readme);
  console.log(`${readme}: ${size} bytes`);
  if (size > mostReadmeBytes)
    throw new RangeError(`the README's picture may have ${mostReadmeBytes}`);
}

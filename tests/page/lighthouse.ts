import lighthouse from "lighthouse";
import type { OpenBrowser } from "./browsers.js";
import { serveSite } from "./site.js";

/**
 * What each of Lighthouse's categories lacks of its 100 points, on a phone as Lighthouse makes one up. Points of
 * performance are lost to a busy machine, too; the others are not.
 */
export async function pointsLost(
  browser: OpenBrowser,
): Promise<{ readonly title: string; readonly points: number }[]> {
  const site = await serveSite({ compressed: true });
  try {
    const page = await browser.page();
    // The page of another copy of the driver, as Lighthouse's types see it.
    const result = await lighthouse(site.url, { logLevel: "error" }, undefined, page as never);
    const categories = Object.values(result?.lhr.categories ?? {});
    return categories.map(({ title, score }) => ({
      title,
      points: 100 - Math.round(100 * (score ?? 0)),
    }));
  } finally {
    await site.close();
  }
}

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "puppeteer-core";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What a page said and asked for since it was opened: call before the page goes anywhere. */
export interface Watch {
  /** Console errors, uncaught exceptions, requests that failed. */
  readonly complaints: string[];
  /** Requests to any origin but `origin`. */
  readonly strangers: string[];
}

export function watch(page: Page, origin: string): Watch {
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${String(error)}`));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== new URL(origin).origin) {
      strangers.push(request.url());
    }
  });
  return { complaints, strangers };
}

interface AxeResults {
  violations: { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] }[];
}

interface Axe {
  run(part: string, options: object): Promise<AxeResults>;
}

/**
 * What axe finds wrong in a page or in a part of it, one line a node: empty for an accessible page. `rules` are the
 * names of those to go by, where not all of them are asked.
 */
export async function axeViolations(
  page: Page,
  part = "html",
  rules?: readonly string[],
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    await page.evaluate(await readFile(axePath, "utf8"));
  }
  const { violations } = await page.evaluate(
    (selector, only) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      // Only what is wrong is reported in full, which takes half the time.
      const options = { resultTypes: ["violations"], preload: false };
      return axe.run(selector, only ? { ...options, runOnly: only } : options);
    },
    part,
    rules,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary = "" }) =>
        `${id} (${help}) at ${JSON.stringify(target)}: ${failureSummary.replaceAll(/\s+/g, " ")}`,
    ),
  );
}

/** How many pixels the page is wider than its window: more than none is a page that scrolls sideways. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

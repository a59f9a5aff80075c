import { afterAll, beforeAll } from "vitest";
import { type Watch, watch } from "../page/audit.js";
import type { BrowserName, OpenBrowser } from "../page/browsers.js";
import type { State } from "../page/figure.js";
import type { Site, serveSite } from "../page/site.js";
import { withSite } from "../page/stage.js";
import { servePage } from "../page/stranger.js";

/** The element as a script on a stranger's page has it. */
export interface Figure extends HTMLElement {
  readonly ready: Promise<void>;
  readonly isDrawn: boolean;
  readonly state: State;
  setState(state: State): void;
  reset(): void;
  toSVG(): string;
  toPNG(): Promise<Blob>;
  toCSV(): string;
}

export const scriptOf = ({ url }: Site): string =>
  `<script type="module" src="${url}matrix-memory-figure.js"></script>`;

export const tag = (figure: string, attributes = "", content = ""): string =>
  `<matrix-memory-figure figure="${figure}" ${attributes}>${content}</matrix-memory-figure>`;

export interface Host extends Watch {
  readonly page: Awaited<ReturnType<OpenBrowser["page"]>>;
  readonly url: string;
  /** What a policy forbade, as the page itself heard of it. */
  violations(): Promise<string[]>;
}

/** The site with the embeds, and a browser that visits pages of other origins; all of it ends with the group of tests. */
export function amongStrangers(
  name: BrowserName,
  run: Parameters<typeof withSite>[3] = {},
  served: Parameters<typeof serveSite>[0] = {},
): {
  site(): Site;
  browser(): OpenBrowser;
  visit(
    body: (site: Site) => string,
    headers?: (site: Site) => Readonly<Record<string, string>>,
    width?: number,
  ): Promise<Host>;
} {
  const at = withSite(name, { under: "/embeds/", ...served }, "light", run);
  const closing: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closing) await close();
  });
  return {
    site: () => at().site,
    browser: () => at().browser,
    visit: async (body, headers = () => ({}), width = 1000) => {
      const { site, browser } = at();
      const { url, close } = await servePage(body(site), headers(site));
      closing.push(close);
      const page = await browser.page(width);
      const watched = watch(page, url);
      if (run?.scripts !== false) await page.evaluateOnNewDocument(collectViolations);
      await page.goto(url);
      return { page, url, ...watched, violations: () => page.evaluate(violationsOf) };
    },
  };
}

interface Collecting {
  violations?: string[];
}

function collectViolations(): void {
  const violations: string[] = [];
  (globalThis as Collecting).violations = violations;
  addEventListener("securitypolicyviolation", (event) => {
    violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
  });
}

const violationsOf = (): string[] => (globalThis as Collecting).violations ?? [];

/** One page for a whole group of tests. */
export function onePage(
  name: BrowserName,
  body: (site: Site) => string,
  headers?: (site: Site) => Readonly<Record<string, string>>,
): () => Host {
  const { visit } = amongStrangers(name);
  let host: Host;
  beforeAll(async () => {
    host = await visit(body, headers);
  });
  return () => host;
}

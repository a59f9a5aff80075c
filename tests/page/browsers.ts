import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, launch, type Page } from "puppeteer-core";

/** The two browsers that every test of the page runs in, both through one driver. */
export const browserNames = ["chromium", "firefox"] as const;
export type BrowserName = (typeof browserNames)[number];
export const schemes = ["light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

/**
 * Browsers, schemes and widths, such that any two of them meet: half of all combinations. The rest could only show what
 * takes all three to go wrong.
 */
export function crossed(
  widths: readonly number[],
): (readonly [name: BrowserName, scheme: Scheme, width: number])[] {
  return browserNames.flatMap((name, i) =>
    schemes.flatMap((scheme, j) =>
      widths.filter((_, k) => (i + j + k) % 2 === 0).map((width) => [name, scheme, width] as const),
    ),
  );
}

// What Chromium would otherwise ask of the network at every start, and what it
// cannot have as root or without a graphics card.
const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--hide-scrollbars",
  // The lists under its address bar are pages of their own, loaded with each window at the price of an article's.
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
];

const quietFirefox = {
  "app.update.auto": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "",
  "toolkit.telemetry.enabled": false,
};

/** A browser with a profile of its own, which `close` removes. */
export interface OpenBrowser {
  readonly name: BrowserName;
  /** The folder that files go to when a page hands them over. */
  readonly downloads: string;
  page(width?: number): Promise<Page>;
  close(): Promise<void>;
}

/** Starts a browser that prefers a light or a dark page, as its system would, and runs a page's scripts or does not. */
export async function openBrowser(
  name: BrowserName,
  scheme: Scheme = "light",
  { scripts = true } = {},
): Promise<OpenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "matrix-memory-"));
  const downloads = await mkdtemp(join(tmpdir(), "matrix-memory-downloads-"));
  const browser =
    name === "chromium"
      ? await chromium(profile, downloads)
      : await firefox(profile, downloads, scheme, scripts);
  return {
    name,
    downloads,
    async page(width = 1440) {
      const page = await browser.newPage();
      await page.setViewport({ width, height: 900 });
      if (name === "chromium") {
        await page.setJavaScriptEnabled(scripts);
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      }
      return page;
    },
    async close() {
      await browser.close();
      for (const folder of [profile, downloads])
        await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function chromium(profile: string, downloads: string): Promise<Browser> {
  const browser = await launch({
    browser: "chrome",
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    userDataDir: profile,
    args: chromiumFlags,
  });
  const session = await browser.target().createCDPSession();
  await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
  return browser;
}

// Over WebDriver BiDi there is no way to emulate the scheme or a page without scripts: preferences set them.
function firefox(
  profile: string,
  downloads: string,
  scheme: Scheme,
  scripts: boolean,
): Promise<Browser> {
  return launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    userDataDir: profile,
    extraPrefsFirefox: {
      ...quietFirefox,
      "browser.download.folderList": 2,
      "browser.download.dir": downloads,
      // The panel of downloads would take the keyboard.
      "browser.download.alwaysOpenPanel": false,
      "javascript.enabled": scripts,
      "layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1,
    },
  });
}

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { browserNames } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { NotebookOnPage } from "./notebook.js";
import { withSite } from "./stage.js";

const html = await readFile(new URL("../../site/index.html", import.meta.url), "utf8");
const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
  ([, text]) =>
    `'sha256-${createHash("sha256")
      .update(text ?? "")
      .digest("base64")}'`,
);

/** What docs/notebook.md tells a host to send. */
const policy = [
  "default-src 'self'",
  `script-src 'self' blob: 'wasm-unsafe-eval' ${inline.join(" ")}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
].join("; ");

describe.each(browserNames)("under a strict policy, %s", (name) => {
  const at = withSite(name, { headers: { "content-security-policy": policy } });

  test("a policy without eval and without inline scripts is enough, for the editor too", async () => {
    expect(inline.length).toBe(1);
    const { site, browser } = at();
    const notebook = await NotebookOnPage.on(await browser.page(), site);
    const { page, watched } = notebook;
    await (await FigureOnPage.on(page, "capacity")).reaches("done");
    await notebook.change(93, "display(Plot.plot({}));\nconst overlap = [7].map((x) => x)[0];");
    await notebook.shows(92, /multiplies with its key to 7\.00/);
    await page.select("#theme", "dark");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    expect(watched.complaints).toEqual([]);
    // The policy is in force: what it forbids does not run.
    const evaluated = await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "globalThis.ran = true";
      document.head.append(script);
      return "ran" in globalThis;
    });
    expect(evaluated).toBe(false);
  });
});

describe.each(browserNames)("a link, %s", (name) => {
  const at = withSite(name);

  test.each([
    "#globalThis.ran=true",
    "#cell=93&code=globalThis.ran%3Dtrue",
    "#figure=one-pair&key=globalThis.ran%3Dtrue",
    "#figure=one-pair&title=%3Cimg%20src%3Dx%20onerror%3D%22ran%3Dtrue%22%3E",
    "?notebook=data:text/html,%3Cnotebook%3E%3Cscript%20type%3Dmodule%3Eran%3Dtrue%3C/script%3E%3C/notebook%3E",
    "#notebook=%3Cnotebook%3E%3Cscript%20type%3Dmodule%3EglobalThis.ran%3Dtrue%3C/script%3E",
  ])("brings no code: %s", async (link) => {
    const { site, browser } = at();
    const page = await browser.page();
    await page.goto(`${site.url}${link}`);
    await page.waitForSelector('[data-page="find"]:enabled');
    const figure = await FigureOnPage.on(page, "one-pair");
    await figure.settled();
    await page.click('[data-page="edit"]');
    await page.waitForSelector(".mm-status:not([hidden])");
    const state = await page.evaluate(() => ({
      ran: "ran" in globalThis,
      stored: Object.keys(localStorage).filter((key) => key.includes("notebook")),
    }));
    expect(state).toEqual({ ran: false, stored: [] });
    await page.close();
  });
});

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { deserialize, serialize } from "@observablehq/notebook-kit";
import { JSDOM } from "jsdom";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserNames } from "./browsers.js";
import { FigureOnPage } from "./figure.js";
import { download, keepDownloads, withNotebook } from "./notebook.js";
import { type Site, serveSite } from "./site.js";

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** As a project of the reader's would, it stands beside an installed Notebook Kit. */
async function buildNotebook(file: string): Promise<string> {
  const folder = await mkdtemp(at("build/observable-"));
  await writeFile(join(folder, "notebook.html"), file);
  const options = ["--root", folder, "--out", "built", "notebook.html"];
  await promisify(execFile)(at("node_modules/.bin/notebooks"), ["build", ...options]);
  return folder;
}

/** The folders of what was built, by the file: it takes long, and each browser hands over the same. */
const built = new Map<string, Promise<string>>();

function builtOnce(file: string): Promise<string> {
  const folder = built.get(file) ?? buildNotebook(file);
  built.set(file, folder);
  return folder;
}

afterAll(async () => {
  for (const folder of built.values()) await rm(await folder, { recursive: true, force: true });
});

/** Where a built notebook finds what comes from npm; in place of that stands what is installed and built here. */
const registry = "https://cdn.jsdelivr.net/npm/";
const packages: Readonly<Record<string, string>> = {
  "matrix-memory": "dist/index.js",
  htl: "node_modules/htl/dist/index.js",
};

async function standInForRegistry(page: Page, here: string): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(registry)) return void request.continue();
    const module = packages[url.slice(registry.length).replace(/\/\+esm$/, "")];
    if (!module) return void request.abort();
    void request.respond({
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*" },
      body: `export * from "${here}${module}";`,
    });
  });
}

describe.each(browserNames)("a downloaded notebook in Observable's own tools, %s", (name) => {
  const open = withNotebook(name);
  let installed: Site;
  beforeAll(async () => {
    installed = await serveSite({ folder: at("") });
  });
  afterAll(() => installed?.close());

  test("is read and written without a change, and built into a page whose cells run", async () => {
    const notebook = await open();
    const { page } = notebook;
    await keepDownloads(notebook);
    await notebook.editPage();
    await notebook.change(93, "const overlap = 2 * core.scores([pair.query], [pair.key]).data[0];");
    const file = await download(notebook);

    const { window } = new JSDOM("");
    const read = deserialize(file, { parser: new window.DOMParser() });
    expect(serialize(read, { document: window.document })).toBe(file);
    expect(read.cells.map(({ id }) => id)).toEqual(await notebook.cells());

    const site = await serveSite({ folder: join(await builtOnce(file), "built") });
    await standInForRegistry(page, installed.url);
    await page.goto(`${site.url}notebook.html`);
    const figure = await FigureOnPage.on(page, "one-pair");
    await figure.setState({ query: [0.8, 0.6] });
    await page.waitForFunction(() =>
      document.querySelector("#cell-92")?.textContent?.includes("multiplies with its key to 2.00"),
    );
    await site.close();
  }, 120_000);
});

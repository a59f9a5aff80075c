import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../consumers/install.js";
import { axeViolations, watch } from "../page/audit.js";
import { browserNames } from "../page/browsers.js";
import { FigureOnPage } from "../page/figure.js";
import { type Site, serveSite } from "../page/site.js";
import { snippet } from "./guide.js";
import { amongStrangers } from "./host.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder within the project, whose packages are then found from there. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(root, "build/guide-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** As the guide says: one post, no configuration. */
async function withEleventy(site: Site): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "matrix-memory-eleventy-"));
  folders.push(folder);
  writeFileSync(join(folder, "index.md"), snippet("Jekyll, Hugo, Eleventy", site));
  const program = join(root, "node_modules/@11ty/eleventy/cmd.cjs");
  await run(process.execPath, [program, "--quiet"], folder);
  return join(folder, "_site");
}

const server = `
import { renderToString } from "react-dom/server";
import { TwoKeys } from "./two-keys.jsx";
export const html = renderToString(<TwoKeys angle={60} />);
`;
const client = `
import { hydrateRoot } from "react-dom/client";
import { TwoKeys } from "./two-keys.jsx";
const root = document.getElementById("root");
hydrateRoot(root, <TwoKeys angle={60} />, { onRecoverableError: (error) => { throw error; } });
`;

async function withReact(site: Site): Promise<string> {
  const folder = project({
    "two-keys.jsx": snippet("React", site),
    "server.jsx": server,
    "client.jsx": client,
  });
  const common = { absWorkingDir: folder, bundle: true, format: "esm", jsx: "automatic" } as const;
  await build({
    ...common,
    entryPoints: ["server.jsx"],
    outfile: "server.mjs",
    platform: "node",
    packages: "external",
  });
  await build({ ...common, entryPoints: ["client.jsx"], outfile: "client.js", minify: true });
  const rendered = (await import(pathToFileURL(join(folder, "server.mjs")).href)) as {
    html: string;
  };
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A post</title><link rel="icon" href="data:,">
    <main><h1>A post</h1><div id="root">${rendered.html}</div></main><script type="module" src="client.js"></script>`;
  writeFileSync(join(folder, "index.html"), page);
  return folder;
}

/** What the tools make of the guide, made once. */
let site: Site;
let posts: Readonly<Record<"eleventy" | "react", Site>>;
beforeAll(async () => {
  site = await serveSite({ under: "/embeds/" });
  posts = {
    eleventy: await serveSite({ folder: await withEleventy(site) }),
    react: await serveSite({ folder: await withReact(site) }),
  };
});
afterAll(async () => {
  for (const each of [site, ...Object.values(posts)]) await each.close();
});

describe.each(browserNames)("what the guide says, as it stands, %s", (name) => {
  const { browser, visit } = amongStrangers(name);

  test("hand-written HTML", async () => {
    const host = await visit(
      (site) => `<main><h1>A post</h1>${snippet("Hand-written HTML", site)}</main>`,
    );
    const figure = await FigureOnPage.on(host.page, "two-pairs");
    expect((await figure.state()).angle).toBe(60);
    expect(await axeViolations(host.page)).toEqual([]);
    expect(host.complaints).toEqual([]);
  });

  test("a post in Markdown, by Eleventy", async () => {
    const page = await browser().page(1000);
    const { complaints } = watch(page, posts.eleventy.url);
    await page.goto(posts.eleventy.url);
    const figure = await FigureOnPage.on(page, "two-pairs");
    expect((await figure.state()).angle).toBe(60);
    expect(await page.$eval("h1", (heading) => heading.textContent)).toBe("Two keys");
    // Such a page has no icon of its own.
    expect(complaints.filter((each) => !each.includes("404"))).toEqual([]);
  });

  test("a component of React's, rendered on a server and taken over", async () => {
    const page = await browser().page(1000);
    const { complaints } = watch(page, posts.react.url);
    await page.goto(posts.react.url);
    const figure = await FigureOnPage.on(page, "two-pairs");
    expect((await figure.state()).angle).toBe(60);
    const said = () => page.$eval("section > p", (part) => part.textContent);
    expect(await said()).toBe("The keys are 60 degrees apart.");
    await figure.type("angle between keys, typed", "90");
    await page.waitForFunction(() =>
      document.querySelector("section > p")?.textContent?.includes("90"),
    );
    expect((await figure.state()).angle).toBe(90);
    expect(complaints).toEqual([]);
  });
});

test("on a server the element's script does nothing", async () => {
  const script = `
    const before = Object.getOwnPropertyNames(globalThis).length;
    await import(${JSON.stringify(new URL("../../site/matrix-memory-figure.js", import.meta.url).href)});
    console.log(Object.getOwnPropertyNames(globalThis).length - before);
  `;
  expect(await run(process.execPath, ["--input-type=module", "--eval", script], root)).toBe("0\n");
});

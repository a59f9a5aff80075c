import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compile } from "@mdx-js/mdx";
import { build } from "esbuild";
import { build as buildWithVite } from "vite";
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

const page = (title: string, inside: string, script: string) => `<!doctype html><html lang="en">
  <meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,">
  <main><div id="root">${inside}</div></main><script type="module" src="${script}"></script>`;

const server = `
import { renderToString } from "react-dom/server";
import { Post } from "./post.jsx";
export const html = renderToString(<Post />);
`;
const client = `
import { hydrateRoot } from "react-dom/client";
import { Post } from "./post.jsx";
const root = document.getElementById("root");
hydrateRoot(root, <Post />, { onRecoverableError: (error) => { throw error; } });
`;

/** A post of React's, rendered on a server and taken over in the browser; `files` has the component `Post`. */
async function withReact(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = project({ "server.jsx": server, "client.jsx": client, ...files });
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
  writeFileSync(join(folder, "index.html"), page("A post", rendered.html, "client.js"));
  return folder;
}

const plainly = (site: Site) =>
  withReact({
    "two-keys.jsx": snippet("React", site),
    "post.jsx": `
      import { TwoKeys } from "./two-keys.jsx";
      export const Post = () => <><h1>Two keys</h1><TwoKeys angle={60} /></>;
    `,
  });

async function withMdx(site: Site): Promise<string> {
  const compiled = await compile(snippet("MDX", site));
  return withReact({
    "two-keys.jsx": snippet("React", site),
    "post.mjs": String(compiled),
    "post.jsx": 'export { default as Post } from "./post.mjs";',
  });
}

async function withVue(site: Site): Promise<string> {
  const folder = project({
    "two-keys.vue": snippet("Vue", site),
    "vite.config.mjs": snippet("Vue", site, 1),
    "main.mjs": `
      import { createApp } from "vue";
      import TwoKeys from "./two-keys.vue";
      createApp(TwoKeys).mount("#root");
    `,
  });
  const [script] = snippet("Hand-written HTML", site).split("\n");
  writeFileSync(join(folder, "index.html"), `${page("Two keys", "", "./main.mjs")}${script}`);
  await buildWithVite({ root: folder, logLevel: "error" });
  return join(folder, "dist");
}

/** What the tools make of the guide, made once. */
let site: Site;
let posts: Readonly<Record<"eleventy" | "react" | "mdx" | "vue", Site>>;
beforeAll(async () => {
  site = await serveSite({ under: "/embeds/" });
  posts = {
    eleventy: await serveSite({ folder: await withEleventy(site) }),
    react: await serveSite({ folder: await plainly(site) }),
    mdx: await serveSite({ folder: await withMdx(site) }),
    vue: await serveSite({ folder: await withVue(site) }),
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

  test.each([
    ["a component of React's, rendered on a server and taken over", "react"],
    ["such a component in MDX", "mdx"],
    ["a component of Vue's", "vue"],
  ] as const)("%s", async (_, made) => {
    const page = await browser().page(1000);
    const { complaints } = watch(page, posts[made].url);
    await page.goto(posts[made].url);
    const figure = await FigureOnPage.on(page, "two-pairs");
    expect((await figure.state()).angle).toBe(60);
    const says = (text: string) =>
      page.waitForFunction((said) => document.body.textContent?.includes(said), {}, text);
    await says("The keys are 60 degrees apart.");
    await figure.type("angle between keys, typed", "90");
    await says("The keys are 90 degrees apart.");
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

// What pages of others need of a finished site: the element under the name of its
// version, an oEmbed answer for each figure, and the hashes of all scripts, to be
// pinned. Done at every build, since SITE_URL may have changed.

import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./shell.mjs";

const site = (path) => join(root, "site", path);
const read = (path) => readFileSync(site(path), "utf8");
const writeJson = (path, value) =>
  writeFileSync(site(path), `${JSON.stringify(value, undefined, 2)}\n`);

/** What a figure has above and below its drawing, in pixels; the frame itself knows better, once it is there. */
const aroundDrawing = 240;

const escapeHtml = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
const unescapeXml = (text) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** Of the drawing that was made for columns of middling width, as posts mostly have. */
function oEmbed(figure, address) {
  const svg = read(`figures/${figure}-medium.svg`);
  const number = (name) => Number(new RegExp(`\\b${name}="([\\d.]+)"`).exec(svg)[1]);
  const title = unescapeXml(/<title>([^<]*)/.exec(svg)[1]);
  const [width, drawn] = [number("width"), Math.ceil(number("height"))];
  const height = drawn + aroundDrawing;
  const source = `${address}embed/?figure=${figure}`;
  return {
    version: "1.0",
    type: "rich",
    provider_name: "matrix-memory",
    provider_url: address,
    title,
    thumbnail_url: `${address}figures/${figure}-medium.svg`,
    thumbnail_width: width,
    thumbnail_height: drawn,
    html: `<iframe src="${source}" title="${escapeHtml(title)}" width="100%" height="${height}" loading="lazy" style="border: 0"></iframe>`,
    width,
    height,
  };
}

/** Without SITE_URL addresses are relative to the site, and whoever publishes it puts the rest before them. */
function siteAddress() {
  const given = process.env.SITE_URL;
  if (!given) return "./";
  return new URL(given.endsWith("/") ? given : `${given}/`).href;
}

export function finishEmbeds() {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const versioned = `matrix-memory-figure-${version}.js`;
  copyFileSync(site("matrix-memory-figure.js"), site(versioned));

  const address = siteAddress();
  const figures = readdirSync(site("figures"))
    .filter((file) => file.endsWith("-medium.svg"))
    .map((file) => file.slice(0, -"-medium.svg".length));
  for (const figure of figures) writeJson(`embed/${figure}.json`, oEmbed(figure, address));

  const named = ["matrix-memory-figure.js", versioned, "embed/embed.js", "embed/host.js"];
  const shared = readdirSync(site("assets")).filter((file) => file.endsWith(".js"));
  const files = [...named, ...shared.map((file) => `assets/${file}`)];
  const hashes = Object.fromEntries(
    files.map((file) => [
      file,
      `sha384-${createHash("sha384").update(read(file)).digest("base64")}`,
    ]),
  );
  writeJson("integrity.json", hashes);
  return [
    `${figures.length} oEmbed answers`,
    ...named.map((file) => `${hashes[file]}  ${file}`),
  ].join("\n  ");
}

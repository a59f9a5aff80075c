import { readFileSync } from "node:fs";
import type { Site } from "../page/site.js";

const guide = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8");

/** A snippet under a heading of the guide, with the address of the site in place of the guide's. */
export function snippet(heading: string, { url }: Site, index = 0): string {
  const section = guide.split(/^## /m).find((text) => text.startsWith(heading)) ?? "";
  const code = [...section.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)][index]?.[1];
  if (code === undefined) throw new Error(`the guide has no snippet under ${heading}`);
  return code
    .replaceAll("https://example.org/matrix-memory/", url)
    .replaceAll("https://example.org", new URL(url).origin);
}

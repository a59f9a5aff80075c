import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Files that other people's pages name keep their names; only what those ask for in turn is named by its content. */
export const embedEntries = (
  element: string,
  notebook: string,
): Readonly<Record<string, string>> => ({
  "matrix-memory-figure": join(element, "matrix-memory-figure.ts"),
  "embed/embed": join(element, "embed/embed.ts"),
  "for-notebooks": join(notebook, "for-notebooks.ts"),
});

/** Puts the iframe page, and the script for pages around it, beside its own script. */
export function embedPage(element: string): Plugin {
  const files = ["index.html", "embed.css", "host.js"];
  return {
    name: "matrix-memory:embed-page",
    generateBundle() {
      for (const file of files) {
        this.emitFile({
          type: "asset",
          fileName: `embed/${file}`,
          source: readFileSync(join(element, "embed", file)),
        });
      }
    },
  };
}

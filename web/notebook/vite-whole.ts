import type { Plugin } from "vite";

const mark = "?whole";

/**
 * `whole:NAME` is a package with all that it exports, for cells to use, in a copy of its own. If it shared its modules
 * with figures, which take a few parts, they would have to load what those modules hold for the rest.
 */
export function wholePackages(): Plugin {
  return {
    name: "matrix-memory:whole-packages",
    enforce: "pre",
    async resolveId(source, importer, options) {
      const asked = source.startsWith("whole:");
      if (!asked && !importer?.endsWith(mark)) return null;
      const name = asked ? source.slice("whole:".length) : source;
      const found = await this.resolve(name, importer?.replace(mark, ""), {
        ...options,
        skipSelf: true,
      });
      return found && !found.external ? { ...found, id: `${found.id}${mark}` } : found;
    },
  };
}

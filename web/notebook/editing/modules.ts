/* What cells import: `npm:matrix-memory` and a few more are on this page; the rest of npm is on another origin. */

const bundled: Readonly<Record<string, () => Promise<unknown>>> = {
  "matrix-memory": () => import("matrix-memory"),
  "@observablehq/inputs": () => import("../inputs.js"),
  "@observablehq/plot": () => import("whole:@observablehq/plot"),
  htl: () => import("htl"),
};

/** Where Notebook Kit looks for packages, which is what it makes of `npm:`. */
const registry = "https://cdn.jsdelivr.net/npm/";

/** "@observablehq/plot" of ".../npm/@observablehq/plot@0.6/+esm"; undefined for what is no package. */
function packageAt(url: string): string | undefined {
  if (!url.startsWith(registry)) return undefined;
  return url
    .slice(registry.length)
    .replace(/\/\+esm$/, "")
    .replace(/(?<=.)@[^/]*/, "");
}

/** `import()` as cells mean it. */
export function loadModule(specifier: unknown): Promise<unknown> {
  const url = String(specifier);
  const name = packageAt(url);
  const known = name !== undefined && Object.hasOwn(bundled, name) ? bundled[name] : undefined;
  if (known) return known();
  if (URL.canParse(url) && new URL(url).origin === location.origin) {
    return import(/* @vite-ignore */ url);
  }
  const here = Object.keys(bundled).map((other) => `npm:${other}`);
  return Promise.reject(
    new Error(
      `${name === undefined ? url : `npm:${name}`} is not part of this page, and the page asks no other origin for anything. Here are ${here.join(", ")}.`,
    ),
  );
}

import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { embedEntries, embedPage } from "./web/notebook/vite-embed.js";
import { cutFonts } from "./web/notebook/vite-fonts.js";
import { compileFirstFigure, preloadFirstFigure, together } from "./web/notebook/vite-loading.js";
import { notebook } from "./web/notebook/vite-notebook.js";
import { offline } from "./web/notebook/vite-offline.js";
import { stills } from "./web/notebook/vite-stills.js";
import { wholePackages } from "./web/notebook/vite-whole.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const kit = at("./node_modules/@observablehq/notebook-kit/dist/src");

const element = at("./web/element");
const embeds = embedEntries(element, at("./web/notebook"));
const fonts = at("./build/fonts");
await cutFonts(fonts);

const ofEveryFigure =
  /preload-helper|\/snabbdom\/|\/web\/(drawing\/(numbers|svg|node|scripts|handle|pointer|light|cells)|figures\/(define|parameters|program|rows)|element\/(links|permalink|virtual-dom))\.ts$/;

export default defineConfig({
  root: at("./web/notebook"),
  base: "./",
  appType: "mpa",
  plugins: [
    notebook(at("./web/notebook/template.html")),
    preloadFirstFigure("self-lookup"),
    compileFirstFigure("self-lookup"),
    stills(at("./web/notebook/index.html")),
    embedPage(element),
    wholePackages(),
    offline(at("./web/notebook/offline-worker.ts")),
  ],
  resolve: {
    alias: [
      // Cells and figures reach the library as any reader of ours would, and find the package as built.
      { find: /^(npm:)?matrix-memory$/, replacement: at("./dist/index.js") },
      { find: /^fonts\//, replacement: `${fonts}/` },
      // What Notebook Kit makes of `npm:matrix-memory` in a cell.
      {
        find: /^https:\/\/cdn\.jsdelivr\.net\/npm\/matrix-memory\/\+esm$/,
        replacement: at("./dist/index.js"),
      },
      // Beside the built page stands a file of that name.
      { find: /^\.\/for-notebooks\.js$/, replacement: at("./web/notebook/for-notebooks.ts") },
      // Cells in TypeScript do not run on the page.
      { find: /^typescript$/, replacement: at("./web/notebook/editing/typescript-stub.ts") },
      // The runtime of the cells, with our builtins: the usual ones load from another origin.
      { find: /^observable:runtime$/, replacement: at("./web/notebook/runtime.ts") },
      { find: /^observable:(.*)$/, replacement: `${kit}/$1` },
    ],
  },
  build: {
    outDir: at("./site"),
    emptyOutDir: true,
    // light-dark(), constructed style sheets, WebAssembly SIMD and exceptions.
    target: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Drawing every figure takes most of the time, and may.
      checks: { bundlerTimings: false },
      // What notebooks import from the page.
      preserveEntrySignatures: "exports-only",
      input: { index: at("./web/notebook/index.html"), ...embeds },
      output: {
        // What the first figure shares with every other comes as one file: each request costs a slow device time.
        codeSplitting: {
          groups: [
            { name: together("common", at("./web/element/figure-element.ts"), ofEveryFigure) },
          ],
        },
        entryFileNames: ({ name }) => (name in embeds ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
  worker: { format: "es" },
});

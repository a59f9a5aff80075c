import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `matrix-memory/figures`: the element and its figures as modules that ask for `matrix-memory` by its name. */
export default defineConfig({
  root: at("."),
  // The mode tells these modules that they are in no site of ours.
  mode: "package",
  build: {
    target: ["chrome123", "firefox120", "safari17.5"],
    lib: { entry: at("./public.ts"), formats: ["es"], fileName: "index" },
    minify: true,
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      external: ["matrix-memory"],
      output: { chunkFileNames: "[name].js" },
    },
  },
});

// Builds the three things that are built, in their order: the C++ core to
// WebAssembly (build/wasm), the npm package (dist), the page (site).

import { appendFileSync, cpSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findEigen } from "./requirements.mjs";
import { isMain, local, main, must, root, stage, unlessUnchanged } from "./shell.mjs";

const at = (path) => join(root, path);

// Ninja knows what changed, the CMake files included, so configuring is for the
// first time only. emcmake names the toolchain file of whichever Emscripten is
// on PATH.
async function buildCore() {
  if (!existsSync(at("build/wasm/build.ninja"))) {
    rmSync(at("build/wasm"), { recursive: true, force: true });
    // Emscripten searches its own root only, and Eigen is not in it.
    await must("emcmake", ["cmake", "--preset", "wasm", `-DEigen3_DIR=${findEigen()}`]);
  }
  const said = await must("cmake", ["--build", "build/wasm"]);
  return said.includes("no work to do") ? "up to date" : "built";
}

// Compiled beside and then moved, so that dist is whole at every moment and
// keeps nothing of a file that is gone from the sources.
async function buildLibrary() {
  const fresh = "build/package";
  rmSync(at(fresh), { recursive: true, force: true });
  await must(local("tsc"), ["-p", "tsconfig.library.json", "--outDir", fresh]);
  // The command line is a user of the package: it is compiled against the types just made.
  await must(local("tsc"), ["-p", "tsconfig.command.json", "--outDir", `${fresh}/command`]);
  for (const file of ["core.js", "core.wasm"])
    cpSync(at(`build/wasm/${file}`), at(`${fresh}/${file}`));
  rmSync(at("dist"), { recursive: true, force: true });
  renameSync(at(fresh), at("dist"));
}

// The page carries the licences of everything in it. The bundler knows those of
// the scripts it took in; fonts come in through style sheets, which it does not
// count.
async function buildPage() {
  const vite = await import("vite");
  await vite.build({
    configFile: at("vite.config.ts"),
    logLevel: "warn",
    build: { license: { fileName: "licenses.md" } },
  });
  const fonts = ["inter", "source-serif-4"].map(
    (name) => `node_modules/@fontsource-variable/${name}/LICENSE`,
  );
  for (const file of [...fonts, "node_modules/katex/LICENSE"]) {
    appendFileSync(
      at("site/licenses.md"),
      `\n---\n\n${file.slice(13)}\n\n${readFileSync(at(file), "utf8")}`,
    );
  }
  cpSync(at("NOTICE"), at("site/NOTICE.txt"));
}

export async function build() {
  const settings = ["package.json", "package-lock.json", "tsconfig.json"];
  await stage("core", buildCore);
  await stage("library", () =>
    unlessUnchanged(
      "library",
      {
        inputs: [
          ...settings,
          "tsconfig.library.json",
          "tsconfig.command.json",
          "web/library",
          "web/command",
          "build/wasm/core.js",
          "build/wasm/core.wasm",
        ],
        outputs: ["dist/index.js", "dist/core.js", "dist/core.wasm", "dist/command/main.js"],
      },
      buildLibrary,
    ),
  );
  await stage("page", () =>
    unlessUnchanged(
      "page",
      {
        inputs: [...settings, "vite.config.ts", "NOTICE", "web", "dist"],
        outputs: ["site/index.html"],
      },
      buildPage,
    ),
  );
}

if (isMain(import.meta.url)) await main(build);

// Builds what is built, in its order: the C++ core to WebAssembly (build/wasm),
// the npm package (dist) with the element and what figures are written with
// (dist/figures), the page (site) and what pages of others need of it.

import {
  appendFileSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { takeDeclarations } from "./declarations.mjs";
import { finishEmbeds } from "./embeds.mjs";
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

// `matrix-memory/figures`: modules with everything in them but the library, which
// they ask for by its name, and the types that belong to it.
async function buildFigures() {
  const [fresh, types] = ["build/figures", "build/figure-types"];
  rmSync(at(types), { recursive: true, force: true });
  await must(local("tsc"), ["-p", "tsconfig.figures.json", "--outDir", types]);
  const vite = await import("vite");
  await vite.build({
    configFile: at("web/element/vite.config.ts"),
    logLevel: "warn",
    build: { outDir: at(fresh), emptyOutDir: true },
  });
  takeDeclarations(at(types), "element/public.d.ts", at(`${fresh}/types`));
  writeFileSync(at(`${fresh}/index.d.ts`), 'export * from "./types/element/public.js";\n');
  rmSync(at("dist/figures"), { recursive: true, force: true });
  renameSync(at(fresh), at("dist/figures"));
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
  for (const font of ["-variable/inter", "-variable/source-serif-4", "/stix-two-math"]) {
    const file = `@fontsource${font}/LICENSE`;
    appendFileSync(
      at("site/licenses.md"),
      `\n---\n\n${file}\n\n${readFileSync(at(`node_modules/${file}`), "utf8")}`,
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
  await stage("figures", () =>
    unlessUnchanged(
      "figures",
      {
        inputs: [
          ...settings,
          "tsconfig.figures.json",
          "web/drawing",
          "web/figures",
          "web/element",
          "dist/index.d.ts",
        ],
        outputs: ["dist/figures/index.js", "dist/figures/index.d.ts"],
      },
      buildFigures,
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
  await stage("embeds", finishEmbeds);
}

if (isMain(import.meta.url)) await main(build);

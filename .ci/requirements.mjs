// The programs and libraries that come from the system, not from npm: how each
// is recognised, and what it is called where it can be had.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { onPath, run } from "./shell.mjs";

const prefixes = ["/usr", "/usr/local", "/opt/homebrew"];

const underPrefix = (path) =>
  prefixes.map((prefix) => join(prefix, path)).find((candidate) => existsSync(candidate));

/** The folder of Eigen's own CMake package: where Eigen3_DIR says, else where packages put it. */
export const findEigen = () =>
  process.env.Eigen3_DIR ||
  underPrefix("share/eigen3/cmake") ||
  underPrefix("opt/eigen@3/share/eigen3/cmake");

const multiarch = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" }[process.arch];

const findOpenBlas = () =>
  [`include/${multiarch}`, "include/openblas", "opt/openblas/include"]
    .map((folder) => underPrefix(`${folder}/openblas_config.h`))
    .find(Boolean);

/** The browser that `variable` names, else the first of `names` on PATH, else a macOS application. */
function browser(variable, names, application) {
  const named = process.env[variable];
  if (named) return existsSync(named) ? named : undefined;
  return names.map(onPath).find(Boolean) ?? [application].find(existsSync);
}

export const findChromium = () =>
  browser(
    "CHROMIUM",
    ["chromium", "chromium-browser", "google-chrome"],
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  );

export const findFirefox = () =>
  browser(
    "FIREFOX",
    ["firefox-esr", "firefox"],
    "/Applications/Firefox.app/Contents/MacOS/firefox",
  );

async function works(command, args) {
  return onPath(command) !== undefined && (await run(command, args)).code === 0;
}

/** What building needs. */
export const forBuilding = [
  {
    name: "Emscripten (emcc)",
    debian: ["emscripten"],
    brew: ["emscripten"],
    elsewhere: "emsdk: put its emcc on PATH (source emsdk_env.sh)",
    // An emcc that is on PATH but cannot run is as good as none.
    found: () => works("emcc", ["--version"]),
  },
  {
    name: "Eigen 3.4",
    debian: ["libeigen3-dev"],
    brew: ["eigen@3"],
    elsewhere: "set Eigen3_DIR to the folder of Eigen3Config.cmake",
    found: () => findEigen() !== undefined,
  },
  {
    name: "CMake 3.22 or newer",
    debian: ["cmake"],
    brew: ["cmake"],
    found: () => works("cmake", ["--version"]),
  },
  {
    name: "Ninja",
    debian: ["ninja-build"],
    brew: ["ninja"],
    found: () => works("ninja", ["--version"]),
  },
];

const compiler = {
  name: "a C++20 compiler",
  debian: ["g++"],
  brew: ["llvm"],
  found: () => ["c++", "g++", "clang++"].some(onPath),
};

const chromium = {
  name: "Chromium",
  debian: ["chromium"],
  brew: ["--cask chromium"],
  elsewhere: "set CHROMIUM to the program of any Chromium or Chrome",
  found: () => findChromium() !== undefined,
};

/** What the tests need besides. */
export const forTesting = [
  compiler,
  {
    name: "GoogleTest",
    debian: ["libgtest-dev"],
    brew: ["googletest"],
    found: () => underPrefix("include/gtest/gtest.h") !== undefined,
  },
  {
    name: "GNU parallel",
    debian: ["parallel"],
    brew: ["parallel"],
    // Another program of this name knows no --version.
    found: () => works("parallel", ["--version"]),
  },
  chromium,
  {
    name: "Firefox",
    debian: ["firefox-esr"],
    brew: ["--cask firefox"],
    elsewhere: "set FIREFOX to the program of any Firefox",
    found: () => findFirefox() !== undefined,
  },
];

/** What `npm run bench` needs besides: somebody to compare with natively. */
export const forBench = [
  compiler,
  chromium,
  {
    name: "OpenBLAS",
    debian: ["libopenblas-dev"],
    brew: ["openblas"],
    found: () => findOpenBlas() !== undefined,
  },
];

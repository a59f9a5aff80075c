// The programs and libraries that come from the system, not from npm: how each
// is recognised, and what it is called where it can be had.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { onPath, run } from "./shell.mjs";

const prefixes = ["/usr", "/usr/local", "/opt/homebrew"];

const underPrefix = (path) => prefixes.some((prefix) => existsSync(join(prefix, path)));

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
    found: () =>
      Boolean(process.env.Eigen3_DIR) ||
      underPrefix("include/eigen3/Eigen/Core") ||
      underPrefix("opt/eigen@3/include/eigen3/Eigen/Core"),
  },
  {
    name: "CMake 3.21 or newer",
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

/** What the tests need besides. */
export const forTesting = [
  {
    name: "a C++20 compiler",
    debian: ["g++"],
    brew: ["llvm"],
    found: () => ["c++", "g++", "clang++"].some(onPath),
  },
  {
    name: "GoogleTest",
    debian: ["libgtest-dev"],
    brew: ["googletest"],
    found: () => underPrefix("include/gtest/gtest.h"),
  },
  {
    name: "Chromium",
    debian: ["chromium"],
    brew: ["--cask chromium"],
    elsewhere: "set CHROMIUM to the program of any Chromium or Chrome",
    found: () => findChromium() !== undefined,
  },
  {
    name: "Firefox",
    debian: ["firefox-esr"],
    brew: ["--cask firefox"],
    elsewhere: "set FIREFOX to the program of any Firefox",
    found: () => findFirefox() !== undefined,
  },
];

// Installs what is missing and nothing else: Debian's packages where this
// machine allows it, then the npm packages of the lock file. Quick when there
// is nothing to do. `--tests` adds what only the tests need, `npm run bench` asks
// for its own.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { forBench, forBuilding, forTesting } from "./requirements.mjs";
import { isMain, main, must, onPath, Refusal, root, run, stage } from "./shell.mjs";

/** The oldest Node that every npm package here accepts. */
const oldestNode = [20, 19];

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new Refusal(
    `matrix-memory is built with Node ${oldestNode.join(".")} or newer; this is Node ${process.versions.node}.`,
  );
}

async function missingOf(requirements) {
  const found = await Promise.all(requirements.map((requirement) => requirement.found()));
  return requirements.filter((_, i) => !found[i]);
}

/** The words before `apt-get` that make it run as root, or undefined where it cannot. */
async function rootPrefix() {
  if (!onPath("apt-get")) return undefined;
  if (process.getuid?.() === 0) return [];
  if (onPath("sudo") && (await run("sudo", ["-n", "true"])).code === 0) return ["sudo", "-n"];
  return undefined;
}

async function apt(prefix, args) {
  const words = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...args];
  // Another apt at work is waited for, not a failure.
  await must(words[0], [...words.slice(1), "-q", "-y", "-o", "DPkg::Lock::Timeout=300"]);
}

function explain(missing) {
  const debian = missing.flatMap((requirement) => requirement.debian);
  const brew = missing.flatMap((requirement) => requirement.brew);
  const lines = missing.map(
    ({ name, elsewhere }) => `  ${name}${elsewhere ? `   (or ${elsewhere})` : ""}`,
  );
  return [
    "Missing on this machine, and not installable from here (that takes Debian or a relative, and root or sudo):",
    ...lines,
    "On Debian or Ubuntu:",
    `  sudo apt-get install --no-install-recommends ${debian.join(" ")}`,
    "With Homebrew:",
    ...brew.map((words) => `  brew install ${words}`),
  ].join("\n");
}

async function installSystem(requirements) {
  const missing = await missingOf(requirements);
  if (missing.length === 0) return "in place";
  const prefix = await rootPrefix();
  if (!prefix) throw new Refusal(explain(missing));
  const packages = missing.flatMap((requirement) => requirement.debian);
  console.log(`installing from Debian: ${packages.join(" ")}`);
  await apt(prefix, ["update"]);
  await apt(prefix, ["install", "--no-install-recommends", ...packages]);
  const still = await missingOf(missing);
  if (still.length > 0) throw new Refusal(explain(still));
  return "installed";
}

// npm writes down what it installed in node_modules/.package-lock.json, last of
// all; an interrupted or outdated installation differs from the lock file.
function npmUpToDate(folder) {
  const record = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const packagesOf = (path) => JSON.parse(readFileSync(path, "utf8")).packages;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(folder, "package-lock.json"))).every(
    ([path, { integrity, optional }]) =>
      path === "" || (installed[path] ? installed[path].integrity === integrity : optional),
  );
}

async function installNpm(folder) {
  if (npmUpToDate(folder)) return "in place";
  await must("npm", ["ci", "--no-audit", "--no-fund", "--prefix", folder]);
  return "installed";
}

export async function install({ tests = false, bench = false } = {}) {
  checkNode();
  const requirements = [...forBuilding, ...(tests ? forTesting : []), ...(bench ? forBench : [])];
  await stage("system packages", () => installSystem(requirements));
  await stage("npm packages", () => installNpm(root));
  if (bench) await stage("peers", () => installNpm(join(root, "tests", "bench")));
}

if (isMain(import.meta.url)) {
  await main(() => install({ tests: process.argv.includes("--tests") }));
}

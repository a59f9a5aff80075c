// What the commands in this folder share: where the project is, how to run a
// tool, and how a stage reports itself. Node's own modules only, since this
// runs before anything is installed.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A message for the person at the keyboard: printed as it is, without a stack. */
export class Refusal extends Error {}

/** Ends the process as a command should: a refusal in its own words, a fault with its stack. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exit(1);
  }
}

/** True where this file is the one that Node was asked to run. */
export function isMain(url) {
  return process.argv[1] === fileURLToPath(url);
}

/** The full path of a program on PATH, or undefined. */
export function onPath(name) {
  return (process.env.PATH ?? "")
    .split(":")
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path) && statSync(path).isFile());
}

// Emscripten's JavaScript passes need `acorn`. Debian keeps it where Debian's
// own Node looks, which a Node from elsewhere does not.
function toolEnvironment() {
  const debian = "/usr/share/nodejs";
  if (!existsSync(debian)) return process.env;
  const known = process.env.NODE_PATH;
  return { ...process.env, NODE_PATH: known ? `${known}:${debian}` : debian };
}

/** Runs a tool to its end. `show` lets it speak; otherwise what it said comes back with its exit code. */
export function run(command, args, { show = false, env = {} } = {}) {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, {
      cwd: root,
      env: { ...toolEnvironment(), ...env },
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    });
    child.stdout?.on("data", (bytes) => (output += bytes));
    child.stderr?.on("data", (bytes) => (output += bytes));
    child.on("error", (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.on("close", (code, signal) => resolve({ code: code ?? 1, output, signal }));
  });
}

/** Runs a tool that must succeed; what it said is shown only if it does not. */
export async function must(command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) {
    throw new Refusal(`${output.trimEnd()}\n\nfailed: ${[command, ...args].join(" ")}`);
  }
  return output;
}

/** A program that `npm ci` installed. */
export const local = (name) => join(root, "node_modules", ".bin", name);

/** Does one stage and says in one line what came of it and how long it took. */
export async function stage(name, work) {
  const start = performance.now();
  const outcome = (await work()) ?? "done";
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${name.padEnd(16)} ${outcome} (${seconds} s)`);
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** One hash over the names and contents of files and folders. */
export function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => filesUnder(join(root, path)))) {
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** Does the work unless its inputs are those of the last success and its outputs are still there. */
export async function unlessUnchanged(name, { inputs, outputs }, work) {
  const stamp = join(root, "build", "stamps", name);
  const now = fingerprint(inputs);
  const before = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  if (now === before && outputs.every((path) => existsSync(join(root, path)))) return "up to date";
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
  return "built";
}

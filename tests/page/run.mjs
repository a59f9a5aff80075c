// Runs a script of this folder that is written in TypeScript and shares the
// tests' browsers and server: node tests/page/run.mjs NAME [arguments]

import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const [name, ...rest] = process.argv.slice(2);
const { module } = await runnerImport(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), {
  configFile: false,
  logLevel: "error",
});
process.exitCode = await module.main(rest);

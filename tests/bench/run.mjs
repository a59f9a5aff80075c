// npm run bench: installs the peers, builds the contestants, and hands over to main.ts.

import { fileURLToPath } from "node:url";
import { build } from "../../.ci/build.mjs";
import { install } from "../../.ci/install.mjs";
import { findChromium } from "../../.ci/requirements.mjs";
import { main, stage } from "../../.ci/shell.mjs";
import { buildBench } from "./build.mjs";
import { benchOptions, help } from "./options.mjs";

await main(async () => {
  const options = benchOptions(process.argv.slice(2));
  if (options.help) return console.log(help);
  await install({ bench: true });
  await build();
  await stage("contestants", buildBench);
  process.env.CHROMIUM ??= findChromium();
  const { runnerImport } = await import("vite");
  const { module } = await runnerImport(fileURLToPath(new URL("main.ts", import.meta.url)), {
    configFile: false,
    logLevel: "error",
  });
  // Here, since Vite's runner has no more modules to give once it has given one.
  const { load } = await import(new URL("../../dist/index-node.js", import.meta.url).href);
  await module.bench(options, await load());
});

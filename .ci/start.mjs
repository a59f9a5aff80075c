// One command from a clone to the page: installs what is missing, builds, and
// serves the built page until Ctrl-C.

import { join } from "node:path";
import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { main, Refusal, root } from "./shell.mjs";

function askedPort() {
  const text = process.env.PORT;
  if (!text) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Refusal(`PORT is ${text}, expected a number from 1 to 65535`);
}

async function serve() {
  const port = askedPort();
  // Vite exists only since install(), so it cannot be imported above.
  const { preview } = await import("vite");
  const server = await preview({
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    // A port that was asked for is taken or refused; ours may move to the next free one.
    preview: { port: port ?? 4173, strictPort: port !== undefined, host: "localhost" },
  }).catch((error) => {
    throw new Refusal(`The page cannot be served: ${error.message}`);
  });
  const end = async () => {
    await server.close();
    process.exit(0);
  };
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  const { port: taken } = server.httpServer.address();
  console.log(`matrix-memory is at http://localhost:${taken}/   (Ctrl-C ends it)`);
}

await main(async () => {
  await install();
  await build();
  await serve();
});

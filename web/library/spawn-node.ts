import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { FromWorker } from "./chunk.js";
import type { Spawned, Spawner } from "./spawn.js";

function start(): Spawned {
  // Without the parent's own flags: some of them (--input-type) refuse a worker that is a file.
  const worker = new Worker(new URL("./worker-node.js", import.meta.url), { execArgv: [] });
  return {
    post: (message) => worker.postMessage(message),
    listen(heard, dead) {
      worker.on("message", (message: FromWorker) => heard(message));
      worker.on("messageerror", () => dead("its message could not be read"));
      worker.on("error", (error) => dead(error.message));
      worker.on("exit", () => dead("it has ended"));
    },
    terminate: () => void worker.terminate(),
    hold: (alive) => (alive ? worker.ref() : worker.unref()),
  };
}

export const spawner: Spawner = {
  cores: availableParallelism,
  ways: [start],
  // Not by a message: Node would go on reading messages for long before it looks at its timers.
  pause: () => setImmediate(),
};

import type { FromWorker } from "./chunk.js";
import type { Spawned, Spawner } from "./spawn.js";

/** Here the URL must be written out within the call: that is how bundlers find the worker. */
function startDirectly(): Spawned {
  return wrap(new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
}

/**
 * A worker's script must be of the page's own origin, but what it imports need not be: where the package is served from
 * another origin, a script made here imports the worker from there.
 */
function startFromBlob(): Spawned {
  const address = new URL("./worker.js", import.meta.url).href;
  const script = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
  const url = URL.createObjectURL(script);
  const worker = new Worker(url, { type: "module" });
  const revoke = (): void => URL.revokeObjectURL(url);
  worker.addEventListener("message", revoke, { once: true });
  worker.addEventListener("error", revoke, { once: true });
  return wrap(worker);
}

function wrap(worker: Worker): Spawned {
  return {
    post: (message) => worker.postMessage(message),
    listen(heard, dead) {
      worker.addEventListener("message", (event: MessageEvent<FromWorker>) => heard(event.data));
      worker.addEventListener("messageerror", () => dead("its message could not be read"));
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        dead(event.message || "its script could not be loaded");
      });
    },
    terminate: () => worker.terminate(),
    hold: () => undefined,
  };
}

/** By a message to oneself: nested timeouts would wait 4 ms each. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export const spawner: Spawner = {
  cores: () => navigator.hardwareConcurrency || 1,
  ways: [startDirectly, startFromBlob],
  pause,
};

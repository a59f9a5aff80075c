import type { FromWorker } from "./chunk.js";
import type { Spawned, Spawner } from "./spawn.js";

/** The URL must be written out within the call, and the call stand only once: that is how bundlers find the worker. */
const construct = (): Worker =>
  new Worker(new URL("./worker.js", import.meta.url), { type: "module" });

/**
 * Where the worker's script is, which only the call above knows once a bundler has been at it: a stand-in is constructed
 * in the worker's place and asked.
 */
function addressOfWorker(): string {
  const real = globalThis.Worker;
  let address = "";
  globalThis.Worker = class {
    constructor(url: string | URL) {
      address = String(url);
    }
  } as typeof Worker;
  try {
    construct();
  } finally {
    globalThis.Worker = real;
  }
  return address;
}

/** Not tried on a script of another origin: the browser would refuse it and complain to the console. */
function startDirectly(): Spawned {
  if (new URL(addressOfWorker(), location.href).origin !== origin)
    throw new Error("the worker's script is of another origin");
  return wrap(construct());
}

/**
 * A worker's script must be of the page's own origin, but what it imports need not be: where the package is served from
 * another origin, a script made here imports the worker from there.
 */
function startFromBlob(): Spawned {
  const address = new URL(addressOfWorker(), location.href).href;
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

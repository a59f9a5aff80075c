import type { ToWorker } from "./chunk.js";
import { serve } from "./serve.js";

/** The worker's own scope, of which only this much is used (the page's types have no name for it). */
const scope = globalThis as unknown as {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<ToWorker>) => void): void;
};

const answer = serve((message, transfer) => scope.postMessage(message, transfer));
scope.addEventListener("message", (event) => void answer(event.data));

import { parentPort } from "node:worker_threads";
import type { ToWorker } from "./chunk.js";
import { serve } from "./serve.js";

const answer = serve((message, transfer) => parentPort?.postMessage(message, transfer));
parentPort?.on("message", (message: ToWorker) => void answer(message));

// What the page in Chromium runs: the same events, contestants and rounds.

import type { Outcome } from "./event.js";
import { events } from "./events.js";
import { openHall } from "./hall.js";
import type { Pace } from "./rounds.js";
import { runEvent } from "./run-event.js";

declare global {
  var runInPage: (id: string, pace: Pace) => Promise<Outcome>;
}

const hall = openHall({
  bytes: async (file) => (await fetch(file)).arrayBuffer(),
  tfjs: new URL("tfjs/", location.href).href,
  onnx: new URL("onnx/", location.href).href,
});

globalThis.runInPage = async (id, pace) => {
  const event = events.find((one) => one.id === id);
  if (!event) throw new Error(`no event ${id}`);
  return runEvent(event, await hall, pace, "Chromium");
};

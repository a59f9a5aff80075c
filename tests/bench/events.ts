import { capacityEvents } from "./capacity/events.js";
import type { Event } from "./event.js";
import { productEvents } from "./products.js";

export const events: readonly Event[] = [...productEvents, ...capacityEvents];

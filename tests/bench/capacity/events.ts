import type { Event } from "../event.js";
import { decompositions, incremental, normalEquations, ours } from "./contestants.js";
import { roofline, rooflineParts } from "./roofline.js";

const size = { d: 64, pairs: 256 };

const curve: Event = {
  id: "capacity 64 256",
  group: "capacity",
  title: "capacity curve, d = m = 64, every n to 256, one trial",
  unit: "ms",
  inPage: true,
  // Single precision against double.
  tolerance: 1e-4,
  enter: async ({ ours: module, eigen, nativeCapacity }) => [
    ours(module, size),
    ...rooflineParts(module, size),
    incremental(module, size),
    decompositions(module, eigen, size),
    normalEquations(module, size),
    ...nativeCapacity(size.d, size.pairs),
  ],
  derive: (results) => roofline(size, results),
};

/** One engine at several sizes: how time grows. */
function scaling(id: string, title: string, sizes: readonly (readonly [string, number, number])[]) {
  return {
    id,
    group: "scaling",
    title,
    unit: "ms",
    inPage: false,
    tolerance: 0,
    enter: async ({ ours: module }) =>
      sizes.map(([name, d, pairs]) => {
        const { result: _, ...entry } = ours(module, { d, pairs }, name);
        return entry;
      }),
  } satisfies Event;
}

const workers: Event = {
  id: "workers",
  group: "workers",
  title: "capacity({ keyDim: 64, pairs: 256, trials: 2048 }) of the package",
  unit: "ms",
  inPage: false,
  // The same bits.
  tolerance: 0,
  enter: async ({ packageCapacity }) => [1, 2].map(packageCapacity),
};

export const capacityEvents: Event[] = [
  curve,
  scaling(
    "scaling pairs",
    "capacity curve, d = m = 64, one trial, by number of pairs",
    [64, 256, 1000, 10_000].map((pairs) => [`N = ${pairs}`, 64, pairs] as const),
  ),
  scaling(
    "scaling dimension",
    "capacity curve, N = 2 d, one trial, by dimension",
    [16, 32, 64, 128, 256, 512, 1024].map((d) => [`d = ${d}`, d, 2 * d] as const),
  ),
  workers,
];

import type { Precision, Product } from "./contestant.js";
import { type Event, toleranceOf } from "./event.js";

const precisions: Precision[] = ["single", "double"];

const titles: Record<Product["operation"], (product: Product) => string> = {
  accumulate: ({ p, r }) => `S += V K', d = ${p}, n = ${r}`,
  reads: ({ p, q }) => `S Q, d = ${q}, n = ${p}`,
  gram: ({ p, r }) => `K'K, d = ${r}, n = ${p}`,
  "rank-one": ({ p }) => `S += v k', d = ${p}`,
};

function event(product: Product): Event {
  const { operation, precision } = product;
  const inDouble = precision === "double" ? ", double" : "";
  return {
    id: eventId(product),
    group: operation,
    title: titles[operation](product) + inDouble,
    unit: operation === "rank-one" ? "GB/s" : "GFLOP/s",
    inPage: precision === "single",
    tolerance: toleranceOf(precision),
    async enter({ contestants }) {
      const entries = [];
      for (const contestant of contestants) entries.push(...(await contestant.enter(product)));
      return entries;
    },
  };
}

function eventId({ operation, precision, p, q, r }: Product): string {
  const sizes = { accumulate: [p, r], reads: [q, p], gram: [r, p], "rank-one": [p] }[operation];
  return [operation, ...sizes, ...(precision === "double" ? ["double"] : [])].join(" ");
}

/** d and n of the sizes that PERFORMANCE's goals name. */
export const accumulateSizes = [
  [64, 64],
  [64, 256],
  [128, 256],
  [256, 1024],
] as const;
export const readSizes = [
  [64, 256],
  [128, 256],
  [256, 1024],
] as const;
export const gramSizes = [
  [64, 256],
  [128, 256],
] as const;
export const rankOneSizes = [64, 128, 256, 512, 1024] as const;

/** Every product, in both precisions. */
export const productEvents: Event[] = precisions.flatMap((precision) => [
  ...accumulateSizes.map(([d, n]) =>
    event({ operation: "accumulate", precision, p: d, q: d, r: n }),
  ),
  ...readSizes.map(([d, n]) => event({ operation: "reads", precision, p: n, q: d, r: d })),
  ...gramSizes.map(([d, n]) => event({ operation: "gram", precision, p: n, q: n, r: d })),
  ...rankOneSizes.map((d) => event({ operation: "rank-one", precision, p: d, q: d, r: 1 })),
]);

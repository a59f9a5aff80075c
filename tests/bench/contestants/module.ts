import {
  type Contestant,
  type Entry,
  type Layout,
  type Product,
  seconds,
  workOf,
} from "../contestant.js";
import { operands, zeros } from "../data.js";
import type { Module } from "../wasm.js";

/** A module whose exports are those of cpp/contestant.h. */
export function moduleContestant(
  contestant: string,
  module: Module,
  layouts: (product: Product) => readonly Layout[],
): Contestant {
  return {
    enter: (product) =>
      layouts(product).map((layout) => entry(contestant, module, product, layout)),
  };
}

function entry(contestant: string, module: Module, product: Product, layout: Layout): Entry {
  const { operation, precision, p, q, r } = product;
  const run = module.function(`${operation.replace("-", "_")}_${precision}`);
  const bits = (layout[0] === "T" ? 2 : 0) + (layout[1] === "T" ? 1 : 0);
  const { a, b } = operands(product, layout);
  const [left, right] = [module.place(a), module.place(b)];
  const out = module.place(zeros(precision, p * q));
  return {
    contestant,
    how: layout,
    work: workOf(product),
    sample: (times) => seconds(() => run(times, bits, p, q, r, left, right, out)),
    result: () => {
      const fresh = module.place(zeros(precision, p * q));
      run(1, bits, p, q, r, left, right, fresh);
      return module.take(precision, fresh, p * q);
    },
  };
}

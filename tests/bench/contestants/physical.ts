import { type Contestant, seconds, workOf } from "../contestant.js";
import { zeros } from "../data.js";
import type { Module } from "../wasm.js";

/** Steps of the peak loop in one run, about 20 microseconds. */
const steps = 5000;

/** What no WebAssembly kernel exceeds: the register peak and, for rank-one updates, the read-modify-write stream. */
export function physicalLimits(module: Module): Contestant {
  return {
    enter(product) {
      const { operation, precision, p, q } = product;
      if (operation === "rank-one") {
        const stream = module.function(`stream_${precision}`);
        const at = module.place(zeros(precision, p * q));
        return [
          {
            contestant: "stream",
            work: workOf(product),
            sample: (times) => seconds(() => stream(times, p * q, at)),
          },
        ];
      }
      const peak = module.function(`peak_${precision}`);
      const lanes = precision === "single" ? 4 : 2;
      return [
        {
          contestant: "peak",
          // Twelve multiplications and twelve additions of a whole vector each.
          work: 24 * lanes * steps,
          sample: (times) => seconds(() => peak(times, steps)),
        },
      ];
    },
  };
}

import { Matrix } from "ml-matrix";
import { type Contestant, seconds, workOf } from "../contestant.js";
import { nested, operands } from "../data.js";

/** ml-matrix multiplies doubles and has one layout. The product alone is timed, not its addition to the state. */
export const mlMatrix: Contestant = {
  enter(product) {
    const { operation, q, r } = product;
    if (operation !== "accumulate" && operation !== "reads") return [];
    const { a, b } = operands(product, "NN");
    const [left, right] = [new Matrix(nested(a, r)), new Matrix(nested(b, q))];
    return [
      {
        contestant: "ml-matrix",
        how: "NN",
        work: workOf(product),
        sample: (times) =>
          seconds(() => {
            for (let i = 0; i < times; i++) left.mmul(right);
          }),
        result: () => left.mmul(right).to1DArray(),
      },
    ];
  },
};

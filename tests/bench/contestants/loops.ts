import { type Contestant, type Product, seconds, workOf } from "../contestant.js";
import { nested, operands, ownLayout, zeros } from "../data.js";

type Run = (product: Product, a: Float32Array, b: Float32Array, out: Float32Array) => void;

// S += v k', pair after pair.
function accumulate({ p, q, r }: Product, v: Float32Array, k: Float32Array, s: Float32Array): void {
  for (let pair = 0; pair < r; pair++) {
    for (let i = 0; i < p; i++) {
      const value = v[pair * p + i] as number;
      for (let j = 0; j < q; j++) (s[i * q + j] as number) += value * (k[pair * q + j] as number);
    }
  }
}

function reads(
  { p, q, r }: Product,
  queries: Float32Array,
  s: Float32Array,
  out: Float32Array,
): void {
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < q; j++) {
      let sum = 0;
      for (let t = 0; t < r; t++) sum += (queries[i * r + t] as number) * (s[j * r + t] as number);
      out[i * q + j] = sum;
    }
  }
}

function gram({ p, r }: Product, k: Float32Array, _: Float32Array, out: Float32Array): void {
  for (let i = 0; i < p; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let t = 0; t < r; t++) sum += (k[i * r + t] as number) * (k[j * r + t] as number);
      out[i * p + j] = sum;
      out[j * p + i] = sum;
    }
  }
}

function rankOne({ p, q }: Product, v: Float32Array, k: Float32Array, s: Float32Array): void {
  for (let i = 0; i < p; i++) {
    const value = v[i] as number;
    for (let j = 0; j < q; j++) (s[i * q + j] as number) += value * (k[j] as number);
  }
}

const functions: Record<Product["operation"], Run> = {
  accumulate,
  reads,
  gram,
  "rank-one": rankOne,
};

/** Plain loops over Float32Array, as a user would write them. In single precision alone, so that each loop sees one kind of array. */
export const typedLoops: Contestant = {
  enter(product) {
    if (product.precision !== "single") return [];
    const run = functions[product.operation];
    const { a, b } = operands(product, ownLayout(product)) as Record<"a" | "b", Float32Array>;
    const out = zeros("single", product.p * product.q) as Float32Array;
    return [
      {
        contestant: "loop",
        work: workOf(product),
        sample: (times) =>
          seconds(() => {
            for (let i = 0; i < times; i++) run(product, a, b, out);
          }),
        result() {
          const fresh = new Float32Array(out.length);
          run(product, a, b, fresh);
          return fresh;
        },
      },
    ];
  },
};

function accumulateRows(v: number[][], k: number[][], s: number[][]): void {
  for (let pair = 0; pair < v.length; pair++) {
    const value = v[pair] as number[];
    const key = k[pair] as number[];
    for (let i = 0; i < value.length; i++) {
      const row = s[i] as number[];
      const factor = value[i] as number;
      for (let j = 0; j < key.length; j++) (row[j] as number) += factor * (key[j] as number);
    }
  }
}

/** The same over nested arrays, whose numbers are doubles: S += V K' alone. */
export const nestedLoops: Contestant = {
  enter(product) {
    if (product.operation !== "accumulate") return [];
    const { p, q } = product;
    const { a, b } = operands(product, ownLayout(product));
    const [v, k, s] = [nested(a, p), nested(b, q), nested(new Float64Array(p * q), q)];
    return [
      {
        contestant: "nested",
        work: workOf(product),
        sample: (times) =>
          seconds(() => {
            for (let i = 0; i < times; i++) accumulateRows(v, k, s);
          }),
        result() {
          const fresh = nested(new Float64Array(p * q), q);
          accumulateRows(v, k, fresh);
          return fresh.flat();
        },
      },
    ];
  },
};

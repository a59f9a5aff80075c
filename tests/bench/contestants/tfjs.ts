import { setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";
import { type Contestant, type Layout, type Product, seconds, workOf } from "../contestant.js";
import { layoutsOf, operands } from "../data.js";

/** TensorFlow.js on its WebAssembly backend, SIMD, one thread; `folder` holds its own WebAssembly files. */
export async function tfjs(folder: string): Promise<Contestant> {
  setWasmPaths(folder);
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
  await tf.setBackend("wasm");
  await tf.ready();
  return {
    enter(product) {
      if (product.precision !== "single") return [];
      const { operation } = product;
      if (operation === "rank-one") return [rankOne(product)];
      return (operation === "gram" ? (["NT"] as const) : layoutsOf(product)).map((layout) =>
        multiplication(product, layout),
      );
    },
  };
}

// The product alone, not its addition to the state nor the copy of the result to JavaScript: what favours the peer.
function multiplication(product: Product, layout: Layout) {
  const { operation, p, q, r } = product;
  const [ta, tb] = [layout[0] === "T", layout[1] === "T"];
  const { a, b } = operands(product, operation === "gram" ? "NN" : layout);
  const left = tf.tensor2d(a as Float32Array, ta ? [r, p] : [p, r]);
  const right = operation === "gram" ? left : tf.tensor2d(b as Float32Array, tb ? [q, r] : [r, q]);
  return {
    contestant: "tfjs",
    how: layout,
    work: workOf(product),
    sample: (times: number) =>
      seconds(() => {
        for (let i = 0; i < times; i++) tf.matMul(left, right, ta, tb).dispose();
      }),
    result: () => taken(tf.matMul(left, right, ta, tb)),
    leave: () => tf.dispose([left, right]),
  };
}

function rankOne(product: Product) {
  const { a, b } = operands(product, "NN");
  const [v, k] = [tf.tensor1d(a as Float32Array), tf.tensor1d(b as Float32Array)];
  let state = tf.zeros([product.p, product.q]);
  const next = (before: tf.Tensor) => tf.tidy(() => tf.add(before, tf.outerProduct(v, k)));
  return {
    contestant: "tfjs",
    work: workOf(product),
    sample: (times: number) =>
      seconds(() => {
        for (let i = 0; i < times; i++) {
          const after = next(state);
          state.dispose();
          state = after;
        }
      }),
    result: () => taken(next(tf.zeros([product.p, product.q]))),
    leave: () => tf.dispose([v, k, state]),
  };
}

function taken(tensor: tf.Tensor): Float32Array {
  const numbers = tensor.dataSync();
  tensor.dispose();
  return numbers;
}

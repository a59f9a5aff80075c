import * as ort from "onnxruntime-web/wasm";
import { type Contestant, type Entry, type Layout, type Product, workOf } from "../contestant.js";
import { layoutsOf, operands } from "../data.js";
import { multiplicationModel } from "./onnx-model.js";

/** onnxruntime-web on its WebAssembly backend, one thread; `folder` holds its own WebAssembly files. */
export function onnx(folder: string): Contestant {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = folder;
  return {
    async enter(product) {
      const { operation, precision } = product;
      if (precision !== "single" || (operation !== "accumulate" && operation !== "reads"))
        return [];
      return Promise.all(layoutsOf(product).map((layout) => entry(product, layout)));
    },
  };
}

async function entry(product: Product, layout: Layout): Promise<Entry> {
  const { p, q, r } = product;
  const session = await ort.InferenceSession.create(multiplicationModel(p, q, r, layout));
  const { a, b } = operands(product, layout);
  const feeds = {
    a: new ort.Tensor("float32", a as Float32Array, layout[0] === "T" ? [r, p] : [p, r]),
    b: new ort.Tensor("float32", b as Float32Array, layout[1] === "T" ? [q, r] : [r, q]),
  };
  return {
    contestant: "onnx",
    how: layout,
    work: workOf(product),
    async sample(times) {
      const start = performance.now();
      for (let i = 0; i < times; i++) await session.run(feeds);
      return (performance.now() - start) / 1000;
    },
    result: async () => (await session.run(feeds)).c?.data as Float32Array,
    leave: () => void session.release(),
  };
}

import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A compiled module. */
export const built = (file: string) => join(root, "build/bench/wasm", file);

const installed = (path: string) => join(root, "tests/bench/node_modules", path);

/** Folders of two peers' own WebAssembly files. */
export const peers = {
  tfjs: `${installed("@tensorflow/tfjs-backend-wasm/dist")}/`,
  onnx: `${installed("onnxruntime-web/dist")}/`,
};

import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A compiled module. */
export const built = (file: string) => join(root, "build/bench/wasm", file);

const installed = (path: string) => join(root, "tests/bench/node_modules", path);

/** Folders of two peers' own WebAssembly files. */
export const peers = {
  tfjs: `${installed("@tensorflow/tfjs-backend-wasm/dist")}/`,
  onnx: `${installed("onnxruntime-web/dist")}/`,
};

/** The built package: by its file, since a package.json lies between it and us. */
export const packageEntry = pathToFileURL(join(root, "dist/index-node.js")).href;

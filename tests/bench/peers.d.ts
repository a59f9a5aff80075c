// The peers are installed by `npm run bench` alone; the types of what is used of them are here, so that the bench is
// checked without them.

declare module "ml-matrix" {
  export class Matrix {
    constructor(rows: number[][]);
    mmul(other: Matrix): Matrix;
    to1DArray(): number[];
  }
}

declare module "@tensorflow/tfjs-backend-wasm" {
  export function setWasmPaths(folder: string): void;
}

declare module "@tensorflow/tfjs-core" {
  export interface Tensor {
    dataSync(): Float32Array;
    dispose(): void;
  }
  export function env(): { set(flag: string, value: boolean): void };
  export function setBackend(name: string): Promise<boolean>;
  export function ready(): Promise<void>;
  export function tensor1d(values: Float32Array): Tensor;
  export function tensor2d(values: Float32Array, shape: [number, number]): Tensor;
  export function zeros(shape: [number, number]): Tensor;
  export function matMul(a: Tensor, b: Tensor, transposeA?: boolean, transposeB?: boolean): Tensor;
  export function outerProduct(a: Tensor, b: Tensor): Tensor;
  export function add(a: Tensor, b: Tensor): Tensor;
  export function tidy(work: () => Tensor): Tensor;
  export function dispose(tensors: Tensor[]): void;
}

declare module "onnxruntime-web/wasm" {
  export class Tensor {
    constructor(type: "float32", data: Float32Array, dims: number[]);
    readonly data: unknown;
  }
  export interface InferenceSession {
    run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
    release(): Promise<void>;
  }
  export const InferenceSession: { create(model: Uint8Array): Promise<InferenceSession> };
  export const env: { wasm: { numThreads: number; wasmPaths: string } };
}

import type { Contestant, Entry } from "./contestant.js";
import { nestedLoops, typedLoops } from "./contestants/loops.js";
import { mlMatrix } from "./contestants/ml-matrix.js";
import { moduleContestant } from "./contestants/module.js";
import { onnx } from "./contestants/onnx.js";
import { physicalLimits } from "./contestants/physical.js";
import { tfjs } from "./contestants/tfjs.js";
import { layoutsOf, ownLayout } from "./data.js";
import { Module, type Place } from "./wasm.js";

/** Where events find their contestants. */
export interface Hall {
  readonly contestants: readonly Contestant[];
  readonly ours: Module;
  readonly eigen: Module;
  /** What runs outside WebAssembly and JavaScript: the engine natively. Nothing in a page. */
  nativeCapacity(d: number, pairs: number): Entry[];
  /** The package itself, with so many workers: in Node alone. */
  packageCapacity(workers: number): Entry;
}

/** Everybody who runs in Node and in a page alike. */
export async function openHall(place: Place): Promise<Hall> {
  const ours = await Module.load(await place.bytes("bench_ours.wasm"));
  const eigen = await Module.load(await place.bytes("bench_eigen.wasm"));
  return {
    contestants: [
      moduleContestant("ours", ours, (product) => [ownLayout(product)]),
      physicalLimits(ours),
      typedLoops,
      nestedLoops,
      mlMatrix,
      await tfjs(place.tfjs),
      onnx(place.onnx),
      moduleContestant("eigen", eigen, layoutsOf),
    ],
    ours,
    eigen,
    nativeCapacity: () => [],
    packageCapacity: () => {
      throw new Error("the package is measured in Node");
    },
  };
}

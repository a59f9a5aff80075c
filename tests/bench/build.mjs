// Builds the contestants of tests/bench/cpp: to WebAssembly, for this processor, and for 128-bit vectors.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { findEigen } from "../../.ci/requirements.mjs";
import { must, root } from "../../.ci/shell.mjs";

/** The instruction set in which an x86 processor has what WebAssembly has; others have no more than that by default. */
const narrow = process.arch === "x64" ? "-msse4.2" : "";

const builds = [
  { name: "wasm", wrapper: ["emcmake"], flags: "", targets: ["ours", "eigen"] },
  { name: "native", wrapper: [], flags: "-march=native", targets: ["ours", "eigen", "openblas"] },
  { name: "narrow", wrapper: [], flags: narrow, targets: ["ours", "eigen"] },
];

async function buildOne({ name, wrapper, flags, targets }) {
  const folder = `build/bench/${name}`;
  if (!existsSync(join(root, folder, "build.ninja"))) {
    const [program, ...args] = [
      ...wrapper,
      ...["cmake", "-S", ".", "-B", folder, "-G", "Ninja"],
      "-DCMAKE_BUILD_TYPE=Release",
      `-DCMAKE_CXX_FLAGS=${flags}`,
      "-DMATRIX_MEMORY_BENCH=ON",
      `-DEigen3_DIR=${findEigen()}`,
    ];
    await must(program, args);
  }
  await must("cmake", [
    "--build",
    folder,
    "--target",
    ...targets.map((target) => `bench_${target}`),
  ]);
}

export async function buildBench() {
  for (const one of builds) await buildOne(one);
}

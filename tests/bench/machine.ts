import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

const processorFile = "/proc/cpuinfo";

/** Whether the processor has AVX-512; only Linux says. */
export function hasWideVectors(): boolean {
  return existsSync(processorFile) && / avx512f /.test(readFileSync(processorFile, "utf8"));
}

/** The processor as it calls itself. A virtual machine may hide its number: then family and model tell more. */
function processor(): string {
  const all = cpus();
  const text = existsSync(processorFile) ? readFileSync(processorFile, "utf8") : "";
  const field = (key: string) => new RegExp(`^${key}\\s*: (\\d+)`, "m").exec(text)?.[1];
  const family = field("cpu family");
  const detail = family ? ` (family ${family}, model ${field("model")})` : "";
  return `${all[0]?.model.trim()}${detail}, ${all.length} cores`;
}

const firstLine = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: "utf8" }).split("\n")[0]?.trim() ?? "";

/** What the numbers depend on. */
export interface Machine {
  readonly processor: string;
  readonly node: string;
  readonly v8: string;
  readonly emcc: string;
  readonly compiler: string;
  readonly chromium?: string;
}

export function machine(): Machine {
  return {
    processor: processor(),
    node: process.versions.node,
    v8: process.versions.v8,
    emcc: /\d+\.\d+\.\d+/.exec(firstLine("emcc", "--version"))?.[0] ?? "",
    compiler: firstLine("c++", "--version"),
  };
}

import {
  accessSync,
  constants,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { CapacityCurve } from "matrix-memory";
import { Failure, refuse, systemReason, UsageError } from "./errors.js";
import type { OptionTable, Words } from "./words.js";

export const outputOptions: OptionTable = {
  format: {
    value: "csv|json",
    help: "what is printed; default csv, or json where the output's name ends in .json",
  },
  output: { value: "file", help: "writes to the file, whole or not at all, instead of printing" },
};

/** Where a curve goes, and how it is written. */
export interface Output {
  write(curve: CapacityCurve): Promise<void>;
}

/** Refuses now, and not after hours of computation, what could not be written then. */
export function prepareOutput({ options }: Words): Output {
  const path = options.get("output");
  const format = options.get("format") ?? (path?.endsWith(".json") ? "json" : "csv");
  if (format !== "csv" && format !== "json") refuse("format", format, "csv or json");
  const textOf = format === "csv" ? csvOf : (curve: CapacityCurve) => `${JSON.stringify(curve)}\n`;
  if (path === undefined) return { write: (curve) => print(textOf(curve)) };
  const target = targetOf(path);
  return { write: (curve) => save(path, target, textOf(curve)) };
}

/** A line for each memory and n, or age, every number in full; a number that does not exist is left out. */
function csvOf({ memories, pairs, ages }: CapacityCurve): string {
  const columns = ["memory", "n", ...(ages ? ["age"] : [])];
  const places = ages ? ages.map((age) => [...pairs, age]) : pairs.map((n) => [n]);
  const lines = memories.flatMap(({ name, mean, standardError, theory, stateBytes }) =>
    places.map((place, i) => {
      const bytes = stateBytes[ages ? 0 : i];
      const numbers = [...place, mean[i], standardError[i], theory?.[i], bytes];
      return [quoted(name), ...numbers.map((x) => (Number.isFinite(x) ? String(x) : ""))];
    }),
  );
  const header = [...columns, "mean", "standard_error", "theory", "state_bytes"];
  return `${[header, ...lines].map((line) => line.join(",")).join("\n")}\n`;
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export async function print(text: string): Promise<void> {
  const { stdout } = process;
  try {
    await new Promise<void>((resolve, reject) => {
      // Said once to the callback and once to all the world.
      stdout.on("error", reject);
      stdout.write(text, (error) => (error ? reject(error) : resolve()));
    });
  } catch (error) {
    // Whoever read has read enough (| head).
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return;
    throw new Failure(`standard output cannot be written: ${systemReason(error)}`);
  }
}

interface Target {
  /** Where the file is, behind whatever links lead there. */
  readonly path: string;
  /** A pipe or a device, which cannot be replaced. */
  readonly stays: boolean;
}

function targetOf(given: string): Target {
  try {
    const there = statSync(given, { throwIfNoEntry: false });
    if (there?.isDirectory() || given === "") {
      throw new UsageError(`--output is ${JSON.stringify(given)}, expected a file`);
    }
    const stays = there !== undefined && !there.isFile();
    const path = there?.isFile() ? realpathSync(given) : given;
    accessSync(stays ? path : dirname(path), constants.W_OK);
    return { path, stays };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new Failure(`--output: ${given} cannot be written: ${systemReason(error)}`);
  }
}

/** In one go, with nothing else in between: an interrupt comes before all of it or after. */
async function save(given: string, { path, stays }: Target, text: string): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  try {
    if (stays) {
      await writeFile(path, text);
      return;
    }
    writeFileSync(beside, text, { flag: "wx" });
    renameSync(beside, path);
  } catch (error) {
    if (!stays) rmSync(beside, { force: true });
    if (stays && (error as NodeJS.ErrnoException).code === "EPIPE") return;
    throw new Failure(`--output: ${given} cannot be written: ${systemReason(error)}`);
  }
}

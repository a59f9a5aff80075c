import { readFileSync } from "node:fs";
import { type CapacityCurve, load } from "matrix-memory";
import { Failure, systemReason, UsageError } from "./errors.js";
import { inFileNames } from "./messages.js";
import { outputOptions, prepareOutput } from "./output.js";
import type { OptionTable, Words } from "./words.js";

export const mergeOptions: OptionTable = outputOptions;

/** Joins the shards that the files hold, in whatever order, to the bits of the whole run. */
export async function runMerge(words: Words): Promise<void> {
  const files = words.rest;
  if (files.length === 0) {
    throw new UsageError("no file is given, expected what capacity wrote as JSON");
  }
  const output = prepareOutput(words);
  const { mergeCapacity } = await load();
  const parts = files.map(readCurve);
  let whole: CapacityCurve;
  try {
    whole = mergeCapacity(parts);
  } catch (error) {
    throw new Failure(inFileNames((error as Error).message, files));
  }
  await output.write(whole);
}

function readCurve(file: string): CapacityCurve {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${systemReason(error)}`);
  }
  try {
    return JSON.parse(text) as CapacityCurve;
  } catch {
    throw new Failure(`${file} is no JSON, expected what capacity wrote with --format json`);
  }
}

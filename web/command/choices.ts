import { readFileSync } from "node:fs";
import type { CapacityOptions } from "matrix-memory";
import { Failure, refuse, systemReason, UsageError } from "./errors.js";
import { numberOf } from "./numbers.js";

type Memories = NonNullable<CapacityOptions["memories"]>;
type Keys = NonNullable<CapacityOptions["keys"]>;

/** Rules whose name is no preset's: alone, too, they are meant as rules. */
export const rules = ["decay", "delta", "gated-delta", "recursive-least-squares", "cache"];
const otherChoices = ["normalise", "features", "read", "precision"];

/**
 * Memories, one after the other: `additive`, a preset, a rule with its parameters (`delta:beta=0.5`) and, if need be,
 * with the names of other choices (`delta:beta=0.5:normalise=unit`). Or all of them as JSON, in the words of the
 * library's `memories`, here or in a file.
 */
export function readMemories(text: string): Memories {
  if (/^\s*[[{]/.test(text)) return [fromJSON("memories", text)].flat() as Memories;
  if (text.endsWith(".json"))
    return [fromJSON("memories", readText("memories", text))].flat() as Memories;
  return text.split(",").map((item) => {
    const { name, parameters } = readChoice("memories", item);
    if (parameters.length === 0 && !rules.includes(name)) return name as Memories[number];
    const isOther = ([parameter]: [string, unknown]): boolean => otherChoices.includes(parameter);
    return {
      ...Object.fromEntries(parameters.filter(isOther)),
      rule: { name, ...Object.fromEntries(parameters.filter((each) => !isOther(each))) },
    } as Memories[number];
  });
}

/** How keys are drawn: `sphere`, `sparse:active=4`, `correlated:cosine=0.2`, or `rows:` and a file of them. */
export function readKeys(text: string): Keys {
  if (text.startsWith("rows:")) return { name: "rows", rows: readRows(text.slice(5)) };
  const { name, parameters } = readChoice("keys", text);
  if (!["sphere", "sparse", "correlated"].includes(name)) {
    refuse("keys", text, "sphere, sparse:active=4, correlated:cosine=0.2 or rows:file.csv");
  }
  if (name === "sphere" && parameters.length === 0) return name;
  return { name, ...Object.fromEntries(parameters) } as Keys;
}

/** `name:parameter=value:...`; a value that is a number, true or false is meant as one. */
function readChoice(
  option: string,
  text: string,
): { name: string; parameters: [string, unknown][] } {
  const [name = "", ...assignments] = text.split(":");
  const parameters = assignments.map((assignment): [string, unknown] => {
    const [, parameter, value] = /^([^=]+)=(.+)$/.exec(assignment) ?? [];
    if (parameter === undefined || value === undefined) {
      refuse(option, text, "a name, or a name with parameters like delta:beta=0.5");
    }
    return [
      parameter,
      value === "true" || value === "false" ? value === "true" : (numberOf(value) ?? value),
    ];
  });
  return { name, parameters };
}

/** Vectors of a file: nested arrays in JSON, or a line each, its numbers between commas or blanks. */
function readRows(path: string): number[][] {
  const text = readText("keys", path);
  if (path.endsWith(".json")) return fromJSON("keys", text) as number[][];
  return text
    .split(/\r?\n/)
    .map((line, index): [string, number] => [line.trim(), index + 1])
    .filter(([line]) => line !== "")
    .map(([line, number]) =>
      line.split(/\s*[,;\s]\s*/).map((word) => {
        const value = numberOf(word);
        if (value !== undefined) return value;
        throw new UsageError(
          `--keys: ${path}, line ${number} has ${JSON.stringify(word)}, expected numbers`,
        );
      }),
    );
}

function readText(option: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Failure(`--${option}: ${path} cannot be read: ${systemReason(error)}`);
  }
}

function fromJSON(option: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--${option} is no JSON: ${(error as Error).message}`);
  }
}

import { parseArgs } from "node:util";
import { UsageError } from "./errors.js";

/** The options of a command: what each stands for, and what it is called in the help. */
export type OptionTable = Readonly<Record<string, OptionEntry>>;

export interface OptionEntry {
  /** What its value is called. */
  readonly value: string;
  readonly help: string;
}

export interface Words {
  /** What was given, by the option's name without dashes. */
  readonly options: ReadonlyMap<string, string>;
  /** What is no option. */
  readonly rest: readonly string[];
}

/** Reads a command's words. An option that does not exist, is given twice or has no value must not pass in silence. */
export function readWords(args: readonly string[], table: OptionTable): Words {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.keys(table).map((name) => [name, { type: "string" }])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options = new Map<string, string>();
  const rest: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") rest.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const entry = Object.hasOwn(table, name) ? table[name] : undefined;
    if (entry === undefined) {
      const known = [...Object.keys(table), "help"].map((each) => `--${each}`);
      throw new UsageError(`${rawName} is no option, expected one of ${known.join(", ")}`);
    }
    if (options.has(name)) throw new UsageError(`--${name} is given twice, expected once`);
    if (value === undefined || (!inlineValue && value.startsWith("--"))) {
      throw new UsageError(`--${name} has no value, expected --${name} ${entry.value}`);
    }
    options.set(name, value);
  }
  return { options, rest };
}

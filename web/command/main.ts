#!/usr/bin/env node
import { load } from "matrix-memory";
import { capacityOptions, runCapacity } from "./capacity.js";
import { exitCodes, UsageError } from "./errors.js";
import { type Command, generalHelp, helpOf } from "./help.js";
import { mergeOptions, runMerge } from "./merge.js";
import { print } from "./output.js";
import { clearProgress } from "./progress.js";
import { readWords, type Words } from "./words.js";

const commands: Readonly<Record<string, Command & { run(words: Words): Promise<void> }>> = {
  capacity: {
    usage: "--key-dim d --pairs n --trials count [options]",
    purpose: "Measures how much memories hold: the error of reading back n stored pairs.",
    options: capacityOptions,
    examples: [
      "matrix-memory capacity --key-dim 64 --pairs 256 --trials 1000 --output curve.csv",
      "matrix-memory capacity --key-dim 64 --pairs 16:256:16 --trials 100 --memories delta,mesa",
    ],
    run: runCapacity,
  },
  merge: {
    usage: "file.json ... [options]",
    purpose: "Joins the shards of one capacity run to the very bits of the whole.",
    options: mergeOptions,
    examples: ["matrix-memory merge shard-*.json --output curve.csv"],
    run: runMerge,
  },
};

const isHelp = (word: string | undefined): boolean => word === "--help" || word === "-h";

async function main([name, ...args]: readonly string[]): Promise<void> {
  if (isHelp(name)) return print(generalHelp(commands));
  if (name === "--version") return print(`${(await load()).version}\n`);
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name === undefined || command === undefined) {
    const said =
      name === undefined ? "no command is given" : `${JSON.stringify(name)} is no command`;
    const known = Object.keys(commands).join(", ");
    throw new UsageError(`${said}, expected ${known}, --help or --version`);
  }
  if (args.some(isHelp)) return print(helpOf(name, command));
  await command.run(readWords(args, command.options));
}

/** At once, whatever the workers are doing: results are written whole or not at all, so nothing is left behind. */
function stop(exitCode: number): void {
  clearProgress();
  process.exit(exitCode);
}

process.once("SIGINT", () => stop(exitCodes.interrupted));
process.once("SIGTERM", () => stop(exitCodes.terminated));

const args = process.argv.slice(2);
try {
  await main(args);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const where = [
    "matrix-memory",
    ...(args[0] && Object.hasOwn(commands, args[0]) ? [args[0]] : []),
  ];
  console.error(`${where.join(" ")}: ${message.replace(/\s+/g, " ")}`);
  process.exitCode = error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

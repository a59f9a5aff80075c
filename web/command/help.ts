import type { OptionTable } from "./words.js";

/** A command, as its help shows it. */
export interface Command {
  readonly usage: string;
  /** What it does, in a line. */
  readonly purpose: string;
  readonly options: OptionTable;
  readonly examples: readonly string[];
}

const exits = "Exit codes: 0 done, 1 failed, 2 wrong command line, 130 interrupted.\n";

export function helpOf(name: string, { usage, purpose, options, examples }: Command): string {
  const labels = Object.entries(options).map(([option, { value }]) => `  --${option} ${value}`);
  const width = Math.max(...labels.map(({ length }) => length)) + 2;
  const lines = Object.values(options).flatMap(({ help }, index) => {
    const [first = "", ...more] = folded(help, 100 - width);
    return [
      (labels[index] ?? "").padEnd(width) + first,
      ...more.map((line) => " ".repeat(width) + line),
    ];
  });
  return `${purpose}

Usage: matrix-memory ${name} ${usage}

${lines.join("\n")}
${"  --help".padEnd(width)}this text

${examples.map((example) => `  ${example}\n`).join("")}
${exits}`;
}

export function generalHelp(commands: Readonly<Record<string, Command>>): string {
  const lines = Object.entries(commands).map(
    ([name, { purpose }]) => `  ${name.padEnd(10)}${purpose}`,
  );
  return `How much can a matrix remember?

Usage: matrix-memory <command> [options]

${lines.join("\n")}

  matrix-memory <command> --help    the command's options
  matrix-memory --version           the version

${exits}`;
}

/** Lines of at most so many characters. */
function folded(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

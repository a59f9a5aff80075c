// What may be said after `npm run bench --`.

import { parseArgs } from "node:util";
import { Refusal } from "../../.ci/shell.mjs";

const groups = ["accumulate", "reads", "gram", "rank-one", "capacity", "scaling", "workers"];

export const help = `npm run bench -- [options]

Installs what it compares with, builds, measures everything in turns, prints each goal with its floor,
and writes build/reports/bench.json.

  --only GROUPS    of ${groups.join(", ")} (gemm means accumulate)
  --rounds N       rounds in which everybody runs once (default 15; what needs seconds for one run takes part in fewer)
  --quick          5 rounds and a short warm-up
  --node           in Node alone, not in Chromium
  --write          puts the tables into docs/performance.md
  --help           this
`;

export function benchOptions(args) {
  const { values } = parse(args);
  const rounds = Number(values.rounds ?? (values.quick ? 5 : 15));
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Refusal(`--rounds is ${values.rounds}, expected a whole number of at least 1`);
  }
  const only = values.only?.split(",").map((name) => (name === "gemm" ? "accumulate" : name));
  const unknown = only?.find((name) => !groups.includes(name));
  if (unknown !== undefined) {
    throw new Refusal(`--only has ${unknown}, expected some of ${groups.join(", ")}`);
  }
  return {
    help: values.help ?? false,
    groups: only ?? groups,
    pace: { rounds, warmUp: values.quick ? 0.05 : 0.25 },
    chromium: !values.node,
    write: values.write ?? false,
  };
}

function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: "string" },
        rounds: { type: "string" },
        quick: { type: "boolean" },
        node: { type: "boolean" },
        write: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new Refusal(`${error.message}\n\n${help}`);
  }
}

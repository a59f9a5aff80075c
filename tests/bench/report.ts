import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Outcome } from "./event.js";
import type { Machine } from "./machine.js";
import { root } from "./places.js";
import { type Mark, marks } from "./ratios.js";
import type { Pace } from "./rounds.js";

/** All that was measured, as build/reports/bench.json has it. */
export interface Report {
  readonly date: string;
  readonly machine: Machine;
  readonly pace: Pace;
  readonly outcomes: readonly Outcome[];
  readonly marks: readonly Mark[];
}

const file = join(root, "build/reports/bench.json");

export function reportOf(machine: Machine, pace: Pace, outcomes: readonly Outcome[]): Report {
  return {
    date: new Date().toISOString(),
    machine,
    pace,
    outcomes,
    marks: [...marks(outcomes, "Node"), ...marks(outcomes, "Chromium")],
  };
}

/**
 * Writes the report down together with the events of an earlier one that were not run again: every ratio is taken within
 * an event, so that a long run may be made in pieces.
 */
export function save({ machine, pace, outcomes }: Report): Report {
  const earlier: readonly Outcome[] = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Report).outcomes
    : [];
  const isNew = ({ id, where }: Outcome) =>
    outcomes.some((outcome) => outcome.id === id && outcome.where === where);
  const merged = reportOf(machine, pace, [
    ...earlier.filter((outcome) => !isNew(outcome)),
    ...outcomes,
  ]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(merged, null, 1)}\n`);
  return merged;
}

import type { Outcome, Result } from "./event.js";
import type { Machine } from "./machine.js";
import type { Mark } from "./ratios.js";
import { median } from "./rounds.js";
import { titles } from "./titles.js";

export const title = (name: string) => titles[name] ?? name;

/** Three digits that matter. */
function number(x: number): string {
  if (x >= 100) return x.toFixed(0);
  return x >= 10 ? x.toFixed(1) : x.toPrecision(3);
}

function measured({ unit }: Outcome, { work, seconds }: Result): string {
  const time = median(seconds);
  return unit === "ms" ? number(time * 1e3) : number(work / time / 1e9);
}

/** What each contestant reached, with its layout where that was a choice. */
export function resultCells(outcome: Outcome): [string, string][] {
  return outcome.results.map((result) => {
    const how = result.how && result.contestant !== "ours" ? ` ${result.how}` : "";
    return [result.contestant, measured(outcome, result) + how];
  });
}

/** One event in lines: a contestant, what it reached, and how many times as fast ours is. */
export function outcomeLines(outcome: Outcome): string[] {
  const ours = outcome.results.find(({ contestant }) => contestant === "ours");
  const mine = ours && ours.work / median(ours.seconds);
  const lines = outcome.results.map((result) => {
    const name = title(result.contestant) + (result.how ? ` (${result.how})` : "");
    const times =
      mine && result !== ours ? mine / (result.work / median(result.seconds)) : undefined;
    const comparison = times === undefined ? "" : `${number(times)}x`;
    return `  ${name.padEnd(38)}${measured(outcome, result).padStart(9)}${comparison.padStart(10)}`;
  });
  const heading = `${outcome.title}, ${outcome.where}`;
  return [`${heading.padEnd(40)}${outcome.unit.padStart(9)}`, ...lines];
}

const plain = (x: number, share: boolean | undefined) =>
  share ? x.toFixed(2) : `${Number(x.toPrecision(3))}x`;

/** The cells of one goal. */
export function markCells({ goal, ratio, worst, floor, reached }: Mark): string[] {
  const limit = (x: number) => (goal.below ? "<= " : "") + plain(x, goal.share);
  const value = goal.share ? ratio.toFixed(3) : `${number(ratio)}x`;
  return [
    goal.text,
    value,
    limit(goal.floor),
    floor,
    limit(goal.goal),
    reached,
    goal.events.length > 1 ? worst : "",
  ];
}

export const markHeadings = ["", "measured", "floor", "", "goal", "reached", "worst at"];

/** Goals in columns, those of Node and then those of Chromium. */
export function markLines(marks: readonly Mark[]): string[] {
  return (["Node", "Chromium"] as const).flatMap((where) => {
    const rows = marks.filter((mark) => mark.where === where).map(markCells);
    return rows.length === 0 ? [] : [...columns([[where, ...markHeadings.slice(1)], ...rows]), ""];
  });
}

export function machineLines({ processor, node, v8, chromium, emcc, compiler }: Machine): string[] {
  return [
    processor,
    `Node ${node} (V8 ${v8})${chromium ? `, ${chromium}` : ""}, emcc ${emcc}, ${compiler}`,
  ];
}

/** Cells padded to columns as wide as their widest. */
function columns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

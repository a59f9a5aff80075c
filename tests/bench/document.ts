import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { groups, type Outcome } from "./event.js";
import { root } from "./places.js";
import type { Report } from "./report.js";
import { machineLines, markCells, markHeadings, resultCells, title } from "./table.js";

const file = join(root, "docs/performance.md");

/** Puts the tables of a report between the marks that docs/performance.md has for them. */
export function writeDocument(report: Report): void {
  const parts = {
    machine: machineLines(report.machine),
    goals: goals(report),
    events: all(report),
  };
  let text = readFileSync(file, "utf8");
  for (const [name, lines] of Object.entries(parts)) {
    const [start, end] = [`<!-- bench: ${name} -->`, `<!-- end of ${name} -->`];
    const from = text.indexOf(start);
    const to = text.indexOf(end);
    if (from < 0 || to < from) throw new Error(`${file} has no place for ${name}`);
    text = `${text.slice(0, from + start.length)}\n\n${lines.join("\n")}\n\n${text.slice(to)}`;
  }
  writeFileSync(file, text);
}

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

function tableOf(headings: readonly string[], rows: readonly string[][]): string[] {
  return [row(headings), row(headings.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(row)];
}

function goals({ marks }: Report): string[] {
  return (["Node", "Chromium"] as const).flatMap((where) => {
    const rows = marks.filter((mark) => mark.where === where).map(markCells);
    return rows.length === 0 ? [] : ["", ...tableOf([where, ...markHeadings.slice(1)], rows)];
  });
}

/** One table a group and place: contestants down, events across. */
function all({ outcomes }: Report): string[] {
  return groups.flatMap((group) =>
    (["Node", "Chromium"] as const).flatMap((where) =>
      grouped(outcomes.filter((outcome) => outcome.group === group && outcome.where === where)),
    ),
  );
}

function grouped(outcomes: readonly Outcome[]): string[] {
  const [first] = outcomes;
  if (!first) return [];
  const cells = outcomes.map((outcome) => new Map(resultCells(outcome)));
  const names = [...new Set(cells.flatMap((column) => [...column.keys()]))];
  return [
    "",
    ...tableOf(
      [`${first.where}, ${first.unit}`, ...outcomes.map((outcome) => outcome.title)],
      names.map((name) => [title(name), ...cells.map((column) => column.get(name) ?? "")]),
    ),
  ];
}

import type { Table } from "../figures/index.js";

/**
 * A table as RFC 4180 has it. Numbers are written in the fewest digits that give back the same bits, seventeen at most;
 * a column's unit stands in brackets after its name.
 */
export function toCSV({ columns, rows, units = {} }: Table): string {
  const header = columns.map((name) => (units[name] ? `${name} [${units[name]}]` : name));
  return [header, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(cell: string | number | null): string {
  const text = cell === null ? "" : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

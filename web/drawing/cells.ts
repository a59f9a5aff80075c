import type { VNode } from "snabbdom";
import { group, type Role, s } from "./svg.js";

/* Tables without brackets: shaded cells that share their rows and columns with what stands above, below or beside. */

export interface CellPlace {
  /** Upper left corner of the first cell, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

export interface Cell {
  /** The number as it is shown, if it is; a cell too narrow for it shows its shade alone. */
  readonly text: string;
  /** What the number stands for: the colour of the shade. */
  readonly role: Role;
  /** Shading, from 0 (nearly none) to 1. */
  readonly strength: number;
  readonly strong?: boolean;
}

const narrowestWithNumber = 29;
const gap = 1.5;

export function drawCell(place: CellPlace, row: number, column: number, cell: Cell): VNode {
  const { cellWidth, cellHeight } = place;
  const [left, top] = [place.x + column * cellWidth, place.y + row * cellHeight];
  const size = cellWidth < 48 ? "mm-tiny" : "mm-small";
  const number = s(
    "text",
    {
      class: `mm-number ${size}${cell.strong ? " mm-strong" : ""}`,
      x: left + cellWidth / 2,
      y: top + cellHeight / 2,
      dy: "0.35em",
      "text-anchor": "middle",
    },
    cell.text,
  );
  return group({ key: `${row},${column}`, class: "mm-cell" }, [
    s("rect", {
      class: `mm-cell-shade mm-${cell.role}`,
      x: left + gap / 2,
      y: top + gap / 2,
      width: cellWidth - gap,
      height: cellHeight - gap,
      rx: 2,
      "fill-opacity": 0.04 + 0.34 * Math.min(1, Math.abs(cell.strength)),
    }),
    cell.text && cellWidth >= narrowestWithNumber ? number : undefined,
  ]);
}

/** What a table is, above its middle. */
export function drawTableTitle(place: CellPlace, columns: number, text: string): VNode {
  const middle = place.x + (columns * place.cellWidth) / 2;
  return s(
    "text",
    { key: "title", class: "mm-panel-title", x: middle, y: place.y - 10, "text-anchor": "middle" },
    text,
  );
}

import type { VNode } from "snabbdom";
import { formatNumber } from "./numbers.js";
import { group, linePath, type Point, type Role, s } from "./svg.js";

export interface MatrixOptions {
  readonly id: string;
  /** Rows of numbers. */
  readonly rows: readonly (readonly number[])[];
  /** Upper left corner of the brackets, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly cellWidth?: number;
  readonly cellHeight?: number;
  readonly title?: string;
  /** What the numbers are: the colour of the text and of the shading. */
  readonly role?: Role;
  /** Shading from 0 (none) to 1, a cell; by the numbers' size where not given. */
  readonly shade?: (row: number, column: number) => { role: Role; strength: number } | undefined;
  /** How opaque a shading of 1 is. Default 0.3. */
  readonly depth?: number;
  /** What else a cell does: lights up, can be focused. Cells are hidden from assistive technology unless this is given. */
  readonly cell?: (node: VNode, row: number, column: number) => VNode;
  /** The name of a table whose cells are reached with the arrow keys (`cell` makes them `reachable`). */
  readonly table?: string;
}

export const matrixCell = { width: 64, height: 42 } as const;
const bracket = 7;

export function matrixSize(
  rows: number,
  columns: number,
  options: Partial<MatrixOptions> = {},
): Point {
  const { cellWidth = matrixCell.width, cellHeight = matrixCell.height } = options;
  return [columns * cellWidth + 2 * bracket, rows * cellHeight + 2];
}

/** A matrix in brackets, cells shaded by role; numbers have two places where there is room for them, one where there is less. */
export function drawMatrix(options: MatrixOptions): VNode {
  const { rows, x, y, table } = options;
  const [width, height] = matrixSize(rows.length, rows[0]?.length ?? 0, options);
  const cells = rows.map((row, i) =>
    group(
      { key: `row-${i}`, role: table && "row" },
      row.map((value, j) => {
        const cell = drawCell(options, value, i, j);
        return options.cell ? options.cell(cell, i, j) : cell;
      }),
    ),
  );
  const title =
    options.title === undefined
      ? undefined
      : s(
          "text",
          { class: "mm-panel-title", x: x + width / 2, y: y - 12, "text-anchor": "middle" },
          options.title,
        );
  const hidden = options.cell ? undefined : "true";
  const named = { key: options.id, "data-part": options.id };
  return group({ ...named, class: "mm-matrix", "aria-hidden": hidden }, [
    title,
    s("path", { class: "mm-bracket", d: leftBracket(x, y, height) }),
    s("path", { class: "mm-bracket", d: leftBracket(x + width, y, height, -1) }),
    group({ key: "cells", role: table && "grid", "aria-label": table }, cells),
  ]);
}

function drawCell(options: MatrixOptions, value: number, i: number, j: number): VNode {
  const { x, y, cellWidth = matrixCell.width, cellHeight = matrixCell.height } = options;
  const left = x + bracket + j * cellWidth;
  const top = y + 1 + i * cellHeight;
  const shade = options.shade?.(i, j);
  const role = options.role ? ` mm-${options.role}` : "";
  return group({ key: `${i},${j}`, class: "mm-cell" }, [
    s("rect", {
      class: `mm-cell-shade mm-${shade?.role ?? "neutral"}`,
      x: left + 1,
      y: top + 1,
      width: cellWidth - 2,
      height: cellHeight - 2,
      rx: 2,
      "fill-opacity": shade ? Math.min(1, Math.max(0, shade.strength)) * (options.depth ?? 0.3) : 0,
    }),
    cellWidth < narrowestNumber
      ? undefined
      : s(
          "text",
          {
            class: `mm-number${sizeClass(cellWidth)}${role}`,
            x: left + cellWidth / 2,
            y: top + cellHeight / 2,
            dy: "0.35em",
            "text-anchor": "middle",
          },
          formatNumber(value, placesIn(cellWidth)),
        ),
  ]);
}

/** How many places of a number there is room for in a cell that wide. */
export function placesIn(cellWidth: number): number {
  return cellWidth < 40 ? 1 : 2;
}

/** Pixels of a cell that a number of one place fills at the smallest size of text. */
const narrowestNumber = 29;

function sizeClass(cellWidth: number): string {
  if (cellWidth >= 54) return "";
  return cellWidth >= 48 ? " mm-small" : " mm-tiny";
}

function leftBracket(x: number, y: number, height: number, side = 1): string {
  return linePath([
    [x + side * bracket, y],
    [x, y],
    [x, y + height],
    [x + side * bracket, y + height],
  ]);
}

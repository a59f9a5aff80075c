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
  /** What else a cell does: lights up, can be focused. Cells are hidden from assistive technology unless this is given. */
  readonly cell?: (node: VNode, row: number, column: number) => VNode;
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

/** A matrix in brackets, two places a number, cells shaded by role. */
export function drawMatrix(options: MatrixOptions): VNode {
  const { rows, x, y, cellWidth = matrixCell.width, cellHeight = matrixCell.height } = options;
  const columns = rows[0]?.length ?? 0;
  const [width, height] = matrixSize(rows.length, columns, options);
  const cells = rows.flatMap((row, i) =>
    row.map((value, j) => {
      const left = x + bracket + j * cellWidth;
      const top = y + 1 + i * cellHeight;
      const shade = options.shade?.(i, j);
      const cell = group({ key: `${i},${j}`, class: "mm-cell" }, [
        s("rect", {
          class: `mm-cell-shade mm-${shade?.role ?? "neutral"}`,
          x: left + 1,
          y: top + 1,
          width: cellWidth - 2,
          height: cellHeight - 2,
          rx: 2,
          "fill-opacity": shade ? Math.min(1, Math.max(0, shade.strength)) * 0.3 : 0,
        }),
        s(
          "text",
          {
            class: `mm-number${options.role ? ` mm-${options.role}` : ""}`,
            x: left + cellWidth / 2,
            y: top + cellHeight / 2,
            dy: "0.35em",
            "text-anchor": "middle",
          },
          formatNumber(value),
        ),
      ]);
      return options.cell ? options.cell(cell, i, j) : cell;
    }),
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
  return group({ key: options.id, class: "mm-matrix", "aria-hidden": hidden }, [
    title,
    s("path", { class: "mm-bracket", d: leftBracket(x, y, height) }),
    s("path", { class: "mm-bracket", d: leftBracket(x + width, y, height, -1) }),
    ...cells,
  ]);
}

function leftBracket(x: number, y: number, height: number, side = 1): string {
  return linePath([
    [x + side * bracket, y],
    [x, y],
    [x, y + height],
    [x + side * bracket, y + height],
  ]);
}

import type { VNode } from "snabbdom";
import { group, type Role, s } from "./svg.js";

export interface StripOptions {
  readonly id: string;
  readonly numbers: readonly number[];
  readonly role: Role;
  /** Upper left corner and the size of a cell, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** The size of a number that is shaded in full. */
  readonly most: number;
}

/** A vector as a row of shaded cells, where its numbers have no room: the larger the darker, with a bar where one is negative. */
export function drawStrip(options: StripOptions): VNode {
  const { numbers, x, y, cellWidth, cellHeight, most, role } = options;
  const cells = numbers.flatMap((number, i) => {
    const left = x + i * cellWidth;
    const strength = most > 0 ? Math.min(1, Math.abs(number) / most) : 0;
    return [
      s("rect", {
        key: `cell-${i}`,
        class: `mm-strip-cell mm-${role}`,
        x: left + 0.5,
        y: y + 0.5,
        width: cellWidth - 1,
        height: cellHeight - 1,
        rx: 1.5,
        "fill-opacity": 0.08 + 0.62 * strength,
      }),
      number < 0
        ? s("line", {
            key: `minus-${i}`,
            class: "mm-minus",
            x1: left + cellWidth / 2 - 3,
            x2: left + cellWidth / 2 + 3,
            y1: y + cellHeight / 2,
            y2: y + cellHeight / 2,
          })
        : undefined,
    ];
  });
  return group({ key: options.id }, cells);
}

import type { VNode } from "snabbdom";
import { pixelsOf } from "./pointer.js";
import { group, type Role, s } from "./svg.js";

export interface HeatMapOptions {
  readonly id: string;
  /** Upper left corner, and how much room there is, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Numbers down and across, and the one at a place. */
  readonly rows: number;
  readonly columns: number;
  number(row: number, column: number): number;
  readonly role: Role;
  /** The size of a number that is shaded in full; larger ones are as well. */
  readonly most: number;
  /** The column that is lit, and what is called with the one that the pointer is on. */
  readonly lit?: number | undefined;
  point?(column: number | undefined): void;
}

const levels = 8;
/** Of a cell; the rest is the gap that tells it from its neighbours. */
const filled = 0.94;

/**
 * A table of many numbers as shades, negative ones in the neutral colour. A path for each shade instead of a node for each
 * number, drawn in units of a cell: a table of thousands can change with every frame.
 */
export function drawHeatMap(options: HeatMapOptions): VNode {
  const { id, x, y, width, height, rows, columns, role, most } = options;
  const shades = new Map<number, string>();
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const strength = Math.max(-1, Math.min(1, options.number(i, j) / most));
      const level = Math.round(strength * levels);
      if (level === 0) continue;
      shades.set(level, `${shades.get(level) ?? ""}M${j} ${i}h${filled}v${filled}h-${filled}z`);
    }
  }
  const paths = Array.from({ length: 2 * levels + 1 }, (_, index) => {
    const level = index - levels;
    return s("path", {
      key: level,
      class: `mm-shade mm-${level > 0 ? role : "neutral"}`,
      d: shades.get(level) ?? "M0 0",
      "fill-opacity": Math.abs(level) / levels,
    });
  });
  const place = `translate(${x} ${y}) scale(${width / columns} ${height / rows})`;
  return group({ key: id, "aria-hidden": "true" }, [
    s("rect", { key: "ground", class: "mm-heat-ground", x, y, width, height }),
    group({ key: "shades", transform: place }, paths),
    options.lit === undefined
      ? undefined
      : s("rect", {
          key: "lit",
          class: "mm-heat-lit",
          x: x + (options.lit * width) / columns,
          y,
          width: width / columns,
          height,
        }),
    options.point ? drawCover(options) : undefined,
  ]);
}

/** Lies over all of it and finds the column under the pointer. */
function drawCover({ x, y, width, height, columns, point }: HeatMapOptions): VNode {
  const node = s("rect", { key: "cover", class: "mm-hit", x, y, width, height });
  node.data = {
    ...node.data,
    on: {
      pointermove: (event: PointerEvent) => {
        const [at] = pixelsOf(event, event.currentTarget as SVGElement);
        point?.(Math.max(0, Math.min(columns - 1, Math.floor(((at - x) / width) * columns))));
      },
      pointerleave: () => point?.(undefined),
    },
  };
  return node;
}

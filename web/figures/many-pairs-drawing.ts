import type { VNode } from "snabbdom";
import { type CellPlace, drawCell, drawTableTitle } from "../drawing/cells.js";
import { lightable } from "../drawing/light.js";
import { formatNumber } from "../drawing/numbers.js";
import { group, type Role, s } from "../drawing/svg.js";
import type { DrawContext, Drawing } from "./define.js";
import type { ManyPairsModel, ManyPairsSchema } from "./many-pairs.js";

type Context = DrawContext<ManyPairsSchema>;

const titleRoom = 28;
const rowHeight = 27;
const barHeight = 110;

/** The Gram matrix, what it does to the values, and what that costs each read: columns are pairs throughout. */
export function drawManyPairs(context: Context, model: ManyPairsModel): Drawing {
  const { width } = context;
  const besides = width >= 820;
  const gramSize = besides ? 380 : Math.min(width, 420);
  const columns = besides ? width - gramSize - 64 : width;
  const cellWidth = Math.min(100, columns / model.pairs);
  const narrow = cellWidth * model.pairs < 420;
  const right = besides ? gramSize + 64 : (width - cellWidth * model.pairs) / 2;
  const top = besides ? 0 : gramSize + titleRoom + 28;
  const tables = model.reads.length * rowHeight + titleRoom + 14;
  const place = { x: right, cellWidth, cellHeight: rowHeight };
  const gramCell = gramSize / model.pairs;
  const bars = top + 2 * tables + titleRoom;
  return {
    width,
    height: Math.max(gramSize + titleRoom, bars + barHeight + 30),
    children: [
      drawGram(context, model, {
        x: besides ? 0 : (width - gramSize) / 2,
        y: titleRoom,
        cellWidth: gramCell,
        cellHeight: gramCell,
      }),
      drawColumns(context, "reads", narrow ? "S K" : "S K: what the memory reads", model.reads, {
        ...place,
        y: top + titleRoom,
      }),
      drawColumns(context, "mixed", differenceTitle(model, narrow), model.mixed, {
        ...place,
        y: top + tables + titleRoom,
      }),
      drawErrors(context, model, { ...place, y: bars }),
    ],
  };
}

function differenceTitle({ largestDifference }: ManyPairsModel, narrow: boolean): string {
  const rounding =
    largestDifference < 1e-12 ? "equal to rounding" : `${formatNumber(largestDifference, 6)} apart`;
  return `${narrow ? "V G" : "V G: values mixed by the columns of G"} (${rounding})`;
}

/** What a column is: a pair. Pointing at one lights it in every table. */
function partOf(pair: number): string {
  return `pair-${pair + 1}`;
}

function drawGram(context: Context, model: ManyPairsModel, place: CellPlace): VNode {
  return group({ key: "gram", "data-part": "gram", "aria-hidden": "true" }, [
    drawTableTitle(place, model.pairs, "Gram matrix G"),
    ...model.gram.flatMap((row, i) =>
      row.map((value, j) =>
        pairCell(context, value, i, j, place, i === j ? "key" : "value", value),
      ),
    ),
  ]);
}

function drawColumns(
  context: Context,
  id: string,
  text: string,
  rows: readonly (readonly number[])[],
  place: CellPlace,
): VNode {
  const largest = Math.max(1, ...rows.flat().map(Math.abs));
  return group({ key: id, "aria-hidden": "true" }, [
    drawTableTitle(place, rows[0]?.length ?? 0, text),
    ...rows.flatMap((row, i) =>
      row.map((value, j) => pairCell(context, value, i, j, place, "value", value / largest)),
    ),
  ]);
}

/** The title names each bar in its own colour: no legend. */
function barTitle({ x, y, cellWidth }: CellPlace, columns: number): VNode {
  const narrow = columns * cellWidth < 420;
  const attributes = { key: "title", class: "mm-panel-title", y: y - 10, "text-anchor": "middle" };
  return s("text", { ...attributes, x: x + (columns * cellWidth) / 2 }, [
    s(
      "tspan",
      { key: "error", class: "mm-role-text mm-value" },
      narrow ? "error" : "error of each read",
    ),
    s("tspan", { key: "beside" }, narrow ? ", " : " beside "),
    s(
      "tspan",
      { key: "cosines", class: "mm-role-text mm-key" },
      narrow ? "squared cosines" : "squared cosines, summed",
    ),
  ]);
}

/** A number of a pair's column: pointing at it lights the pair. */
function pairCell(
  context: Context,
  value: number,
  i: number,
  j: number,
  place: CellPlace,
  role: Role,
  strength: number,
): VNode {
  const text = formatNumber(value, place.cellWidth >= 40 ? 2 : 1);
  return lightable(drawCell(place, i, j, { text, role, strength }), context, partOf(j));
}

/** The error of each read, and beside it what the keys alone predict: the sum of squared cosines. */
function drawErrors(context: Context, model: ManyPairsModel, place: CellPlace): VNode {
  const largest = Math.max(1, ...model.errors, ...model.overlaps);
  const base = place.y + barHeight;
  const { pairs } = model;
  return group({ key: "errors" }, [
    barTitle({ ...place, y: place.y - 4 }, pairs),
    s("line", {
      class: "mm-plot-base",
      x1: place.x,
      x2: place.x + pairs * place.cellWidth,
      y1: base,
      y2: base,
    }),
    ...model.errors.map((error, j) => {
      const overlap = model.overlaps[j] ?? 0;
      const middle = place.x + (j + 0.5) * place.cellWidth;
      const width = Math.min(16, place.cellWidth / 3);
      const height = (value: number) => (value / largest) * (barHeight - 22);
      const bar = (role: Role, left: number, value: number) =>
        s("rect", {
          class: `mm-bar mm-${role}`,
          x: left,
          y: base - height(value),
          width,
          height: Math.max(0.5, height(value)),
        });
      const label = `pair ${j + 1}: error ${formatNumber(error)}, squared cosines ${formatNumber(overlap)}`;
      const column = group({ key: `bar-${j}`, class: "mm-cell" }, [
        s("rect", {
          class: "mm-cell-shade",
          x: place.x + j * place.cellWidth + 1,
          y: place.y + 2,
          width: place.cellWidth - 2,
          height: barHeight - 2,
          "fill-opacity": 0,
        }),
        bar("value", middle - width - 1, error),
        bar("key", middle + 1, overlap),
        s(
          "text",
          {
            class: `mm-label mm-tiny mm-value`,
            x: middle,
            y: base - Math.max(height(error), height(overlap)) - 6,
            "text-anchor": "middle",
          },
          formatNumber(error, place.cellWidth >= 34 ? 2 : 1),
        ),
        s(
          "text",
          { class: "mm-axis-title", x: middle, y: base + 17, "text-anchor": "middle" },
          String(j + 1),
        ),
      ]);
      return lightable(column, context, partOf(j), label);
    }),
  ]);
}

import type { VNode } from "snabbdom";
import { reachable } from "../drawing/cell-keys.js";
import type { Panel } from "../drawing/layout.js";
import { lightable } from "../drawing/light.js";
import { drawMatrix, placesIn } from "../drawing/matrix.js";
import { formatNumber } from "../drawing/numbers.js";
import { group, type Role, s } from "../drawing/svg.js";
import type { DrawContext, Drawing } from "./define.js";
import { arrange, headRoom, productMargin, stateMargin } from "./linear-attention-layout.js";
import {
  costOf,
  type LinearAttentionModel,
  type LinearAttentionSchema,
  tokens,
  valueDim,
} from "./linear-attention-model.js";
import { bracket, outputText, panelLine, subscript, symbol } from "./linear-attention-text.js";
import { drawWeighing } from "./linear-attention-weighing.js";

type Context = DrawContext<LinearAttentionSchema>;

interface Cell {
  readonly width: number;
  readonly height: number;
}

/** The same sum in its two orders, and between them the outer product that this step adds. */
export function drawLinearAttention(context: Context, model: LinearAttentionModel): Drawing {
  const places = arrange(context.width, {
    rows: valueDim,
    columns: model.state[0]?.length ?? 0,
    pairs: tokens,
    sums: model.normalised,
  });
  return {
    width: places.width,
    height: places.height,
    children: [
      drawWeighing(context, places.weigh, model),
      drawProduct(context, places.product, places.cell, model),
      drawState(context, places.state, places.cell, model),
    ],
  };
}

/** v_t k_t' with its two vectors at its edges: each cell is one number of each. */
function drawProduct(
  context: Context,
  { x, y }: Panel,
  cell: Cell,
  model: LinearAttentionModel,
): VNode {
  const left = x + productMargin;
  const columns = model.state[0]?.length ?? 0;
  const middle = left + 7 + (columns * cell.width) / 2;
  const t = model.step === 0 ? "\u209C" : subscript(model.step);
  const heading = `v${t} ${symbol(model, `k${t}`)}\u1D40`;
  const [key, value] = [model.keys.at(-1), model.values.at(-1)];
  const top = y + headRoom;
  return group({ key: "product" }, [
    panelLine("title", "mm-panel-title", [middle, y + 14], "the pair now written"),
    panelLine("formula", "mm-number", [middle, y + 42], heading),
    ...(key && value
      ? [
          drawEdge(context, "key", key, "key", (j) => [
            left + 7 + (j + 0.5) * cell.width,
            top - 18,
          ]),
          drawEdge(context, "value", value, "value", (i) => [
            left - 24,
            top + 1 + (i + 0.5) * cell.height,
          ]),
          drawTable(context, "outer", "outer product", [left, top], cell, model.outer, model),
        ]
      : [
          panelLine(
            "none",
            "mm-label mm-note mm-neutral",
            [middle, top + 2 * cell.height],
            "no pair yet",
          ),
        ]),
  ]);
}

/** S, the query above its columns, what their product is on its right, and below it the sum of the keys. */
function drawState(context: Context, panel: Panel, cell: Cell, model: LinearAttentionModel): VNode {
  const { y } = panel;
  const x = panel.x + stateMargin;
  const columns = model.state[0]?.length ?? 0;
  const width = 14 + columns * cell.width;
  const top = y + headRoom;
  const bottom = top + 2 + model.state.length * cell.height;
  const beside = x + width + 30;
  const sums = model.keySum;
  const last = bottom + (sums ? cell.height + 12 : 0);
  return group({ key: "state" }, [
    panelLine("title", "mm-panel-title", [x + width / 2, y + 14], "one matrix, then one product"),
    drawFormula(context, model, x + width / 2, y + 42),
    drawEdge(context, "query", model.query, "query", (j) => [
      x + 7 + (j + 0.5) * cell.width,
      top - 18,
    ]),
    drawTable(context, "matrix", "matrix S", [x, top], cell, model.state, model),
    drawEdge(context, "read", model.product, "query", (i) => [
      beside,
      top + 1 + (i + 0.5) * cell.height,
    ]),
    sums &&
      drawMatrix({
        id: "sum-of-keys",
        x,
        y: bottom + 10,
        rows: [sums],
        cellWidth: cell.width,
        cellHeight: cell.height,
        depth: 0.5,
        shade: (_, j) => ({
          role: "key",
          strength: shadeOf(sums[j] ?? 0, Math.max(...sums.map(Math.abs))),
        }),
      }),
    sums &&
      panelLine(
        "sum-name",
        "mm-number mm-small mm-key",
        [x - 9, bottom + 16 + cell.height / 2],
        "z",
      ),
    model.denominator === undefined
      ? undefined
      : panelLine(
          "denominator",
          "mm-number mm-small mm-key",
          [beside, bottom + 11 + cell.height / 2 + 5],
          formatNumber(model.denominator),
        ),
    panelLine(
      "output",
      "mm-number mm-small mm-strong",
      [x + width / 2, last + 32],
      outputText(model, model.recurrent),
    ),
    panelLine(
      "cost",
      "mm-axis-title",
      [x + width / 2, last + 58],
      `${costOf(model).recurrent} multiply-adds, whatever t`,
    ),
  ]);
}

/** The product with its brackets round the values and the keys: the query stands outside. */
function drawFormula(context: Context, model: LinearAttentionModel, x: number, y: number): VNode {
  const matrix = s("tspan", { key: "matrix" }, [
    bracket("("),
    s("tspan", { key: "sum" }, `\u2211 v\u1D62 ${symbol(model, "k\u1D62")}\u1D40`),
    bracket(")"),
  ]);
  const below = model.normalised ? ` / (z\u00B7${symbol(model, "q")})` : "";
  return s("text", { key: "formula", class: "mm-number", x, y, "text-anchor": "middle" }, [
    lightable(matrix, context, "matrix", "the matrix S: the sum of all outer products"),
    s("tspan", { key: "query" }, ` ${symbol(model, "q")}${below}`),
  ]);
}

/** Numbers along an edge of a table; those of a key or a value light what they are multiplied into. */
function drawEdge(
  context: Context,
  id: "key" | "value" | "query" | "read",
  numbers: readonly number[],
  role: Role,
  at: (index: number) => readonly [number, number],
): VNode {
  const lights = id === "key" || id === "value";
  const spacing = id === "key" || id === "query" ? at(1)[0] - at(0)[0] : 40;
  const nodes = numbers.map((number, index) => {
    const [x, y] = at(index);
    const node = group({ key: `${id}-${index}`, class: `mm-cell mm-${role}` }, [
      s("rect", {
        class: "mm-cell-shade",
        x: x - 21,
        y: y - 13,
        width: 42,
        height: 26,
        rx: 2,
        "fill-opacity": 0,
      }),
      s(
        "text",
        { class: `mm-number mm-small mm-${role}`, x, y, dy: "0.35em", "text-anchor": "middle" },
        formatNumber(number, placesIn(spacing)),
      ),
    ]);
    if (!lights) return node;
    const part = `${id}-${index}`;
    const lit = edgeIsLit(context.lit, id, index) ? part : undefined;
    return lightable(node, { ...context, lit }, part);
  });
  return group({ key: `edge-${id}`, "data-part": id, "aria-hidden": "true" }, nodes);
}

/** The cells of a table, each of which is one number of the value times one of the key. */
function drawTable(
  context: Context,
  id: "outer" | "matrix",
  name: string,
  [x, y]: readonly [number, number],
  cell: Cell,
  rows: readonly (readonly number[])[],
  model: LinearAttentionModel,
): VNode {
  const current = litCell(context.lit);
  // What a cell is called contains what stands in it.
  const shown = (number: number) => formatNumber(number, placesIn(cell.width));
  return drawMatrix({
    id,
    x,
    y,
    rows,
    cellWidth: cell.width,
    cellHeight: cell.height,
    depth: 0.5,
    table: name,
    shade: (i, j) => ({ role: "value", strength: shadeOf(rows[i]?.[j] ?? 0, model.largest) }),
    cell: (node, i, j) => {
      const part = `cell-${i}-${j}`;
      const lit = cellIsLit(context.lit, i, j) || (id === "matrix" && context.lit === "matrix");
      const place = { row: i, column: j, role: "gridcell" } as const;
      return reachable(lightable(node, { ...context, lit: lit ? part : undefined }, part), {
        ...place,
        label: cellLabel(id, shown(rows[i]?.[j] ?? 0), model, i, j),
        current: i === current[0] && j === current[1],
      });
    },
  });
}

function shadeOf(number: number, largest: number): number {
  return largest > 0 ? Math.abs(number) / largest : 0;
}

function cellLabel(
  id: "outer" | "matrix",
  number: string,
  { keys, values }: LinearAttentionModel,
  i: number,
  j: number,
): string {
  if (id === "matrix") return `row ${i + 1}, column ${j + 1}: ${number}`;
  const [a, b] = [values.at(-1)?.[i] ?? 0, keys.at(-1)?.[j] ?? 0];
  return `value ${i + 1} times key ${j + 1}: ${formatNumber(a)} \u00D7 ${formatNumber(b)} = ${number}`;
}

/** The cell that is lit, or the first. */
function litCell(lit: string | undefined): readonly [number, number] {
  const [, i = "0", j = "0"] = /^cell-(\d+)-(\d+)$/.exec(lit ?? "") ?? [];
  return [Number(i), Number(j)];
}

function cellIsLit(lit: string | undefined, i: number, j: number): boolean {
  return lit === `cell-${i}-${j}` || lit === `value-${i}` || lit === `key-${j}`;
}

function edgeIsLit(lit: string | undefined, id: string, index: number): boolean {
  if (lit === `${id}-${index}`) return true;
  const cell = /^cell-(\d+)-(\d+)$/.exec(lit ?? "");
  return cell !== null && Number(cell[id === "value" ? 1 : 2]) === index;
}

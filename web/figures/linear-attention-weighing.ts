import type { VNode } from "snabbdom";
import type { Panel } from "../drawing/layout.js";
import { lightable } from "../drawing/light.js";
import { formatNumber } from "../drawing/numbers.js";
import { drawStrip } from "../drawing/strip.js";
import { group, s } from "../drawing/svg.js";
import type { DrawContext } from "./define.js";
import {
  costOf,
  type LinearAttentionModel,
  type LinearAttentionSchema,
  tokens,
} from "./linear-attention-model.js";
import { bracket, outputText, panelLine, symbol } from "./linear-attention-text.js";

type Context = DrawContext<LinearAttentionSchema>;

const rowHeight = 24;
const firstRow = 92;
const keysAt = 26;
const keysWidth = 96;
const barLength = 24;
const valueCell = 18;

/** Where the weights' bars begin and the values stand, from the left of the panel. */
function columnsOf({ width }: Panel): { weights: number; values: number } {
  const values = width - 4 * valueCell;
  return { weights: values - 34, values };
}

/** The sum in the order of attention: each key against the query, then each value by what came of it. */
export function drawWeighing(context: Context, panel: Panel, model: LinearAttentionModel): VNode {
  const { x, y } = panel;
  const middle = x + panel.width / 2;
  const end = y + firstRow + tokens * rowHeight;
  const cost = costOf(model).parallel;
  return group({ key: "weighing" }, [
    panelLine("title", "mm-panel-title", [middle, y + 14], "weigh every pair, then add"),
    drawFormula(context, model, middle, y + 42),
    drawQuery(model, x, y + firstRow - rowHeight - 6),
    ...drawHeads(model, panel),
    ...Array.from({ length: tokens }, (_, i) => drawPair(context, model, i, panel)),
    panelLine(
      "output",
      "mm-number mm-small mm-strong",
      [middle, end + 30],
      outputText(model, model.parallel),
    ),
    panelLine("cost", "mm-axis-title", [middle, end + 56], `${cost} multiply-adds, more with t`),
  ]);
}

function drawFormula(context: Context, model: LinearAttentionModel, x: number, y: number): VNode {
  const [key, query] = [symbol(model, "k\u1D62"), symbol(model, "q")];
  const weight = s("tspan", { key: "weight" }, [
    bracket("("),
    s("tspan", { key: "dot" }, `${key}\u00B7${query}`),
    bracket(")"),
  ]);
  const below = model.normalised ? ` / \u2211 ${key}\u00B7${query}` : "";
  return s("text", { key: "formula", class: "mm-number", x, y, "text-anchor": "middle" }, [
    s("tspan", { key: "value" }, "\u2211 v\u1D62 "),
    lightable(weight, context, "weights", "the weights: each key with the query"),
    ...(below ? [s("tspan", { key: "below" }, below)] : []),
  ]);
}

function cellWidth(model: LinearAttentionModel): number {
  return keysWidth / (model.state[0]?.length ?? 1);
}

/** What the columns are, where pairs stand in them. */
function drawHeads(model: LinearAttentionModel, panel: Panel): VNode[] {
  if (model.step === 0) return [];
  const { weights, values } = columnsOf(panel);
  const y = panel.y + firstRow - 12;
  const weight = `${symbol(model, "k\u1D62")}\u00B7${symbol(model, "q")}`;
  const share = model.normalised && model.parallel ? "share" : weight;
  return [
    panelLine("weights", "mm-axis-title", [panel.x + weights - 10, y], share),
    panelLine("values", "mm-axis-title", [panel.x + values + 2 * valueCell, y], "v\u1D62"),
  ];
}

/** The query stands above the keys, number over number. */
function drawQuery(model: LinearAttentionModel, x: number, y: number): VNode {
  return group({ key: "query", "aria-hidden": "true" }, [
    model.query.length > 0
      ? panelLine("name", "mm-number mm-small mm-query", [x + 14, y + 14], "q")
      : undefined,
    drawStrip({
      id: "numbers",
      numbers: model.query,
      role: "query",
      x: x + keysAt,
      y,
      cellWidth: cellWidth(model),
      cellHeight: rowHeight - 4,
      most: Math.max(...model.query.map(Math.abs), 0),
    }),
  ]);
}

/** A pair: its key, how much of its value is taken, and the value. Those to come keep their place. */
function drawPair(context: Context, model: LinearAttentionModel, i: number, panel: Panel): VNode {
  const left = panel.x;
  const top = panel.y + firstRow + i * rowHeight;
  const columns = columnsOf(panel);
  const name = panelLine("name", "mm-axis-title", [left + 14, top + 15], String(i + 1));
  const [key, value, weight] = [model.keys[i], model.values[i], model.weights[i]];
  if (!key || !value || weight === undefined) return group({ key: `pair-${i}` }, [name]);
  const strip = (id: string, numbers: readonly number[], role: "key" | "value", x: number) =>
    drawStrip({
      id,
      numbers,
      role,
      x,
      y: top,
      cellWidth: id === "value" ? valueCell : cellWidth(model),
      cellHeight: rowHeight - 4,
      most: Math.max(...(role === "key" ? model.keys : model.values).flat().map(Math.abs)),
    });
  const node = group({ key: `pair-${i}`, class: "mm-cell" }, [
    s("rect", {
      class: "mm-cell-shade",
      x: left + 1,
      y: top - 2,
      width: panel.width - 2,
      height: rowHeight,
      rx: 2,
      "fill-opacity": 0,
    }),
    name,
    strip("key", key, "key", left + keysAt),
    drawWeight(model, weight, left + columns.weights, top + rowHeight / 2 - 2),
    strip("value", value, "value", left + columns.values),
  ]);
  const part = `pair-${i}`;
  const lit = context.lit === part || context.lit === "weights" ? part : undefined;
  return lightable(
    node,
    { ...context, lit },
    part,
    `pair ${i + 1}: weight ${formatNumber(weight)}`,
  );
}

/** The weight as a bar from the middle, to the left where it is negative, and its number before it. */
function drawWeight(model: LinearAttentionModel, weight: number, x: number, y: number): VNode {
  const largest = Math.max(1, ...model.weights.map(Math.abs));
  const length = (Math.abs(weight) / largest) * barLength;
  return group({ key: "weight" }, [
    s(
      "text",
      {
        class: "mm-number mm-tiny mm-query",
        x: x - 30,
        y,
        dy: "0.35em",
        "text-anchor": "end",
      },
      formatNumber(weight),
    ),
    s("rect", {
      class: "mm-bar mm-query",
      x: weight < 0 ? x - length : x,
      y: y - 5,
      width: length,
      height: 10,
    }),
    s("line", { class: "mm-axis", x1: x, x2: x, y1: y - 10, y2: y + 10 }),
  ]);
}

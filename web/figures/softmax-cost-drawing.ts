import type { VNode } from "snabbdom";
import { type CellPlace, drawCell, drawTableTitle } from "../drawing/cells.js";
import { lightable } from "../drawing/light.js";
import { formatNumber, formatShort } from "../drawing/numbers.js";
import { group, s } from "../drawing/svg.js";
import type { DrawContext, Drawing } from "./define.js";
import { quoted, tokenAt, words } from "./example-tokens.js";
import { drawCosts } from "./softmax-cost-charts.js";
import {
  type SoftmaxCostModel,
  type SoftmaxCostSchema,
  softmaxCostParameters,
} from "./softmax-cost-model.js";
import {
  arrange,
  drawAskedRow,
  drawColumnNames,
  drawRowNames,
  drawWeightBars,
  head,
  partOf,
  pickable,
} from "./token-drawing.js";

type Context = DrawContext<SoftmaxCostSchema>;

const scoreRow = 28;
const barsHeight = 118;
const tableTitle = 34;
const weightRow = 32;
const weightsHeight = head + scoreRow + barsHeight + tableTitle + words.length * weightRow;

/** Left the weights of a few tokens, right what weights over many cost. */
export function drawSoftmaxCost(context: Context, model: SoftmaxCostModel): Drawing {
  const { width } = context;
  const { besides, names } = arrange(width);
  const room = besides ? Math.min(430, 0.43 * width) : Math.min(width, 560);
  const left = besides ? 0 : (width - room) / 2;
  const cellWidth = (room - names) / words.length;
  const place = { x: left + names, y: head, cellWidth, cellHeight: scoreRow };
  const charts = besides
    ? { x: room + 40, y: 0, width: width - room - 40, height: weightsHeight + 10 }
    : { x: 0, y: weightsHeight + 30, width, height: 430 };
  return {
    width,
    height: charts.y + charts.height,
    children: [...drawWeights(context, model, place), ...drawCosts(context, model, charts)],
  };
}

function drawWeights(context: Context, model: SoftmaxCostModel, place: CellPlace): VNode[] {
  const { asked, seen } = model;
  const scores = model.scores[asked] ?? [];
  const bars = { ...place, y: place.y + scoreRow };
  const table = { ...place, y: bars.y + barsHeight + tableTitle, cellHeight: weightRow };
  const { frame, handle } = drawAskedRow(context, table, asked, softmaxCostParameters.query.label);
  const strip = group({ key: "strip", "data-part": "score", "aria-hidden": "true" }, [
    drawTableTitle(
      { ...place, y: place.y - 22 },
      words.length,
      `scores of ${quoted(asked)}, and weights`,
    ),
    drawColumnNames(place, place.y - 8, "key"),
    drawRowNames(place, ["score"]),
    drawRowNames({ ...bars, cellHeight: barsHeight }, ["weight"]),
    ...scores.map((score, token) => {
      const text = token < seen ? formatShort(score) : "";
      const strength = token < seen ? Math.max(0, score) / largestScore : 0;
      const cell = drawCell(place, 0, token, { text, role: "query", strength, strong: true });
      return lightable(cell, context, partOf(token));
    }),
  ]);
  const weighed = drawWeightBars(context, {
    place: bars,
    height: barsHeight,
    scores,
    weights: model.weights[asked] ?? [],
    seen,
  });
  return [strip, weighed, drawTable(context, model, table, frame), handle];
}

/** Of the mapped tokens. */
const largestScore = 5;

/** The weights of every query: a row sums to one, and where the mask hides the future it is empty. */
function drawTable(
  context: Context,
  model: SoftmaxCostModel,
  place: CellPlace,
  frame: VNode,
): VNode {
  const { asked, weights, causal } = model;
  const pick = (row: number) => context.change({ query: tokenAt(row) }, "typed");
  const cells = weights.flatMap((row, i) =>
    row.map((weight, j) => {
      const masked = causal && j > i;
      const text = masked ? "" : formatNumber(weight);
      const role = masked ? "neutral" : "query";
      const cell = drawCell(place, i, j, { text, role, strength: weight, strong: i === asked });
      return pickable(lightable(cell, context, partOf(j)), () => pick(i));
    }),
  );
  const title = causal ? "weights; the future is masked" : "weights of every query";
  const named = { key: "weights-table", "data-part": "weight" };
  return group({ ...named, class: "mm-pickable", "aria-hidden": "true" }, [
    drawTableTitle(place, words.length, title),
    drawRowNames(place, words, { strong: asked, pick }),
    ...cells,
    causal ? drawMask(place) : undefined,
    frame,
  ]);
}

/** The edge of what has been seen: a staircase along the diagonal. */
function drawMask({ x, y, cellWidth, cellHeight }: CellPlace): VNode {
  const steps = words.map((_, i) => `H${(x + (i + 1) * cellWidth).toFixed(2)}v${cellHeight}`);
  return s("path", {
    key: "mask",
    class: "mm-mirror",
    d: `M${x} ${y}${steps.join("")}`,
    fill: "none",
  });
}

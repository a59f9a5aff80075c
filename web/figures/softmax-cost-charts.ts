import type { VNode } from "snabbdom";
import { type Chart, createChart } from "../drawing/chart.js";
import { drawHandle } from "../drawing/handle.js";
import type { Panel } from "../drawing/layout.js";
import { lightable } from "../drawing/light.js";
import { formatCount, formatQuantity } from "../drawing/numbers.js";
import { drawPlot } from "../drawing/plot.js";
import { type Attributes, group, type Point, type Role, s } from "../drawing/svg.js";
import type { DrawContext } from "./define.js";
import {
  type Cost,
  type SoftmaxCostModel,
  type SoftmaxCostSchema,
  softmaxCostParameters,
} from "./softmax-cost-model.js";

type Context = DrawContext<SoftmaxCostSchema>;

const { min: fewest, max: most, label } = softmaxCostParameters.tokens;
/** Below the lower chart: the numbers and the name of the axis that both share. */
const axisRoom = 26;
const powers = (first: number, last: number, step = 1) =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => 10 ** (first + i * step));

/** Bytes above, multiply-adds below, one t for both. */
export function drawCosts(context: Context, model: SoftmaxCostModel, panel: Panel): VNode[] {
  const { bytes, multiplyAdds, keyDim, valueDim } = model;
  const height = (panel.height - axisRoom) / 2;
  const frame = (yDomain: [number, number], bottom: number) =>
    createChart({
      width: panel.width,
      height: height + bottom,
      xDomain: [fewest, most],
      yDomain,
      logarithmic: true,
      margin: { top: 44, right: 22, bottom: 18 + bottom, left: 58 },
    });
  const carried = frame([1, 1e10], 0);
  const computed = frame([1, 1e9], axisRoom);
  const each = bytes.perToken / (keyDim + valueDim);
  const above = {
    id: "bytes",
    title: "\u2191 bytes carried to the next token",
    unit: "B",
    cost: bytes,
    formulas: [`t (d + m) \u00D7 ${each} B`, `d m \u00D7 ${each} B`],
  } as const;
  const below = {
    id: "multiply-adds",
    title: "\u2191 multiply-adds of the token",
    unit: "",
    cost: multiplyAdds,
    formulas: ["t (d + m)", "2 d m"],
  } as const;
  const at = (key: string, y: number, children: (VNode | undefined)[]) =>
    group({ key, transform: `translate(${panel.x} ${y})` }, children);
  return [
    at("bytes", panel.y, drawChart(context, carried, above, model.tokens)),
    at("multiply-adds", panel.y + height, [
      ...drawChart(context, computed, below, model.tokens),
      drawTokens(context, computed, model),
    ]),
  ];
}

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly cost: Cost;
  /** Of the cache and of the matrix. */
  readonly formulas: readonly [string, string];
}

function drawChart(
  context: Context,
  chart: Chart,
  shown: Shown,
  tokens: number,
): (VNode | undefined)[] {
  const { cost, title, unit } = shown;
  const ticks = powers(0, Math.log10(chart.yDomain[1]), 3);
  const hasNumbers = chart.margin.bottom > axisRoom;
  return [
    drawPlot(context.document, {
      id: "axes",
      chart,
      depends: [chart.width, chart.height],
      marks: (plot) => [
        plot.gridY({ ticks, className: "mm-plot-grid" }),
        plot.axisY({
          ticks,
          tickFormat: (y: number) => formatQuantity(y, unit),
          tickSize: 0,
          className: "mm-plot-axis",
        }),
        plot.axisX({
          ticks: powers(0, 5),
          tickFormat: (x: number) => (hasNumbers ? formatQuantity(x, "") : ""),
          tickSize: 4,
          className: "mm-plot-axis",
        }),
      ],
    }),
    s("text", { key: "title", class: "mm-axis-title", x: 4, y: 13 }, title),
    drawLine(context, chart, "matrix", "value", [cost.state, cost.state], shown.formulas[1]),
    drawLine(
      context,
      chart,
      "cache",
      "query",
      [cost.perToken * fewest, cost.perToken * most],
      shown.formulas[0],
    ),
    ...drawMeeting(chart, cost, tokens, unit),
  ];
}

/** What lights up in both charts: one way of attending. */
function drawLine(
  context: Context,
  chart: Chart,
  id: "cache" | "matrix",
  role: Role,
  [first, last]: Point,
  formula: string,
): VNode {
  const [[x1, y1], [x2, y2]] = [chart.toPixels([fewest, first]), chart.toPixels([most, last])];
  const text = `${id}: ${formula}`;
  const line = { x1, y1, x2, y2 };
  return lightable(
    group({ key: id, class: `mm-cost mm-${role}` }, [
      s("line", { class: "mm-touch", ...line }),
      s("line", { class: "mm-cost-line", ...line }),
      s(
        "text",
        {
          class: `mm-label mm-note mm-${role}`,
          x: id === "cache" ? chart.margin.left : x2,
          y: 31,
          "text-anchor": id === "cache" ? "start" : "end",
        },
        text,
      ),
    ]),
    context,
    id,
  );
}

/** Both costs at t, and a ring where they are the same. */
function drawMeeting(
  chart: Chart,
  cost: Cost,
  tokens: number,
  unit: string,
): (VNode | undefined)[] {
  const { width, margin } = chart;
  const [x, cacheY] = chart.toPixels([tokens, cost.cache]);
  const [, stateY] = chart.toPixels([tokens, cost.state]);
  const [meetX, meetY] = chart.toPixels([cost.crossing, cost.state]);
  const [, base] = chart.toPixels([tokens, chart.yDomain[0]]);
  const cacheAbove = cost.cache >= cost.state;
  const onLeft = x > width - margin.right - 80 || (cacheAbove && x > margin.left + 80);
  const reading = (key: string, role: Role, y: number, size: number, above: boolean) =>
    group({ key, class: `mm-${role}` }, [
      s("circle", { class: "mm-ring", cx: x, cy: y, r: 4.5 }),
      s(
        "text",
        {
          class: `mm-label mm-note mm-strong mm-${role}`,
          x: x + (onLeft ? -8 : 8),
          y: y + (above ? -8 : 17),
          "text-anchor": onLeft ? "end" : "start",
        },
        formatQuantity(size, unit),
      ),
    ]);
  return [
    s("line", { key: "at-t", class: "mm-level", x1: x, x2: x, y1: margin.top - 6, y2: base }),
    s("circle", { key: "meeting", class: "mm-meeting", cx: meetX, cy: meetY, r: 3 }),
    reading("matrix-at-t", "value", stateY, cost.state, !cacheAbove),
    reading("cache-at-t", "query", cacheY, cost.cache, cacheAbove),
  ];
}

/** The handle on the axis; a step is a tenth more or less, or one token. */
function drawTokens(context: Context, chart: Chart, model: SoftmaxCostModel): VNode {
  const { tokens, bytes } = model;
  const [x, y] = chart.toPixels([tokens, chart.yDomain[0]]);
  const { left, right } = chart.margin;
  const inRightHalf = x > chart.width / 2;
  const change = (t: number, manner: "drag" | "step") =>
    context.change({ tokens: Math.min(most, Math.max(fewest, Math.round(t))) }, manner);
  const stepped = (sign: number, times: number) => {
    const far = tokens * 1.1 ** (sign * times);
    return times < 1 || Math.abs(far - tokens) < 1 ? tokens + sign : far;
  };
  const axisText = (key: string, className: string, text: string, at: Attributes) =>
    s("text", { key, class: className, y: chart.height - 2, "aria-hidden": "true", ...at }, text);
  return group({ key: "tokens" }, [
    // The name of the axis keeps out of the way of where the handle stands.
    axisText("title", "mm-axis-title", "tokens so far t \u2192", {
      x: inRightHalf ? left : chart.width - right,
      "text-anchor": inRightHalf ? "start" : "end",
    }),
    axisText("name", "mm-label mm-note mm-strong mm-query", `t = ${formatCount(tokens)}`, {
      x: Math.min(chart.width - right - 20, Math.max(left, x)),
      "text-anchor": "middle",
    }),
    drawHandle({
      id: "tokens",
      role: "query",
      label,
      at: [x, y],
      now: tokens,
      min: fewest,
      max: most,
      spoken: `${formatCount(tokens)}: the cache is ${formatQuantity(bytes.cache, "B")}, the matrix ${formatQuantity(bytes.state, "B")}`,
      move: (pixels) => change(chart.toUnits(pixels)[0], "drag"),
      step: ([right, up], times) => change(stepped(Math.sign(right + up), times), "step"),
    }),
  ]);
}

import type { VNode } from "snabbdom";
import { type Chart, createChart } from "../drawing/chart.js";
import { drawEstimates } from "../drawing/estimates.js";
import { drawHandle } from "../drawing/handle.js";
import { formatNumber } from "../drawing/numbers.js";
import { drawPlot, type Plot } from "../drawing/plot.js";
import { group, s } from "../drawing/svg.js";
import { type CapacityModel, type CapacitySchema, capacityParameters } from "./capacity-model.js";
import type { DrawContext, Drawing } from "./define.js";

type Context = DrawContext<CapacitySchema>;

/** The added memory's error passes every bound; the chart shows it as far as the fitted one's whole story needs. */
const highestError = 2;
const ninetyFivePercent = 1.96;

export function drawCapacity(context: Context, model: CapacityModel): Drawing {
  const { width } = context;
  const height = Math.round(Math.min(440, Math.max(300, width * 0.42)));
  const scaleX = model.relative ? 1 / model.keyDim : 1;
  const highest = Math.min(highestError, Math.max(1, (1.1 * (model.pairs - 1)) / model.keyDim));
  const chart = createChart({
    width,
    height,
    xDomain: [0, model.pairs * scaleX],
    yDomain: [0, highest],
  });
  const { laws, keyDim } = model;
  return {
    width,
    height,
    children: [
      drawPlot(context.document, {
        id: "curves",
        chart,
        depends: [width, scaleX, keyDim, laws],
        marks: (plot) => curveMarks(plot, chart, model, scaleX),
      }),
      drawMeasured(chart, model, scaleX),
      drawAxisTitles(chart, model.relative),
      drawCurveNames(chart, model, scaleX),
      drawLevel(context, chart, model, scaleX),
    ],
  };
}

function curveMarks(plot: Plot, chart: Chart, model: CapacityModel, scaleX: number) {
  const { laws, keyDim, pairs } = model;
  const fitting = [keyDim, 2 * keyDim].filter((n) => n <= pairs);
  const law = (values: readonly number[], className: string) =>
    plot.line(
      values.map((y, index) => ({ x: (index + 1) * scaleX, y })),
      { x: "x", y: "y", className: `mm-law ${className}`, clip: true },
    );
  return [
    plot.gridY({ ticks: 5, className: "mm-plot-grid" }),
    plot.axisY({ ticks: 5, tickSize: 0, className: "mm-plot-axis" }),
    plot.axisX({ ticks: chart.width < 560 ? 5 : 10, tickSize: 4, className: "mm-plot-axis" }),
    plot.ruleY([0], { className: "mm-plot-base" }),
    plot.ruleX(
      fitting.map((n) => n * scaleX),
      { className: "mm-mark-line" },
    ),
    law(laws.additive, "mm-value"),
    law(laws.leastSquares, "mm-key"),
  ];
}

/** Over the curves, so that these need not be drawn again while trials come in. */
function drawMeasured(chart: Chart, { curve }: CapacityModel, scaleX: number): VNode {
  const roles = ["value", "key"] as const;
  const measured = curve?.memories.map(({ mean, standardError }, index) => {
    const estimates = curve.pairs.map((n, i) => ({
      at: [n * scaleX, mean[i] ?? 0] as const,
      halfWidth: ninetyFivePercent * (standardError[i] ?? 0),
    }));
    return drawEstimates(chart, { id: String(index), role: roles[index] ?? "neutral", estimates });
  });
  return group({ key: "measured" }, measured ?? []);
}

function drawAxisTitles(chart: Chart, relative: boolean): VNode {
  const { width, height } = chart;
  const across = relative ? "stored pairs a key dimension, n/d \u2192" : "stored pairs n \u2192";
  return group({ key: "axis-titles", class: "mm-axis-title", "aria-hidden": "true" }, [
    s("text", { x: 4, y: 13 }, errorTitle(width)),
    s("text", { x: width - chart.margin.right, y: height - 4, "text-anchor": "end" }, across),
  ]);
}

function errorTitle(width: number): string {
  const short = "\u2191 mean squared read error";
  return width < 480 ? short : `${short}, as a fraction of a stored value`;
}

/** Names stand on the curves, marks on what they mark. */
function drawCurveNames(chart: Chart, model: CapacityModel, scaleX: number): VNode {
  const { keyDim, pairs, laws } = model;
  const highest = chart.yDomain[1];
  const narrow = chart.width < 560;
  const leaves = Math.min(pairs, 1 + highest * keyDim);
  const [addedX, addedY] = chart.toPixels([
    leaves * scaleX,
    Math.min(highest, laws.additive.at(-1) ?? 0),
  ]);
  const [fittedX, fittedY] = chart.toPixels([pairs * scaleX, laws.leastSquares.at(-1) ?? 0]);
  const note = (key: string, n: number, error: number, text: string, anchor = "start") => {
    if (n > pairs || error > highest) return undefined;
    const [x, y] = chart.toPixels([n * scaleX, error]);
    return s(
      "text",
      {
        key,
        class: "mm-label mm-note mm-neutral",
        x: x + (anchor === "start" ? 7 : -7),
        y,
        dy: "0.35em",
        "text-anchor": anchor,
      },
      text,
    );
  };
  const ring = (key: string, n: number, error: number, role: string) => {
    if (n > pairs || error > highest) return undefined;
    const [cx, cy] = chart.toPixels([n * scaleX, error]);
    return s("circle", { key, class: `mm-ring mm-${role}`, cx, cy, r: 4.5 });
  };
  return group({ key: "curve-names", "aria-hidden": "true" }, [
    ring("one-at-d-plus-1", keyDim + 1, 1, "value"),
    ring("half-at-2d", 2 * keyDim, 0.5, "key"),
    note(
      "d",
      keyDim,
      highest * 0.93,
      model.relative ? "n/d = 1" : `n = d = ${keyDim}`,
      leaves * 0.9 > keyDim ? "end" : "start",
    ),
    note("d-plus-1", keyDim + 1, 1, narrow ? "d + 1" : "error 1 at n = d + 1"),
    note("2d", 2 * keyDim, 0.42, narrow ? "2d" : "error \u00BD at n = 2d"),
    s(
      "text",
      {
        key: "added",
        class: "mm-label mm-name mm-value",
        x: addedX - 16,
        y: addedY + 6,
        "text-anchor": "end",
        dy: "0.35em",
      },
      "added",
    ),
    s(
      "text",
      {
        key: "fitted",
        class: "mm-label mm-name mm-key",
        x: narrow ? fittedX - 2 : fittedX + 9,
        y: narrow ? fittedY + 16 : fittedY,
        "text-anchor": narrow ? "end" : "start",
        dy: "0.35em",
      },
      "fitted",
    ),
  ]);
}

/** The level that can be dragged, and where it meets the two laws. */
function drawLevel(context: Context, chart: Chart, model: CapacityModel, scaleX: number): VNode {
  const { epsilon, holds, pairs } = model;
  const { min, max, label } = capacityParameters.epsilon;
  const [highest, right] = [Math.min(max, chart.yDomain[1]), chart.width - chart.margin.right];
  const shown = Math.min(epsilon, highest);
  const added = crossing(model.laws.additive, shown);
  const fitted = crossing(model.laws.leastSquares, shown);
  const [x, y] = chart.toPixels([Math.min(pairs, added) * scaleX, shown]);
  const change = (level: number, manner: "drag" | "step") =>
    context.change({ epsilon: tidyLevel(level, min, highest) }, manner);
  const foot = (key: string, n: number, count: number, role: string) => {
    if (n > pairs) return undefined;
    const [px, py] = chart.toPixels([n * scaleX, shown]);
    const [, base] = chart.toPixels([0, 0]);
    return group({ key, class: `mm-${role}` }, [
      s("line", { class: "mm-level-foot", x1: px, x2: px, y1: py, y2: base }),
      s("circle", { class: "mm-ring mm-query", cx: px, cy: py, r: 5 }),
      s("text", { class: `mm-label mm-note mm-${role}`, x: px + 5, y: base - 9 }, pairsText(count)),
    ]);
  };
  return group({ key: "level" }, [
    s("line", { key: "line", class: "mm-level", x1: chart.margin.left, x2: right, y1: y, y2: y }),
    foot("added-foot", added, holds.additive, "value"),
    foot("fitted-foot", fitted, holds.leastSquares, "key"),
    s(
      "text",
      {
        key: "name",
        class: "mm-label mm-note mm-strong mm-query",
        x: right - 2,
        y: y - 9,
        "text-anchor": "end",
      },
      `\u03B5 = ${formatNumber(epsilon)}`,
    ),
    drawHandle({
      id: "epsilon",
      role: "query",
      label,
      at: [x, y],
      now: epsilon,
      min,
      max: highest,
      orientation: "vertical",
      spoken: `${formatNumber(epsilon)}: the added memory holds ${pairsText(holds.additive)}`,
      move: (pixels) => change(chart.toUnits(pixels)[1], "drag"),
      step: (direction, times) =>
        change(epsilon + (direction[0] + direction[1]) * times * 0.01, "step"),
    }),
  ]);
}

/** Where a law passes a level: between the last n within it and the next. Infinity where it stays within. */
function crossing(law: readonly number[], level: number): number {
  const beyond = law.findIndex((error) => error > level);
  if (beyond < 0) return Number.POSITIVE_INFINITY;
  if (beyond === 0) return 1;
  const [below, above] = [law[beyond - 1] ?? 0, law[beyond] ?? 0];
  return beyond + (level - below) / (above - below);
}

function pairsText(count: number): string {
  return count === 1 ? "1 pair" : `${count} pairs`;
}

/** Levels are shown to two places, but finer steps of a tenth of that must not be lost. */
function tidyLevel(level: number, min: number, max: number): number {
  return Math.round(Math.min(max, Math.max(min, level)) * 1000) / 1000;
}

import type { VNode } from "snabbdom";
import { type Chart, createChart } from "../drawing/chart.js";
import { drawEstimates } from "../drawing/estimates.js";
import { drawPlot, type Plot } from "../drawing/plot.js";
import { group, linePath, s } from "../drawing/svg.js";
import { drawLevel } from "./capacity-level.js";
import type { CapacityModel, CapacitySchema } from "./capacity-model.js";
import { drawAgeNames, drawComparedName, drawCurveNames } from "./capacity-names.js";
import type { DrawContext, Drawing } from "./define.js";

type Context = DrawContext<CapacitySchema>;

/** The added memory's error passes every bound; the chart shows it as far as the fitted one's whole story needs. */
const highestError = 2;
const ninetyFivePercent = 1.96;
const mostDots = 40;

export function drawCapacity(context: Context, model: CapacityModel): Drawing {
  const { width } = context;
  const height = Math.round(Math.min(440, Math.max(300, width * 0.42)));
  const aged = model.against === "age";
  const scaleX = model.relative && !aged ? 1 / model.keyDim : 1;
  const highest = Math.min(highestError, Math.max(1, (1.1 * (model.pairs - 1)) / model.keyDim));
  const chart = createChart({
    width,
    height,
    xDomain: [0, aged ? model.pairs - 1 : model.pairs * scaleX],
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
        depends: [width, scaleX, keyDim, laws, aged],
        marks: (plot) => curveMarks(plot, chart, model, scaleX),
      }),
      drawComparedLaw(chart, model, scaleX),
      drawMeasured(chart, model, scaleX),
      drawAxisTitles(chart, model),
      ...(aged
        ? [drawAgeNames(chart, model)]
        : [drawCurveNames(chart, model, scaleX), drawLevel(context, chart, model, scaleX)]),
      drawComparedName(chart, model, scaleX),
    ].filter((part) => part !== undefined),
  };
}

function curveMarks(plot: Plot, chart: Chart, model: CapacityModel, scaleX: number) {
  const { laws, keyDim, pairs } = model;
  const aged = model.against === "age";
  const fitting = aged ? [] : [keyDim, 2 * keyDim].filter((n) => n <= pairs);
  // The error of a memory that knows no age is that of n pairs, whichever of them is read.
  const pointsOf = (law: readonly number[]) =>
    aged
      ? [0, pairs - 1].map((x) => ({ x, y: law[pairs - 1] ?? 0 }))
      : law.map((y, index) => ({ x: (index + 1) * scaleX, y }));
  const law = (values: readonly number[], className: string) =>
    plot.line(pointsOf(values), { x: "x", y: "y", className: `mm-law ${className}`, clip: true });
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

/** Without Plot, which would be drawn anew with every report of a run that brings it. */
function drawComparedLaw(chart: Chart, { compared, curve }: CapacityModel, scaleX: number) {
  const places = curve?.ages ?? curve?.pairs ?? [];
  const points = (compared?.theory ?? [])
    .map((error, i) => [(places[i] ?? 0) * scaleX, error] as const)
    .filter(([, error]) => error <= chart.yDomain[1]);
  if (points.length < 2) return undefined;
  const d = linePath(points.map(chart.toPixels));
  return s("path", { key: "compared-law", class: "mm-compared mm-law mm-neutral", d });
}

/** Over the curves, so that these need not be drawn again while trials come in. */
function drawMeasured(chart: Chart, model: CapacityModel, scaleX: number): VNode {
  const { curve, compared } = model;
  const roles = ["value", "key", "neutral"] as const;
  const places = curve?.ages ?? curve?.pairs ?? [];
  // As many dots as there is room for.
  const stride = curve?.ages ? Math.ceil(places.length / mostDots) : 1;
  const shown = places.map((_, i) => i).filter((i) => i % stride === 0);
  const memories = curve?.memories.slice(0, compared ? 3 : 2) ?? [];
  const measured = memories.map(({ mean, standardError }, index) => {
    const estimates = shown.map((i) => ({
      at: [(places[i] ?? 0) * scaleX, mean[i] ?? 0] as const,
      halfWidth: ninetyFivePercent * (standardError[i] ?? 0),
    }));
    return drawEstimates(chart, { id: String(index), role: roles[index] ?? "neutral", estimates });
  });
  return group({ key: "measured" }, measured);
}

function drawAxisTitles(chart: Chart, { against, relative }: CapacityModel): VNode {
  const { width, height } = chart;
  const counted = relative ? "stored pairs a key dimension, n/d \u2192" : "stored pairs n \u2192";
  const across = against === "age" ? "pairs written since \u2192" : counted;
  return group({ key: "axis-titles", class: "mm-axis-title", "aria-hidden": "true" }, [
    s("text", { x: 4, y: 13 }, errorTitle(width)),
    s("text", { x: width - chart.margin.right, y: height - 4, "text-anchor": "end" }, across),
  ]);
}

function errorTitle(width: number): string {
  const short = "\u2191 mean squared read error";
  return width < 480 ? short : `${short}, as a fraction of a stored value`;
}

import type { VNode } from "snabbdom";
import type { Chart } from "./chart.js";
import { drawPlot, loadPlot } from "./plot.js";
import { group, linePath, type Point, type Role, s } from "./svg.js";

export interface Curve {
  readonly id: string;
  readonly role: Role;
  /** In the chart's units, in order. */
  readonly points: readonly Point[];
}

export interface CurvesOptions {
  readonly id: string;
  readonly chart: Chart;
  readonly curves: readonly Curve[];
  /** What the axes count, with their units. */
  readonly across: string;
  readonly up: string;
}

/** A figure with curves has this for its `prepare`: it loads what draws their axes, Observable Plot. */
export async function prepareCurves(): Promise<void> {
  await loadPlot();
}

/** Curves in a chart with a grid, its numbers and the names of its axes. Plot draws these once; the curves may move at every frame. */
export function drawCurves(document: Document, options: CurvesOptions): VNode {
  const { id, chart, curves, across, up } = options;
  const { width, height, margin, xDomain, yDomain } = chart;
  return group({ key: id, "aria-hidden": "true" }, [
    drawPlot(document, {
      id: "axes",
      chart,
      depends: [width, height, ...xDomain, ...yDomain],
      marks: (plot) => [
        plot.gridY({ ticks: 5, className: "mm-plot-grid" }),
        plot.axisY({ ticks: 5, tickSize: 0, className: "mm-plot-axis" }),
        plot.axisX({ ticks: width < 560 ? 5 : 10, tickSize: 4, className: "mm-plot-axis" }),
      ],
    }),
    ...curves.map((curve) =>
      s("path", {
        key: curve.id,
        class: `mm-law mm-${curve.role}`,
        fill: "none",
        d: linePath(curve.points.map(chart.toPixels)),
      }),
    ),
    s("text", { key: "up", class: "mm-axis-title", x: 4, y: 13 }, `\u2191 ${up}`),
    s(
      "text",
      {
        key: "across",
        class: "mm-axis-title",
        x: width - margin.right,
        y: height - 4,
        "text-anchor": "end",
      },
      `${across} \u2192`,
    ),
  ]);
}

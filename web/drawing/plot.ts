import type { Markish } from "@observablehq/plot";
import type { VNode } from "snabbdom";
import type { Chart } from "./chart.js";
import { sameValues } from "./same-values.js";
import { s } from "./svg.js";

export type Plot = typeof import("./plot-marks.js");

let loading: Promise<Plot> | undefined;
let loaded: Plot | undefined;

/** Observable Plot is larger than all of the core: it comes only with the first figure that draws curves. */
export function loadPlot(): Promise<Plot> {
  loading ??= import("./plot-marks.js").then(
    (plot) => {
      loaded = plot;
      return plot;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/**
 * Curves drawn by Plot inside a drawing. A new Plot costs tens of milliseconds, so it is made again only when one of
 * `depends` is another value than last time; what moves with the pointer is drawn over it.
 */
export function drawPlot(
  document: Document,
  options: {
    id: string;
    chart: Chart;
    depends: readonly unknown[];
    marks: (plot: Plot) => Markish[];
  },
): VNode {
  const node = s("g", { key: options.id, class: "mm-plot", "aria-hidden": "true" });
  const data = node.data as NonNullable<VNode["data"]>;
  data.depends = options.depends;
  data.hook = {
    insert: (fresh) => fill(fresh, document, options),
    update: (old, fresh) => {
      if (!sameValues(old.data?.depends, options.depends)) fill(fresh, document, options);
    },
  };
  return node;
}

function fill(
  node: VNode,
  document: Document,
  { chart, marks }: { chart: Chart; marks: (plot: Plot) => Markish[] },
): void {
  if (!loaded) throw new Error("loadPlot() comes before the first drawing");
  const type = chart.logarithmic ? "log" : "linear";
  const plot = loaded.plot({
    document,
    width: chart.width,
    height: chart.height,
    marginTop: chart.margin.top,
    marginRight: chart.margin.right,
    marginBottom: chart.margin.bottom,
    marginLeft: chart.margin.left,
    x: { type, domain: [...chart.xDomain], label: null },
    y: { type, domain: [...chart.yDomain], label: null },
    marks: marks(loaded),
  });
  // A strict policy forbids a style sheet within the page, and ours says all that matters.
  plot.querySelector("style")?.remove();
  (node.elm as Element).replaceChildren(plot);
}

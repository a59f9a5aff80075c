import type { VNode } from "snabbdom";
import type { Chart } from "../drawing/chart.js";
import { drawHandle } from "../drawing/handle.js";
import { formatNumber } from "../drawing/numbers.js";
import { group, s } from "../drawing/svg.js";
import { type CapacityModel, type CapacitySchema, capacityParameters } from "./capacity-model.js";
import type { DrawContext } from "./define.js";

type Context = DrawContext<CapacitySchema>;

/** The level that can be dragged, and where it meets the two laws. */
export function drawLevel(
  context: Context,
  chart: Chart,
  model: CapacityModel,
  scaleX: number,
): VNode {
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

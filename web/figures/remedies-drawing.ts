import type { VNode } from "snabbdom";
import { drawHeatMap } from "../drawing/heat-map.js";
import type { Panel } from "../drawing/layout.js";
import { formatNumber } from "../drawing/numbers.js";
import { group, s } from "../drawing/svg.js";
import type { DrawContext, Drawing } from "./define.js";
import { drawErrors, litItem, partOf } from "./remedies-errors.js";
import {
  plainDim,
  type Recall,
  type RemediesModel,
  type RemediesSchema,
} from "./remedies-model.js";

type Context = DrawContext<RemediesSchema>;

const mapTop = 28;
const mapFoot = 60;
const largestMap = { besides: 264, above: 340 };
const chartHeight = 300;

/** What each read holds of each value, before and after, and beside it the error of every item. */
export function drawRemedies(context: Context, model: RemediesModel): Drawing {
  const { width } = context;
  const besides = width >= 820;
  const map = besides
    ? Math.min(largestMap.besides, (width - 420) / 2)
    : Math.min(largestMap.above, (width - 20) / 2);
  const gap = besides ? 28 : width - 2 * map;
  const mapsHeight = mapTop + map + mapFoot;
  const chart: Panel = besides
    ? { x: 2 * map + gap + 40, y: 0, width: width - 2 * map - gap - 40, height: mapTop + map + 26 }
    : { x: 0, y: mapsHeight + 16, width, height: chartHeight };
  const mapAt = (x: number): Panel => ({ x, y: 0, width: map, height: mapsHeight });
  return {
    width,
    height: Math.max(mapsHeight, chart.y + chart.height),
    children: [
      drawMap(context, "before", `plain, d = ${plainDim}`, mapAt(0), model.before),
      drawMap(context, "after", "with the remedies", mapAt(map + gap), model.after),
      drawErrors(context, chart, model),
    ],
  };
}

/** A column an item: how much of each value its read holds. What is wanted is the diagonal, and nothing else. */
function drawMap(
  context: Context,
  id: string,
  title: string,
  { x, y, width }: Panel,
  recall: Recall,
): VNode {
  const count = recall.errors.length;
  const top = y + mapTop;
  const line = (key: string, className: string, dy: number, text: string) =>
    s("text", { key, class: className, x: x + width / 2, y: dy, "text-anchor": "middle" }, text);
  return group({ key: id }, [
    line("title", "mm-panel-title", y + 16, title),
    drawHeatMap({
      id: "map",
      x,
      y: top,
      width,
      height: width,
      rows: count,
      columns: count,
      number: (value, item) => recall.scores.data[item * count + value] ?? 0,
      role: "value",
      most: 1,
      lit: litItem(context.lit),
      point: (item) => context.light(item === undefined ? undefined : partOf(item)),
    }),
    line(
      "error",
      "mm-number mm-small",
      top + width + 24,
      `error ${formatNumber(recall.meanError)}`,
    ),
    line("right", "mm-axis-title", top + width + 46, `${recall.rightCount} of ${count} nearest`),
  ]);
}

import type { VNode } from "snabbdom";
import type { Chart } from "../drawing/chart.js";
import { formatNumber } from "../drawing/numbers.js";
import { group, type Role, s } from "../drawing/svg.js";
import { nameOfCompared } from "./capacity-memories.js";
import { type CapacityModel, capacityParameters } from "./capacity-model.js";

/** Charts narrower than this have less to say. */
const narrowest = 560;

/** What is compared has its name below its curve, or above where that runs low. */
export function drawComparedName(
  chart: Chart,
  model: CapacityModel,
  scaleX: number,
): VNode | undefined {
  const { compared, curve } = model;
  const places = curve?.ages ?? curve?.pairs ?? [];
  const at = Math.floor(0.75 * (places.length - 1));
  const [place, error] = [places[at], compared?.mean[at]];
  if (place === undefined || error === undefined) return undefined;
  const highest = chart.yDomain[1];
  const beyond = error > highest;
  const [x, y] = chart.toPixels([place * scaleX, Math.min(error, highest)]);
  const name = chart.width < narrowest ? choiceOf(model) : nameOfCompared(model);
  const plain = name?.replace(/^the /, "") ?? "";
  const text = beyond ? `${plain} \u2191 ${formatNumber(error)}` : plain;
  const isLow = y > chart.height - chart.margin.bottom - 40;
  return curveName("compared", "neutral", text, [x, isLow ? y - 18 : y + 24], "middle");
}

function choiceOf({ compare }: CapacityModel): string | undefined {
  return capacityParameters.compare.options.find(({ value }) => value === compare)?.label;
}

/** Of memories that know no age: a name on a level line, or an arrow to where it is. */
export function drawAgeNames(chart: Chart, { laws }: CapacityModel): VNode {
  const highest = chart.yDomain[1];
  const name = (key: string, role: Role, law: readonly number[]) => {
    const error = law.at(-1) ?? 0;
    const [, y] = chart.toPixels([0, Math.min(error, highest)]);
    const text = error > highest ? `${key} \u2191 ${formatNumber(error)}` : key;
    const below = error > highest || error > 0.9 * highest;
    return curveName(key, role, text, [chart.margin.left + 8, below ? y + 12 : y - 12], "start");
  };
  return group({ key: "age-names", "aria-hidden": "true" }, [
    name("added", "value", laws.additive),
    name("fitted", "key", laws.leastSquares),
  ]);
}

function curveName(
  key: string,
  role: Role,
  text: string,
  [x, y]: readonly [number, number],
  anchor: "start" | "middle",
): VNode {
  const attributes = { key, class: `mm-label mm-name mm-${role}`, x, y, dy: "0.35em" };
  return s("text", { ...attributes, "text-anchor": anchor }, text);
}

/** Names stand on the curves, marks on what they mark. */
export function drawCurveNames(chart: Chart, model: CapacityModel, scaleX: number): VNode {
  const { keyDim, pairs, laws } = model;
  const highest = chart.yDomain[1];
  const narrow = chart.width < narrowest;
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

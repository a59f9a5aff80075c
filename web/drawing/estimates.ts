import type { VNode } from "snabbdom";
import type { Chart } from "./chart.js";
import { group, type Point, type Role, s } from "./svg.js";

/** A measured mean and the interval it lies in, in units of a chart. */
export interface Estimate {
  readonly at: Point;
  /** Infinite where the interval is unknown. */
  readonly halfWidth: number;
}

const radius = 2.2;

/**
 * Estimates as dots with whiskers, those above the chart left out and whiskers cut at its edges. Two paths, however
 * many there are: while results come in, a frame changes two attributes.
 */
export function drawEstimates(
  chart: Chart,
  { id, role, estimates }: { id: string; role: Role; estimates: readonly Estimate[] },
): VNode {
  const [lowest, highest] = chart.yDomain;
  const shown = estimates.filter(({ at: [, y] }) => y <= highest);
  const dots = shown.map(({ at }) => {
    const [x, y] = chart.toPixels(at);
    const half = `a${radius} ${radius} 0 0 1 `;
    return `M${tenth(x - radius)} ${tenth(y)}${half}${2 * radius} 0${half}${-2 * radius} 0`;
  });
  const whiskers = shown
    .filter(({ halfWidth }) => Number.isFinite(halfWidth))
    .map(({ at: [x, y], halfWidth }) => {
      const [px, top] = chart.toPixels([x, Math.min(highest, y + halfWidth)]);
      const [, bottom] = chart.toPixels([x, Math.max(lowest, y - halfWidth)]);
      return `M${tenth(px)} ${tenth(top)}V${tenth(bottom)}`;
    });
  const path = (name: string, parts: readonly string[]) =>
    parts.length > 0 ? s("path", { key: name, class: name, d: parts.join("") }) : undefined;
  return group({ key: id, class: `mm-${role}`, "aria-hidden": "true" }, [
    path("mm-whisker", whiskers),
    path("mm-dot", dots),
  ]);
}

/** A tenth of a pixel is below what any screen shows. */
function tenth(pixels: number): string {
  return String(Math.round(pixels * 10) / 10);
}

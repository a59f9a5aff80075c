import type { Point } from "./svg.js";

export interface ChartOptions {
  readonly width: number;
  readonly height: number;
  readonly xDomain: readonly [number, number];
  readonly yDomain: readonly [number, number];
}

/** The frame that Plot's axes and our overlays share: linear scales with fixed margins, known before Plot has loaded. */
export interface Chart extends ChartOptions {
  readonly margin: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  toPixels(point: Point): Point;
  toUnits(pixels: Point): Point;
}

export function createChart(options: ChartOptions): Chart {
  const narrow = options.width < 560;
  const margin = { top: 26, right: narrow ? 14 : 72, bottom: 44, left: 40 };
  const { xDomain, yDomain, width, height } = options;
  const [spanX, spanY] = [width - margin.left - margin.right, height - margin.top - margin.bottom];
  const [unitX, unitY] = [spanX / (xDomain[1] - xDomain[0]), spanY / (yDomain[1] - yDomain[0])];
  return {
    ...options,
    margin,
    toPixels: ([x, y]) => [
      margin.left + (x - xDomain[0]) * unitX,
      height - margin.bottom - (y - yDomain[0]) * unitY,
    ],
    toUnits: ([x, y]) => [
      xDomain[0] + (x - margin.left) / unitX,
      yDomain[0] + (height - margin.bottom - y) / unitY,
    ],
  };
}

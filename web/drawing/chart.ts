import type { Point } from "./svg.js";

export interface Margin {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface ChartOptions {
  readonly width: number;
  readonly height: number;
  readonly xDomain: readonly [number, number];
  readonly yDomain: readonly [number, number];
  /** Both axes in powers: then their domains are above zero. */
  readonly logarithmic?: boolean;
  /** Where it differs from the usual. */
  readonly margin?: Partial<Margin>;
}

/** The frame that Plot's axes and our overlays share: fixed scales and margins, known before Plot has loaded. */
export interface Chart extends ChartOptions {
  readonly margin: Margin;
  toPixels(point: Point): Point;
  toUnits(pixels: Point): Point;
}

export function createChart(options: ChartOptions): Chart {
  const narrow = options.width < 560;
  const usual = { top: 26, right: narrow ? 14 : 72, bottom: 44, left: 40 };
  const margin = { ...usual, ...options.margin };
  const { width, height, logarithmic } = options;
  const [into, back] = logarithmic ? [Math.log10, (x: number) => 10 ** x] : [same, same];
  const [xDomain, yDomain] = [options.xDomain.map(into), options.yDomain.map(into)];
  const [left, bottom] = [xDomain[0] ?? 0, yDomain[0] ?? 0];
  const [spanX, spanY] = [width - margin.left - margin.right, height - margin.top - margin.bottom];
  const [unitX, unitY] = [spanX / ((xDomain[1] ?? 1) - left), spanY / ((yDomain[1] ?? 1) - bottom)];
  return {
    ...options,
    margin,
    toPixels: ([x, y]) => [
      margin.left + (into(x) - left) * unitX,
      height - margin.bottom - (into(y) - bottom) * unitY,
    ],
    toUnits: ([x, y]) => [
      back(left + (x - margin.left) / unitX),
      back(bottom + (height - margin.bottom - y) / unitY),
    ],
  };
}

function same(x: number): number {
  return x;
}

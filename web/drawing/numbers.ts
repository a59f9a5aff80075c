const minus = "\u2212";

/** A number as figures show it: fixed places, a true minus sign, and never a negative zero. */
export function formatNumber(value: number, places = 2): string {
  const text = Math.abs(value).toFixed(places);
  return value < 0 && Number(text) !== 0 ? minus + text : text;
}

/** As few digits as say the same to two places: 0.5, not 0.50; for running text and controls. */
export function formatShort(value: number, places = 2): string {
  const text = formatNumber(value, places);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** An angle in whole degrees. */
export function formatDegrees(radians: number): string {
  return `${formatNumber((radians * 180) / Math.PI, 0)}\u00B0`;
}

/** (0.87, 0.50) */
export function formatPoint([x, y]: readonly [number, number]): string {
  return `(${formatNumber(x)}, ${formatNumber(y)})`;
}

/** What a person types as a number: a true minus and a decimal comma are meant well. NaN for anything else. */
export function parseNumber(text: string): number {
  const plain = text
    .trim()
    .replace(minus, "-")
    .replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}

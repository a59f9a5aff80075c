const minus = "\u2212";

const raisedDigits = "\u2070\u00B9\u00B2\u00B3\u2074\u2075\u2076\u2077\u2078\u2079";
const raisedMinus = "\u207B";

/** A number as figures show it: fixed places (powers of ten from a million on), a true minus, never a negative zero. */
export function formatNumber(value: number, places = 2): string {
  const text = Math.abs(value) < 1e6 ? fixed(Math.abs(value), places) : powerOfTen(Math.abs(value));
  return value < 0 && Number(text) !== 0 ? minus + text : text;
}

/** Places behind the point of a number in the thousands are noise, and room. */
function fixed(size: number, places: number): string {
  return size.toFixed(size < 1000 ? places : 0);
}

function powerOfTen(size: number): string {
  const [mantissa = "", exponent = ""] = size.toExponential(1).replace("e+", "e").split("e");
  const raised = [...exponent].map((sign) => (sign === "-" ? raisedMinus : raisedDigits[+sign]));
  return `${mantissa}\u00B710${raised.join("")}`;
}

/** A size of which the order counts, however small: 0.25, 1.1e-16 (written as a power of ten), and 0 only where it is nothing. */
export function formatSize(value: number): string {
  const size = Math.abs(value);
  return size === 0 ? "0" : size < 0.01 ? powerOfTen(size) : formatNumber(size);
}

/** As few digits as say the same to two places: 0.5, not 0.50; for running text and controls. */
export function formatShort(value: number, places = 2): string {
  const text = formatNumber(value, places);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

const prefixes = ["", "k", "M", "G", "T"];

/** A quantity to three digits, with its thousands as a prefix of the unit: 8.19 kB. */
export function formatQuantity(size: number, unit: string): string {
  const [mantissa = "", exponent = "0"] = size.toExponential(2).split("e");
  const thousands = Math.max(0, Math.floor(Number(exponent) / 3));
  const shown = Number(mantissa) * 10 ** (Number(exponent) - 3 * thousands);
  return `${Number(shown.toPrecision(3))}\u00A0${prefixes[thousands]}${unit}`.trim();
}

/** A count in full: 131 072. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, "\u00A0");
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

import { refuse } from "./errors.js";

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number as people write it: 64, -1, .5, 1e6. Undefined for anything else. */
export function numberOf(text: string): number | undefined {
  return decimal.test(text.trim()) ? Number(text) : undefined;
}

export function readNumber(option: string, text: string): number {
  return numberOf(text) ?? refuse(option, text, "a number");
}

/** The most numbers of pairs that a range may stand for, as many as the library reports at once. */
const most = 2 ** 20;
const expected = "a number, or a list of numbers and ranges like 1,2,4 or 16:256:16";

/**
 * How many pairs to report: one number means every n from 1 to it, as in the library; a list means those n, and
 * first:last:step in it every step-th from first to last.
 */
export function readPairs(text: string): number | number[] {
  const items = text.split(",");
  if (items.length === 1 && !text.includes(":")) {
    return numberOf(text) ?? refuse("pairs", text, expected);
  }
  return items.flatMap((item) => {
    const numbers = item.split(":").map(numberOf);
    const [first, last = first, step = 1] = numbers;
    if (
      first === undefined ||
      last === undefined ||
      numbers.length > 3 ||
      numbers.includes(undefined)
    ) {
      refuse("pairs", text, expected);
    }
    const count = Math.floor((last - first) / step) + 1;
    if (!(step > 0 && count >= 1 && count <= most)) {
      refuse(
        "pairs",
        text,
        `ranges from the smaller number to the larger, of at most ${most} numbers`,
      );
    }
    return Array.from({ length: count }, (_, index) => first + index * step);
  });
}

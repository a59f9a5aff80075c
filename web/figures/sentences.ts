import { formatNumber } from "../drawing/numbers.js";
import { lengthOf } from "../drawing/points.js";
import type { Point } from "../drawing/svg.js";
import type { Sentence } from "./define.js";
import { subscripts } from "./pairs.js";

const negligible = 1e-12;

/** "v1 + 0.47 v2": terms that round to zero are left out, a factor of one is not written. */
export function combination(factors: readonly number[], symbol: string): string {
  const terms = factors
    .map((factor, index) => ({ text: formatNumber(Math.abs(factor)), factor, index }))
    .filter(({ text }) => Number(text) !== 0);
  if (terms.length === 0) return "0";
  return terms
    .map(({ text, factor, index }, position) => {
      const sign = factor < 0 ? "\u2212" : "+";
      const lead = position === 0 ? (factor < 0 ? "\u2212" : "") : ` ${sign} `;
      const size = Number(text) === 1 ? "" : `${text}\u00A0`;
      return `${lead}${size}${symbol}${subscripts[index]}`;
    })
    .join("");
}

/** "k2 is zero and stores nothing": also of a key that is nothing beside the others, as the core counts rank. */
export function zeroKeys(keys: readonly Point[]): Sentence {
  const longest = Math.max(...keys.map(lengthOf));
  const names = keys
    .map((key, index) =>
      lengthOf(key) <= negligible * longest ? `k${subscripts[index]}` : undefined,
    )
    .filter((name) => name !== undefined);
  if (names.length === keys.length) return [{ strong: "All keys are zero: nothing stored" }, "."];
  const verb = names.length === 1 ? "is zero and stores" : "are zero and store";
  return [{ strong: `${names.join(" and ")} ${verb} nothing` }, "."];
}

import { linePath, type Point } from "./svg.js";

/* Many marks of one kind as one path: one node, however many there are. */

export function discs(centres: readonly Point[], radius: number): string {
  const across = (2 * radius).toFixed(1);
  const arc = `a${radius} ${radius} 0 1 0`;
  return centres
    .map(
      ([x, y]) =>
        `M${(x - radius).toFixed(1)} ${y.toFixed(1)}${arc} ${across} 0${arc} -${across} 0`,
    )
    .join("");
}

export function crosses(centres: readonly Point[], radius: number): string {
  return centres
    .flatMap(([x, y]) =>
      [radius, -radius].map((rise) =>
        linePath([
          [x - radius, y - rise],
          [x + radius, y + rise],
        ]),
      ),
    )
    .join("");
}

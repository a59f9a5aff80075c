import { attributeName, writeAttribute } from "../figures/parameters.js";

/** How a cell asks for a figure: its parameters (a vector is written as an array), `number` and `loading`. */
export type FigureOptions = Readonly<Record<string, unknown>>;

/** The same as the attributes of its element. */
export function attributesOf(options: FigureOptions): Record<string, string> {
  const entries = Object.entries(options).map(([name, value]) => [
    attributeName(name),
    writeAttribute(value),
  ]);
  return Object.fromEntries(entries);
}

import type { VNode } from "snabbdom";
import { formatNumber } from "../drawing/numbers.js";
import { s } from "../drawing/svg.js";
import type { LinearAttentionModel } from "./linear-attention-model.js";

/** Text of a panel: its title, or a line below it. */
export function panelLine(
  key: string,
  className: string,
  [x, y]: readonly [number, number],
  text: string,
  anchor = "middle",
): VNode {
  return s("text", { key, class: className, x, y, "text-anchor": anchor }, text);
}

/** Behind a feature map phi the letters stand for what it makes of them. */
export function symbol(model: LinearAttentionModel, letter: string): string {
  return model.features === "identity" ? letter : `\u03C6(${letter})`;
}

export function outputText(
  { step }: LinearAttentionModel,
  output: readonly number[] | undefined,
): string {
  if (step === 0) return "o = 0";
  const name = `o${subscript(step)}`;
  if (!output) return `${name}: nothing to divide by`;
  return `${name} = (${output.map((number) => formatNumber(number)).join(", ")})`;
}

/** Brackets stand out: where they are is all the difference. */
export function bracket(text: string): VNode {
  return s("tspan", { key: text, class: "mm-formula-bracket" }, text);
}

export function subscript(number: number): string {
  return String.fromCodePoint(0x2080 + number);
}

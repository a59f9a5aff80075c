import type { VNode } from "snabbdom";
import { htmlTextNode, svgNode } from "./node.js";

/**
 * Subscripts and superscripts are written as the Unicode characters for them, so that plain text (descriptions, labels
 * for assistive technology) has them too. Few fonts hold those characters: on the screen they are set as what they are.
 */
const lowered: Readonly<Record<string, string>> = {
  "\u2081": "1",
  "\u2082": "2",
  "\u2083": "3",
  "\u2084": "4",
  "\u2085": "5",
  "\u2086": "6",
  "\u2087": "7",
  "\u2088": "8",
  "\u2090": "a",
  "\u2093": "x",
  "\u2098": "m",
  "\u209C": "t",
  "\u1D62": "i",
};
const raised: Readonly<Record<string, string>> = {
  "\u2070": "0",
  "\u00B9": "1",
  "\u00B2": "2",
  "\u00B3": "3",
  "\u2074": "4",
  "\u2075": "5",
  "\u2076": "6",
  "\u2077": "7",
  "\u2078": "8",
  "\u2079": "9",
  "\u1D40": "T",
  "\u207A": "+",
  "\u207B": "\u2212",
};

const anyScript = new RegExp(`[${Object.keys({ ...lowered, ...raised }).join("")}]`);

export interface Run {
  readonly text: string;
  readonly level: "base" | "sub" | "sup";
}

/** Runs of characters that stand on one level. */
export function scriptRuns(text: string): readonly Run[] {
  if (!anyScript.test(text)) return [{ text, level: "base" }];
  const runs: { text: string; level: Run["level"] }[] = [];
  for (const character of text) {
    const level = character in lowered ? "sub" : character in raised ? "sup" : "base";
    const plain = lowered[character] ?? raised[character] ?? character;
    const last = runs.at(-1);
    if (last?.level === level) last.text += plain;
    else runs.push({ text: plain, level });
  }
  return runs;
}

/** Text of an HTML element, with its scripts as sub and sup. */
export function htmlScripts(text: string): (VNode | string)[] {
  return scriptRuns(text).map((run) =>
    run.level === "base" ? run.text : htmlTextNode(run.level, run.text),
  );
}

/** Text of an SVG element: each run shifted against the one before it. */
export function svgScripts(text: string): VNode[] | string {
  if (!anyScript.test(text)) return text;
  const runs = scriptRuns(text);
  let height = 0;
  const spans = runs.map(({ text: content, level }) => {
    const wanted = level === "base" ? 0 : level === "sub" ? 0.22 : -0.36;
    const attrs: Record<string, string> = level === "base" ? {} : { class: "mm-script" };
    if (wanted !== height) attrs.dy = shift(wanted - height, level);
    height = wanted;
    return svgNode("tspan", { attrs }, content);
  });
  return height === 0
    ? spans
    : [...spans, svgNode("tspan", { attrs: { dy: shift(-height, "base") } }, "\u200B")];
}

const scriptSize = 0.72;

/** A shift is measured in the em of the run that it begins. */
function shift(height: number, level: Run["level"]): string {
  return `${(height / (level === "base" ? 1 : scriptSize)).toFixed(3)}em`;
}

import type { AnyFigure } from "../figures/index.js";
import {
  attributeName,
  defaultValues,
  expectation,
  type Parameter,
  readAttribute,
  writeAttribute,
} from "../figures/parameters.js";
import { type State, stateFrom } from "./state.js";

/*
 * States as text: in the fragment of a link, in the query of the iframe page and in the element's attributes the same
 * names and the same numbers, each written so that it is read back to the bit.
 */

/** Parameters by their attributes' names, in the order of the figure's schema. */
export type StateText = readonly (readonly [name: string, text: string])[];

/** One figure's part of a link; `place` counts the elements of that figure on the page, from 1. */
export interface LinkedFigure {
  readonly figure: string;
  readonly place: number;
  readonly state: StateText;
}

/**
 * As few parameters as the figure's state needs: what stands at its default is left out, and so is what follows from the
 * others (an angle moves its key).
 */
export function shortestText(figure: AnyFigure, state: State): StateText {
  const defaults = defaultValues(figure.parameters);
  const differing = Object.keys(figure.parameters).filter(
    (name) => !sameValue(state[name], defaults[name]),
  );
  const text = (name: string) => writeAttribute(state[name]);
  let needed = differing;
  for (const name of differing.toSorted((a, b) => text(b).length - text(a).length)) {
    const fewer = needed.filter((other) => other !== name);
    if (sameState(stateFrom(figure, pick(state, fewer)), state)) needed = fewer;
  }
  return needed.map((name) => [attributeName(name), text(name)]);
}

/** The state that a text stands for. A RangeError that says what was refused, in a sentence, where it stands for none. */
export function readText(figure: AnyFigure, given: StateText): State {
  const names = new Map(Object.keys(figure.parameters).map((name) => [attributeName(name), name]));
  const wanted: Record<string, unknown> = {};
  for (const [attribute, text] of given) {
    const name = names.get(attribute);
    const parameter = name === undefined ? undefined : figure.parameters[name];
    if (name === undefined || parameter === undefined) {
      throw new RangeError(`${quoted(attribute)} is no parameter of this figure`);
    }
    wanted[name] = readOne(attribute, parameter, text);
  }
  return stateFrom(figure, wanted);
}

function readOne(attribute: string, parameter: Parameter, text: string): unknown {
  try {
    return readAttribute(attribute, parameter, text);
  } catch {
    throw new RangeError(`${attribute}: expected ${expectation(parameter)}, got ${quoted(text)}`);
  }
}

/** What stands in a link is anybody's: it is shown as a quotation, and not at any length. */
function quoted(text: string): string {
  return text === ""
    ? "nothing"
    : `\u201C${text.slice(0, 40)}${text.length > 40 ? "\u2026" : ""}\u201D`;
}

/** `figure=two-pairs&angle=60`; a figure's second element on its page is `two-pairs:2`. */
export function writeLink(linked: readonly LinkedFigure[]): string {
  const parts = linked.flatMap(({ figure, place, state }) => [
    ["figure", place > 1 ? `${figure}:${place}` : figure] as const,
    ...state,
  ]);
  // Commas and colons may stand in a fragment and in a query, and are easier to read there than their codes.
  const escaped = (text: string) =>
    encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":");
  return parts.map(([name, text]) => `${escaped(name)}=${escaped(text)}`).join("&");
}

/** The figures that a fragment or a query speaks of; none where it is not a link of ours. */
export function readLink(text: string): LinkedFigure[] {
  const linked: { figure: string; place: number; state: [string, string][] }[] = [];
  for (const [name, value] of new URLSearchParams(text.replace(/^[#?]/, ""))) {
    if (name === "figure") {
      const [, figure = "", place] = /^(.*?)(?::([1-9]\d{0,3}))?$/s.exec(value) ?? [];
      linked.push({ figure, place: Number(place ?? 1), state: [] });
    } else if (linked.length === 0) return [];
    else linked.at(-1)?.state.push([name, value]);
  }
  return linked;
}

function pick(state: State, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

function sameState(a: State, b: State): boolean {
  return Object.keys(b).every((name) => sameValue(a[name], b[name]));
}

/** Keys that are made unit length again may differ in the last bit, and nobody could tell. */
const rounding = 1e-13;

function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.every((x, index) => sameValue(x, b[index]));
  if (typeof a === "number" && typeof b === "number")
    return Math.abs(a - b) <= rounding * Math.max(1, Math.abs(b));
  return a === b;
}

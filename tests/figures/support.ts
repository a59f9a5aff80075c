import type { VNode } from "snabbdom";
import { type AnyFigure, figures, loadFigure } from "../../web/figures/index.js";
import {
  defaultValues,
  type Parameter,
  type Schema,
  type Values,
} from "../../web/figures/parameters.js";

export type State = Values<Schema>;

/** Vectors that people drag figures to: anywhere in reach, or one of the places where something degenerates. */
export function anyPoint(roll: () => number, reach: number): [number, number] {
  const special: [number, number][] = [
    [0, 0],
    [1, 0],
    [0, 1],
    [-1, 0],
    [reach, -reach],
    [0.5, 0.5],
    [-0.5, -0.5],
  ];
  if (roll() < 0.4) return special[Math.floor(roll() * special.length)] ?? [0, 0];
  return [reach * (2 * roll() - 1), reach * (2 * roll() - 1)];
}

function anyValue(parameter: Parameter, roll: () => number): unknown {
  switch (parameter.kind) {
    case "point":
      return anyPoint(roll, parameter.reach);
    case "toggle":
      return roll() < 0.5;
    case "choice":
      return parameter.options[Math.floor(roll() * parameter.options.length)]?.value;
    case "integer": {
      const most = Math.min(parameter.max, parameter.min + 40);
      return parameter.min + Math.floor(roll() * (most - parameter.min + 1));
    }
    case "number":
      return parameter.min + roll() * (parameter.max - parameter.min);
  }
}

/** A state that a reader could reach: every parameter within its range, then what the figure makes of it. */
export function anyState(figure: AnyFigure, roll: () => number): State {
  const entries = Object.entries(figure.parameters).map(([name, parameter]) => [
    name,
    anyValue(parameter, roll),
  ]);
  const wanted = Object.fromEntries(entries) as State;
  return constrained(figure, wanted);
}

/** The ids of all figures, for tests that know no more of them. */
export const figureIds = Object.keys(figures);

/** So many states of a figure, as a reader could reach them. */
export async function someStates(id: string, count: number, roll: () => number): Promise<State[]> {
  const figure = await loadFigure(id);
  return Array.from({ length: count }, () => anyState(figure, roll));
}

export function constrained(figure: AnyFigure, wanted: Partial<State>): State {
  const start = defaultValues(figure.parameters);
  const next = { ...start, ...wanted } as State;
  return figure.constrain ? figure.constrain(next, start, "typed") : next;
}

/** Every attribute and text of a drawing, with where it stands. */
export function* inkOf(node: VNode | string, path = ""): Generator<[string, string]> {
  if (typeof node === "string") return yield [path, node];
  const here = `${path}/${node.sel ?? "text"}`;
  for (const [name, value] of Object.entries(node.data?.attrs ?? {})) {
    yield [`${here}@${name}`, String(value)];
  }
  if (node.text !== undefined) yield [here, node.text];
  for (const child of node.children ?? []) yield* inkOf(child, here);
}

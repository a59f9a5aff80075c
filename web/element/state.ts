import type { AnyFigure } from "../figures/index.js";
import { defaultValues, readState, type Schema, type Values } from "../figures/parameters.js";

/** The parameters of a figure, whichever figure it is. */
export type State = Values<Schema>;

/** From the defaults to the values wanted, each of them valid, as the figure allows it. */
export function stateFrom(figure: AnyFigure, wanted: Readonly<Record<string, unknown>>): State {
  const defaults: State = defaultValues(figure.parameters);
  const next = { ...defaults, ...wanted } as State;
  return figure.constrain?.(next, defaults, "typed") ?? next;
}

/** The state that a figure begins with where its element gives it these values. A RangeError where they are not valid. */
export function initialState(figure: AnyFigure, given: Readonly<Record<string, unknown>>): State {
  return stateFrom(figure, readState(figure.parameters, defaultValues(figure.parameters), given));
}

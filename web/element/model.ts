import type { MatrixMemory } from "matrix-memory";
import { sameValues } from "../drawing/same-values.js";
import type { AnyFigure } from "../figures/index.js";
import type { State } from "./state.js";

/** What a figure makes of a state and a measurement. */
export type Model = (values: State, measured: unknown) => unknown;

/** Computing is pure: the last answer serves the drawing, its sentence and its table, and every light on them. */
export function createModel(figure: AnyFigure, core: MatrixMemory): Model {
  let last: { readonly asked: readonly unknown[]; readonly model: unknown } | undefined;
  return (values, measured) => {
    const asked = [measured, ...Object.values(values).flat()];
    if (last && sameValues(last.asked, asked)) return last.model;
    const model = figure.compute(core, values, measured);
    last = { asked, model };
    return model;
  };
}

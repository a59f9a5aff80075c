import type { AnyFigure } from "./define.js";
import { registry } from "./registry.js";

/** Every figure of ours by its id, each loaded when it is first asked for. */
export const figures: Readonly<Record<string, () => Promise<AnyFigure>>> = {
  "self-lookup": () => import("./self-lookup.js").then((module) => module.selfLookup),
  "softmax-cost": () => import("./softmax-cost.js").then((module) => module.softmaxCost),
  "linear-attention": () =>
    import("./linear-attention.js").then((module) => module.linearAttention),
  "one-pair": () => import("./one-pair.js").then((module) => module.onePair),
  "two-pairs": () => import("./two-pairs.js").then((module) => module.twoPairs),
  "least-squares": () => import("./least-squares.js").then((module) => module.leastSquares),
  "many-pairs": () => import("./many-pairs.js").then((module) => module.manyPairs),
  capacity: () => import("./capacity.js").then((module) => module.capacity),
  remedies: () => import("./remedies.js").then((module) => module.remedies),
};

export async function loadFigure(id: string): Promise<AnyFigure> {
  const added = registry().figures;
  const figure = Object.hasOwn(figures, id) ? figures[id]?.() : added.get(id);
  if (figure) return figure;
  const known = [...Object.keys(figures), ...added.keys()].join(", ");
  throw new RangeError(`figure: no figure ${id}; there are ${known}`);
}

export type { AnyFigure, DrawContext, Drawing, Figure, Sentence, Table } from "./define.js";
export { defineFigure, plainText } from "./define.js";

import type { MatrixMemory } from "matrix-memory";
import { formatNumber } from "../drawing/numbers.js";
import { defineFigure, type Sentence, type Table } from "./define.js";
import { drawRemedies } from "./remedies-drawing.js";
import {
  plainDim,
  type Recall,
  type RemediesCase,
  type RemediesModel,
  type RemediesSchema,
  type RemediesValues,
  remediesParameters,
} from "./remedies-model.js";
import { remediesProgram } from "./remedies-program.js";
import { drawValues, plainRecall, remediedRecall } from "./remedies-recall.js";

export const remedies = defineFigure<RemediesSchema, RemediesModel>({
  id: "remedies",
  title: "Every stored item, before and after the remedies",
  parameters: remediesParameters,
  constrain: (next) => ({ ...next, kept: Math.min(next.kept, next.keyDim) }),
  compute,
  draw: drawRemedies,
  describe,
  table,
  code: remediesProgram,
});

function compute(core: MatrixMemory, parameters: RemediesValues): RemediesModel {
  const values = drawValues(core, parameters);
  const before = plainRecall(core, parameters, values);
  const after = remediedRecall(core, parameters, values);
  return { ...parameters, before, after, case: caseOf(parameters, after) };
}

/** Squared errors below this are the rounding of an exact read. */
const exactly = 1e-20;

function caseOf(parameters: RemediesValues, after: Recall): RemediesCase {
  const { keys, values, normalise, read, scale, keyDim, sparse, bits } = parameters;
  const thresholded = read === "hard" || read === "soft";
  const normalised = normalise === "unit" || normalise === "rms";
  if (normalise === "none" && read === "plain" && sparse === "no" && keyDim === plainDim)
    return "no remedy";
  if (after.silent) return "silent";
  if (after.meanError < exactly) return "exact";
  const shorter = normalise === "unit" || normalise === "none" || sparse === "lsh";
  if (read === "attention" && scale === "down" && shorter) return "flat weights";
  if (thresholded && values === "dense") return "dense threshold";
  if (sparse === "top-k" && read === "plain") return "sparse alone";
  if (sparse === "lsh" && bits < keyDim) return "few bits";
  if (keys === "unit" && sparse === "no" && read === "plain" && normalised && keyDim === plainDim)
    return "unit already";
  if (keys === "shared" && normalised && sparse !== "top-k") return "leaning kept";
  if (keys === "shared" && normalise === "layer" && sparse !== "top-k") return "leaning removed";
  return "general";
}

const remarks: Readonly<Record<RemediesCase, Sentence>> = {
  "no remedy": [{ strong: "No remedy is chosen" }, ": both are the same memory."],
  silent: [
    { strong: "The threshold is above everything that comes back" },
    ": it has taken the signal with the clutter.",
  ],
  exact: [{ strong: "Every item comes back exactly" }, "."],
  "flat weights": [
    { strong: "The scale 1/\u221Ad belongs to keys of length \u221Ad" },
    ": with shorter ones all weights are nearly the same, and each read is nearly the mean of the values.",
  ],
  "dense threshold": [
    { strong: "A threshold does not suit dense values" },
    ": all of their numbers are small, and it cuts them along with the clutter.",
  ],
  "sparse alone": [
    { strong: "Sparse keys alone do not help" },
    ": fewer of them overlap, but those that do overlap more, and the mean error is that of dense keys in as many dimensions. They pay with a threshold.",
  ],
  "few bits": [
    { strong: "Fewer bits than dimensions" },
    ": hashing so coarsely adds more clutter than it removes.",
  ],
  "unit already": [
    { strong: "Keys of unit length are normalised already" },
    ": nothing changes, and RMS norm only makes them longer.",
  ],
  "leaning kept": [
    { strong: "The keys still lean the same way" },
    ": a new length is not a new direction. Layer norm would take the lean out.",
  ],
  "leaning removed": [
    { strong: "Layer norm has taken out the common direction" },
    ": it lies along the mean of a key's numbers.",
  ],
  general: [],
};

function describe(model: RemediesModel): Sentence {
  const count = ({ rightCount }: Recall) => ({ strong: `${rightCount} of ${model.pairs}` });
  const { before, after } = model;
  return [
    "Plain, ",
    count(before),
    ` reads are nearest to their own value, with a mean squared error of ${formatNumber(before.meanError)}. After the remedies it is `,
    count(after),
    " with ",
    { strong: formatNumber(after.meanError) },
    ". ",
    ...remarks[model.case],
  ];
}

function table({ before, after }: RemediesModel): Table {
  const columns = ["name", "error before", "right before", "error after", "right after"];
  const rows = before.errors.map((error, j) => [
    `item ${j + 1}`,
    error,
    Number(before.right[j]),
    after.errors[j] ?? null,
    Number(after.right[j]),
  ]);
  const all = ["all", before.meanError, before.rightCount, after.meanError, after.rightCount];
  return { columns, rows: [...rows, all] };
}

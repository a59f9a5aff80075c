import type { MatrixMemory } from "matrix-memory";
import { formatNumber, formatSize } from "../drawing/numbers.js";
import { defineFigure, type Sentence, type Table } from "./define.js";
import { drawLinearAttention } from "./linear-attention-drawing.js";
import { drawSequence, featuresOf, parallelForm, recurrentForm } from "./linear-attention-forms.js";
import {
  type LinearAttentionCase,
  type LinearAttentionModel,
  type LinearAttentionSchema,
  type LinearAttentionValues,
  linearAttentionParameters,
  tokens,
} from "./linear-attention-model.js";
import { linearAttentionProgram } from "./linear-attention-program.js";
import { largestDifference, rowsOf } from "./rows.js";

export const linearAttention = defineFigure<LinearAttentionSchema, LinearAttentionModel>({
  id: "linear-attention",
  title: "One sum, two orders: weigh every pair, or keep one matrix",
  parameters: linearAttentionParameters,
  compute,
  draw: drawLinearAttention,
  describe,
  table,
  code: linearAttentionProgram,
});

function compute(core: MatrixMemory, parameters: LinearAttentionValues): LinearAttentionModel {
  const { step, seed } = parameters;
  const sequence = drawSequence(core, seed);
  const features = featuresOf(parameters);
  const phi = (rows: readonly number[][]) =>
    rows.length > 0 ? rowsOf(core.features(rows, features)) : [];
  const keys = phi(sequence.keys.slice(0, step));
  const [query = []] = phi(sequence.queries.slice(step - 1, step));
  const values = sequence.values.slice(0, step);
  const written = recurrentForm(core, parameters, sequence);
  const summed = parallelForm(core, parameters, sequence, written.denominators);
  const [key, value] = [keys.at(-1), values.at(-1)];
  const state = written.states[step] ?? [];
  return {
    ...parameters,
    keys,
    values,
    query,
    weights: summed.weights,
    outer: key && value ? rowsOf(core.outer(value, key)) : [],
    state,
    product: query.length > 0 ? [...core.scores([query], state).data] : [],
    keySum: written.keySums?.[step],
    denominator: written.denominators?.[step - 1],
    recurrent: written.outputs[step - 1],
    parallel: summed.outputs[step - 1],
    difference: largestDifference(
      written.outputs.map((row) => row ?? []),
      summed.outputs.map((row) => row ?? []),
    ),
    largest: Math.max(...written.states.flat(2).map(Math.abs)),
    case: caseOf(parameters, written.denominators?.[step - 1]),
  };
}

function caseOf(
  { step, precision }: LinearAttentionValues,
  denominator: number | undefined,
): LinearAttentionCase {
  if (step === 0) return "nothing written";
  if (denominator === 0) return "zero denominator";
  if (denominator !== undefined && denominator < 0) return "negative denominator";
  return precision === "double" ? "general" : "rounded state";
}

function describe(model: LinearAttentionModel): Sentence {
  const { step, normalised, precision, denominator = 0, features } = model;
  const pairs = step === 1 ? "the one pair" : `all ${step} pairs`;
  const same = `After ${step} of ${tokens} pairs, one product with S gives what weighing ${pairs} gives`;
  switch (model.case) {
    case "nothing written":
      return [
        { strong: "Nothing is written yet" },
        normalised
          ? ": S is zero, and there is nothing to divide by."
          : ": S is zero, and so would every read be.",
      ];
    case "zero denominator":
      return [
        `Behind ${features} the query of token ${step} has nothing in common with any key so far: `,
        { strong: "the denominator is zero" },
        ", and there is no answer.",
      ];
    case "negative denominator":
      return [
        "Before they are divided the weights sum to ",
        { strong: formatNumber(denominator) },
        ": they are no shares, and the answer may be of any size. A feature map that is never negative prevents that.",
        ` The two orders still agree: ${agreement(model)}.`,
      ];
    case "rounded state":
      return [
        `${same}, but for the rounding of S to ${precision} at every write: `,
        { strong: `they differ by ${formatSize(model.difference)}` },
        " at most.",
      ];
    default:
      return [`${same}: `, { strong: agreement(model) }, "."];
  }
}

function agreement({ difference }: LinearAttentionModel): string {
  return difference === 0
    ? "the same to the last bit"
    : `they differ by ${formatSize(difference)} at most, which is rounding`;
}

function table(model: LinearAttentionModel): Table {
  const width = Math.max(tokens, model.state[0]?.length ?? 0);
  const row = (name: string, numbers: readonly number[] = []) => [
    name,
    ...Array.from({ length: width }, (_, i) => numbers[i] ?? null),
  ];
  return {
    columns: ["name", ...Array.from({ length: width }, (_, i) => String(i + 1))],
    rows: [
      row("query", model.query),
      ...model.keys.map((key, i) => row(`key ${i + 1}`, key)),
      ...model.values.map((value, i) => row(`value ${i + 1}`, value)),
      row("weights", model.weights),
      ...model.outer.map((numbers, i) => row(`outer product row ${i + 1}`, numbers)),
      ...model.state.map((numbers, i) => row(`state row ${i + 1}`, numbers)),
      row("sum of keys", model.keySum),
      row("denominator", model.denominator === undefined ? [] : [model.denominator]),
      row("recurrent", model.recurrent),
      row("parallel", model.parallel),
      row("difference", [model.difference]),
    ],
  };
}

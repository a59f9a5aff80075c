import type { MatrixMemory } from "matrix-memory";
import { formatNumber } from "../drawing/numbers.js";
import { lengthOf, subtract } from "../drawing/points.js";
import type { Point } from "../drawing/svg.js";
import { defineFigure, type Sentence, type Table } from "./define.js";
import {
  computePairs,
  constrainPairs,
  type PairSchema,
  type Pairs,
  type PairValues,
  pairLines,
  pairParameters,
  subscripts,
} from "./pairs.js";
import { program } from "./program.js";
import { rowsOf } from "./rows.js";
import { combination, zeroKeys } from "./sentences.js";
import { drawTwoPairs } from "./two-pairs-drawing.js";

export interface TwoPairsModel extends Pairs {
  readonly state: readonly (readonly number[])[];
  readonly read: Point;
}

export const twoPairs = defineFigure<PairSchema, TwoPairsModel>({
  id: "two-pairs",
  title: "Two pairs share one matrix",
  parameters: pairParameters,
  constrain: constrainPairs,
  compute,
  draw: drawTwoPairs,
  describe,
  table,
  code: (parameters) =>
    program(
      ["gram", "memory"],
      [
        ...pairLines(parameters),
        "const pairs = memory({ keyDim: 2, valueDim: 2 }).write(keys, values);",
        "console.log([...gram(keys).data]);",
        "console.log([...pairs.read(query)]);",
      ],
    ),
});

function compute(core: MatrixMemory, parameters: PairValues): TwoPairsModel {
  const pairs = computePairs(core, parameters);
  const memory = core.memory("correlation-matrix", { keyDim: 2, valueDim: 2 });
  try {
    memory.write(pairs.keys, pairs.values);
    const [x = 0, y = 0] = memory.read(pairs.query);
    return { ...pairs, state: rowsOf(memory.state()), read: [x, y] };
  } finally {
    memory.free();
  }
}

function describe(model: TwoPairsModel): Sentence {
  const answer = { strong: combination(model.scores, "v") };
  const asked = model.asked === undefined ? undefined : `k${subscripts[model.asked]}`;
  const opening = asked ? `Asked for ${asked}, the memory answers ` : "The query reads ";
  if (model.case === "zero key") {
    return [...zeroKeys(model.keys), " ", opening, answer, "."];
  }
  if (model.case === "one line") {
    return [
      opening,
      answer,
      ". ",
      { strong: "Three keys on one line" },
      ": they overlap wholly, and a read tells them apart by length and sign alone.",
    ];
  }
  if (model.third) {
    return [
      opening,
      answer,
      ". Three keys cannot stand at right angles to one another in the plane: ",
      { strong: "some overlap always remains" },
      ".",
    ];
  }
  if (model.values.every((value) => lengthOf(value) === 0)) {
    return ["Both values are zero, and so is the matrix: ", { strong: "nothing comes back" }, "."];
  }
  return [opening, ...casePieces(model, answer, asked), ...valuePieces(model.values)];
}

/** What the values add to it, where they are special. */
function valuePieces([first, second]: readonly Point[]): Sentence {
  if (!first || !second) return [];
  if (lengthOf(subtract(first, second)) === 0) {
    return [" ", { strong: "Equal values" }, ": every read is a multiple of them."];
  }
  const zero = [first, second].findIndex((value) => lengthOf(value) === 0);
  return zero < 0
    ? []
    : [" ", { strong: `v${subscripts[zero]} is zero` }, ": its pair adds nothing."];
}

function casePieces(
  model: TwoPairsModel,
  answer: { strong: string },
  asked: string | undefined,
): Sentence {
  const overlap = model.gram[0]?.[1] ?? 0;
  switch (model.case) {
    case "right angle":
      return model.unitKeys
        ? [answer, ". The keys stand at a right angle: ", { strong: "G = I: exact" }, "."]
        : [answer, ". The keys stand at a right angle: ", { strong: "no interference" }, "."];
    case "parallel":
      return [
        answer,
        ". ",
        { strong: "Parallel keys" },
        ": the memory cannot tell the pairs apart.",
      ];
    case "antiparallel":
      return [
        answer,
        ". ",
        { strong: "Antiparallel keys" },
        ": each read brings the other value along, turned round.",
      ];
    default:
      return asked && model.unitKeys
        ? [
            answer,
            `: ${formatNumber(100 * Math.abs(overlap), 0)}\u00A0% of the other value comes along.`,
          ]
        : [answer, "."];
  }
}

function table(model: TwoPairsModel): Table {
  const row = (name: string, numbers: readonly number[]) => [
    name,
    ...[0, 1, 2].map((index) => numbers[index] ?? null),
  ];
  return {
    columns: ["name", "first", "second", "third"],
    rows: [
      ...model.keys.map((key, i) => row(`key ${i + 1}`, key)),
      ...model.values.map((value, i) => row(`value ${i + 1}`, value)),
      row("query", model.query),
      ...model.state.map((numbers, i) => row(`state row ${i + 1}`, numbers)),
      ...model.gram.map((numbers, i) => row(`gram row ${i + 1}`, numbers)),
      row("scores", model.scores),
      row("read", model.read),
    ],
  };
}

import type { Matrix, MatrixMemory } from "matrix-memory";
import { formatNumber } from "../drawing/numbers.js";
import { defineFigure, type Sentence, type Table } from "./define.js";
import { drawLeastSquares } from "./least-squares-drawing.js";
import { isZero, type LeastSquaresModel, type Reading } from "./least-squares-model.js";
import {
  computePairs,
  constrainPairs,
  type KeyCase,
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

export const leastSquares = defineFigure<PairSchema, LeastSquaresModel>({
  id: "least-squares",
  title: "The same pairs, added and fitted",
  parameters: pairParameters,
  constrain: constrainPairs,
  compute,
  draw: drawLeastSquares,
  describe,
  table,
  code: (parameters) =>
    program(
      ["leastSquares", "memory", "scores"],
      [
        ...pairLines(parameters),
        "const added = memory({ keyDim: 2, valueDim: 2 }).write(keys, values);",
        "const { data } = leastSquares(keys, values).state;",
        "console.log([...added.read(query)]);",
        "console.log([...scores([data.slice(0, 2), data.slice(2)], [query]).data]);",
      ],
    ),
});

function compute(core: MatrixMemory, parameters: PairValues): LeastSquaresModel {
  const pairs = computePairs(core, parameters);
  const { keys, values } = pairs;
  const memory = core.memory("correlation-matrix", { keyDim: 2, valueDim: 2 });
  try {
    memory.write(keys, values);
    const { state, rank, condition } = core.leastSquares(keys, values);
    return {
      ...pairs,
      case: caseAtRank(pairs, rank),
      added: readingOf(core, memory.state(), pairs),
      fitted: readingOf(core, state, pairs),
      rank,
      condition,
      duals: rank === keys.length ? dualsOf(core, pairs) : [],
    };
  } finally {
    memory.free();
  }
}

/** Two keys that are neither parallel nor full in rank: one of them is too short to count. */
function caseAtRank(pairs: Pairs, rank: number): KeyCase {
  const { case: seen, keys } = pairs;
  const told =
    rank === keys.length || keys.length > 2 || seen === "parallel" || seen === "antiparallel";
  return told ? seen : "zero key";
}

function readingOf(core: MatrixMemory, state: Matrix, { query, keys }: Pairs): Reading {
  const rows = rowsOf(state);
  const [read0 = 0, first0 = 0, read1 = 0, first1 = 0] = core.scores(rows, [
    query,
    keys[0] ?? query,
  ]).data;
  const { u, singularValues } = core.svd(state);
  return {
    state: rows,
    read: [read0, read1],
    readOfFirst: [first0, first1],
    u: rowsOf(u),
    singularValues: [...singularValues],
  };
}

function dualsOf(core: MatrixMemory, { keys, query }: Pairs): LeastSquaresModel["duals"] {
  const vectors = rowsOf(core.dualBasis(keys).vectors);
  const squares = core.gram(vectors);
  const coefficients = core.scores([query], vectors).data;
  return vectors.map(([x = 0, y = 0], i) => ({
    vector: [x, y],
    length: Math.sqrt(squares.data[i * (squares.cols + 1)] ?? 0),
    coefficient: coefficients[i] ?? 0,
  }));
}

function describe(model: LeastSquaresModel): Sentence {
  const asked = model.asked === undefined ? "the query" : `k${subscripts[model.asked]}`;
  const added = { strong: combination(model.scores, "v") };
  const stretch = {
    strong: `\u03C3\u2098\u2090\u2093 = ${formatNumber(model.fitted.singularValues[0] ?? 0)}`,
  };
  const opening: Sentence = [`For ${asked}, adding answers `, added];
  if (model.case === "zero key")
    return [...zeroKeys(model.keys), " For the rest, the fit reads what it can."];
  if (model.values.every(isZero)) {
    return [
      "All values are zero, and so are both matrices: ",
      { strong: "nothing comes back" },
      ".",
    ];
  }
  if (model.case === "one line") {
    return [
      ...opening,
      "; with ",
      { strong: "three keys on one line" },
      " the fit answers the best compromise along it.",
    ];
  }
  if (model.case === "right angle" && !model.third && model.unitKeys) {
    return [
      ...opening,
      ", the fit the same: ",
      { strong: "at a right angle the two matrices agree" },
      ". The largest stretch is ",
      stretch,
      ".",
    ];
  }
  if (model.third) {
    return [
      ...opening,
      "; the fitted matrix cannot be right for three keys in the plane, and ",
      { strong: "misses each by as little as it can" },
      ".",
    ];
  }
  if (model.duals.length === 0) {
    return [
      ...opening,
      `. The keys are ${model.case}: no matrix can tell them apart, and the fit answers `,
      { strong: "the best compromise" },
      ", with a stretch of ",
      stretch,
      " that is finite again.",
    ];
  }
  return [
    ...opening,
    ", the fit ",
    { strong: fittedAnswer(model) },
    "; its largest stretch is ",
    stretch,
    ".",
  ];
}

function fittedAnswer(model: LeastSquaresModel): string {
  return combination(
    model.duals.map(({ coefficient }) => coefficient),
    "v",
  );
}

function table(model: LeastSquaresModel): Table {
  const row = (name: string, numbers: readonly number[]) => [
    name,
    ...[0, 1, 2].map((index) => numbers[index] ?? null),
  ];
  const reading = (name: string, { state, read, singularValues }: Reading) => [
    ...state.map((numbers, i) => row(`${name} state row ${i + 1}`, numbers)),
    row(`${name} read`, read),
    row(`${name} singular values`, singularValues),
  ];
  return {
    columns: ["name", "first", "second", "third"],
    rows: [
      ...model.keys.map((key, i) => row(`key ${i + 1}`, key)),
      ...model.values.map((value, i) => row(`value ${i + 1}`, value)),
      row("query", model.query),
      row("scores", model.scores),
      ...reading("additive", model.added),
      ...reading("least squares", model.fitted),
      row("rank", [model.rank]),
      row("condition", [model.condition]),
      ...model.duals.map(({ vector }, i) => row(`dual ${i + 1}`, vector)),
      row(
        "dual lengths",
        model.duals.map(({ length }) => length),
      ),
      row(
        "coefficients",
        model.duals.map(({ coefficient }) => coefficient),
      ),
    ],
  };
}

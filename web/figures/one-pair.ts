import type { MatrixMemory } from "matrix-memory";
import type { Manner } from "../drawing/handle.js";
import { formatNumber } from "../drawing/numbers.js";
import { direction, lengthOf, quarterTurn, scale, subtract } from "../drawing/points.js";
import type { Point } from "../drawing/svg.js";
import { defineFigure, type Sentence, type Table } from "./define.js";
import { drawOnePair } from "./one-pair-drawing.js";
import {
  type OnePairCase,
  type OnePairModel,
  type OnePairSchema,
  type OnePairValues,
  onePairParameters,
} from "./one-pair-model.js";
import { literal, program } from "./program.js";
import { rowsOf } from "./rows.js";

export const onePair = defineFigure<OnePairSchema, OnePairModel>({
  id: "one-pair",
  title: "One stored pair",
  parameters: onePairParameters,
  constrain,
  compute,
  draw: drawOnePair,
  describe,
  table,
  code: ({ key, query, value }) =>
    program(
      ["memory"],
      [
        `const pair = memory({ keyDim: 2, valueDim: 2 }).write(${literal(key)}, ${literal(value)});`,
        `console.log([...pair.read(${literal(query)})]);`,
      ],
    ),
});

function compute(core: MatrixMemory, parameters: OnePairValues): OnePairModel {
  const { key, query, value } = parameters;
  const memory = core.memory("correlation-matrix", { keyDim: 2, valueDim: 2 });
  try {
    memory.write(key, value);
    const [read0 = 0, read1 = 0, keyRead0 = 0, keyRead1 = 0] = memory.read([query, key]);
    const [dot = 0, keySquared = 0] = core.scores([query, key], [key]).data;
    return {
      ...parameters,
      state: rowsOf(memory.state()),
      dot,
      keySquared,
      read: [read0, read1],
      keyRead: [keyRead0, keyRead1],
      case: caseOf(parameters, dot),
    };
  } finally {
    memory.free();
  }
}

/** Cosines below this are rounding, not an angle. */
const rightAngle = 1e-9;

function caseOf({ key, query, value }: OnePairValues, dot: number): OnePairCase {
  if (lengthOf(key) === 0) return "zero key";
  if (lengthOf(value) === 0) return "zero value";
  if (lengthOf(query) === 0) return "zero query";
  if (Math.abs(dot) <= rightAngle * lengthOf(key) * lengthOf(query)) return "perpendicular";
  if (lengthOf(subtract(query, key)) <= rightAngle) return "query is key";
  return "general";
}

/** Degrees around a right angle, and units around the key, in which a dragged query snaps. */
const snapDegrees = 2;
const snapDistance = 0.045;

function constrain(next: OnePairValues, previous: OnePairValues, manner: Manner): OnePairValues {
  const key = next.unitKey ? direction(next.key, direction(previous.key)) : next.key;
  const dragged = manner === "drag" && next.query !== previous.query;
  return { ...next, key, query: dragged ? snapQuery(next.query, key) : next.query };
}

function snapQuery(query: Point, key: Point): Point {
  if (lengthOf(subtract(query, key)) < snapDistance) return key;
  if (lengthOf(query) < snapDistance) return [0, 0];
  const across = quarterTurn(direction(key));
  const along = query[0] * across[0] + query[1] * across[1];
  const cosine = Math.sqrt(Math.max(0, 1 - (along / lengthOf(query)) ** 2));
  return lengthOf(key) > 0 && cosine < Math.sin((snapDegrees * Math.PI) / 180)
    ? scale(across, along)
    : query;
}

function describe(model: OnePairModel): Sentence {
  const share = formatNumber(model.dot);
  switch (model.case) {
    case "zero key":
      return ["The key has no length: ", { strong: "nothing stored" }, ". Every read is zero."];
    case "zero value":
      return ["The value is zero, and so is the matrix: ", { strong: "nothing comes back" }, "."];
    case "zero query":
      return ["The query is zero: it asks for nothing, and ", { strong: "the read is zero" }, "."];
    case "perpendicular":
      return [
        "The query is perpendicular to the key: ",
        { strong: "the read is zero" },
        ", whatever the value.",
      ];
    case "query is key":
      return model.unitKey
        ? ["Asked with the key itself, the memory answers ", { strong: "exactly v" }, "."]
        : [
            "Asked with the key itself, the memory answers ",
            { strong: `${share} v` },
            ": the value times |k|\u00B2.",
          ];
    case "general":
      return [
        "Key and query multiply to ",
        { strong: `k\u00B7q = ${share}` },
        ", so the read is ",
        { strong: `${share} v` },
        ...keyReading(model),
      ];
  }
}

function keyReading(model: OnePairModel): Sentence {
  if (model.unitKey) return ["."];
  return [
    "; the key itself would read ",
    { strong: `|k|\u00B2 v = ${formatNumber(model.keySquared)} v` },
    ".",
  ];
}

function table(model: OnePairModel): Table {
  const vector = (name: string, [x, y]: readonly number[]) => [name, x ?? null, y ?? null] as const;
  return {
    columns: ["name", "first", "second"],
    rows: [
      vector("key", model.key),
      vector("query", model.query),
      vector("value", model.value),
      vector("state row 1", model.state[0] ?? []),
      vector("state row 2", model.state[1] ?? []),
      vector("read", model.read),
      vector("read of the key", model.keyRead),
      ["k.q", model.dot, null],
      ["k.k", model.keySquared, null],
    ],
  };
}

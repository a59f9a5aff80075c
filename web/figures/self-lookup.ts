import type { MatrixMemory } from "matrix-memory";
import { formatNumber, formatShort } from "../drawing/numbers.js";
import { defineFigure, type Sentence, type Table } from "./define.js";
import {
  coordinates,
  embeddings,
  heaviest,
  indexOfToken,
  kinds,
  lookUp,
  lookUpLines,
  type Maps,
  nameBeside,
  quoted,
  words,
} from "./example-tokens.js";
import { program } from "./program.js";
import { rowsOf, transposed } from "./rows.js";
import { drawSelfLookup } from "./self-lookup-drawing.js";
import {
  type SelfLookupModel,
  type SelfLookupSchema,
  type SelfLookupValues,
  selfLookupParameters,
} from "./self-lookup-model.js";

export const selfLookup = defineFigure<SelfLookupSchema, SelfLookupModel>({
  id: "self-lookup",
  title: "A sentence looks itself up",
  parameters: selfLookupParameters,
  compute,
  draw: drawSelfLookup,
  describe,
  table,
  code: (parameters) => {
    const asked = indexOfToken(parameters.query);
    const [first, end] = [asked * coordinates.length, (asked + 1) * coordinates.length];
    return program(
      ["scores", "attention"],
      [
        ...lookUpLines(mapsOf(parameters), softmax, asked),
        `console.log([...found.output.data.subarray(${first}, ${end})]);`,
      ],
    );
  },
});

const softmax = { inverseTemperature: 1, causal: false };

function mapsOf({ queryMap, keyMap, valueMap }: SelfLookupValues): Maps {
  return { query: queryMap, key: keyMap, value: valueMap };
}

function compute(core: MatrixMemory, parameters: SelfLookupValues): SelfLookupModel {
  const lookup = lookUp(core, mapsOf(parameters), softmax);
  const asked = indexOfToken(parameters.query);
  const answer = lookup.outputs[asked] ?? [];
  return {
    ...parameters,
    ...lookup,
    asked,
    answer,
    mirrored: String(lookup.scores) === String(transposed(lookup.scores)),
    cosines: cosinesWith(core, answer, lookup.values),
  };
}

function cosinesWith(
  core: MatrixMemory,
  vector: readonly number[],
  rows: readonly (readonly number[])[],
): number[] {
  const gram = rowsOf(core.gram([vector, ...rows]));
  const length = (row: number) => Math.sqrt(gram[row]?.[row] ?? 0);
  return rows.map((_, i) => {
    const lengths = length(0) * length(i + 1);
    return lengths === 0 ? 0 : (gram[0]?.[i + 1] ?? 0) / lengths;
  });
}

function describe(model: SelfLookupModel): Sentence {
  return [...found(model), ...mirror(model), ...returned(model)];
}

/** Whom the query finds. Left to itself it finds itself. */
function found({ asked, weights }: SelfLookupModel): Sentence {
  const row = weights[asked] ?? [];
  const best = heaviest(row);
  const share = (token: number) => `${formatNumber(100 * (row[token] ?? 0), 0)}\u00A0%`;
  const shareOfBest = share(best[0] ?? 0);
  if (best.length === row.length) {
    const all = { strong: `all tokens weigh the same ${shareOfBest}` };
    return [`No key answers ${quoted(asked)}: `, all, ". "];
  }
  const names = best.map((token) => nameBeside(asked, token)).join(" and ");
  const finds = `${quoted(asked)} finds `;
  if (best.length > 1) return [finds, { strong: `${names}, ${shareOfBest} each` }, ". "];
  const itself = { strong: `${names}, ${shareOfBest}` };
  if (best[0] !== asked) return [finds, itself, ". "];
  const others = row.map((_, token) => token).filter((token) => token !== asked);
  const [next = 0] = heaviest(row, others);
  return [
    finds,
    itself,
    ", and then its near-copy ",
    { strong: `${quoted(next)}, ${share(next)}` },
    ". ",
  ];
}

/** What the token that it finds would find in turn. */
function mirror({ asked, weights, scores, mirrored }: SelfLookupModel): Sentence {
  const others = words.map((_, token) => token).filter((token) => token !== asked);
  const [partner = 0] = heaviest(weights[asked] ?? [], others);
  const there = formatShort(scores[asked]?.[partner] ?? 0);
  const back = formatShort(scores[partner]?.[asked] ?? 0);
  const example = `${quoted(asked)} scores ${nameBeside(asked, partner)} ${there} and is scored ${back} by it. `;
  if (mirrored) return ["The table is ", { strong: "its own mirror image" }, `: ${example}`];
  const claim = ["The table is ", { strong: "not its own mirror image" }];
  return there === back ? [...claim, ". "] : [...claim, `: ${example}`];
}

/** What comes back: a whole token, or what a token has to say. */
function returned({ answer, cosines, valueMap }: SelfLookupModel): Sentence {
  const closest = [...new Set(heaviest(cosines).map(quoted))].join(" and ");
  const size = (index: number) => `${coordinates[index]} ${formatNumber(answer[index] ?? 0)}`;
  if (valueMap) {
    const shown = coordinates.map((_, index) => index).filter((i) => isSeen(answer[i] ?? 0));
    const meaning = { strong: shown.map(size).join(", ") };
    return ["What comes back is ", meaning, ` and no kind of word, closest to ${closest}.`];
  }
  const kind = heaviest(answer.slice(0, kinds)).map(size).join(", ");
  const raw = { strong: "the raw token" };
  return ["What comes back is ", raw, `, its kind included (${kind}), closest to ${closest}.`];
}

function isSeen(x: number): boolean {
  return Number(formatNumber(Math.abs(x))) !== 0;
}

function table(model: SelfLookupModel): Table {
  const { asked, queries, keys, values, scores, weights, answer, cosines } = model;
  const rows = (name: string, matrix: readonly (readonly number[])[]) =>
    matrix.map((row, i) => [`${name} ${i + 1}`, ...row]);
  return {
    columns: ["name", ...words.map((_, i) => String(i + 1))],
    rows: [
      ["coordinates", ...coordinates],
      ["tokens", ...words],
      ...rows("token", embeddings),
      ...rows("query", queries),
      ...rows("key", keys),
      ...rows("value", values),
      ...rows("scores of query", scores),
      ...rows("weights of query", weights),
      [`answer to query ${asked + 1}`, ...answer],
      ["cosines of the answer with the values", ...cosines],
    ],
  };
}

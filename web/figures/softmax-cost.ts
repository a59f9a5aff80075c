import type { MatrixMemory } from "matrix-memory";
import { formatCount, formatQuantity, formatShort } from "../drawing/numbers.js";
import { loadPlot } from "../drawing/plot.js";
import { defineFigure, type Sentence, type Table } from "./define.js";
import {
  heaviest,
  indexOfToken,
  lookUp,
  lookUpLines,
  nameBeside,
  quoted,
  words,
} from "./example-tokens.js";
import { program } from "./program.js";
import { drawSoftmaxCost } from "./softmax-cost-drawing.js";
import {
  type Cost,
  type SoftmaxCostModel,
  type SoftmaxCostSchema,
  type SoftmaxCostValues,
  softmaxCostParameters,
} from "./softmax-cost-model.js";
import { shareText } from "./token-drawing.js";

export const softmaxCost = defineFigure<SoftmaxCostSchema, SoftmaxCostModel>({
  id: "softmax-cost",
  title: "Weights, and what they cost as the sequence runs",
  parameters: softmaxCostParameters,
  prepare: loadPlot,
  compute,
  draw: drawSoftmaxCost,
  describe,
  table,
  code: (parameters) => {
    const { inverseTemperature, causal, tokens, keyDim, valueDim, precision } = parameters;
    const asked = indexOfToken(parameters.query);
    return program(
      ["scores", "attention", "memory"],
      [
        ...lookUpLines(allMaps, { inverseTemperature, causal }, asked),
        `const options = { keyDim: ${keyDim}, valueDim: ${valueDim}, precision: "${precision}" };`,
        `const pair = [new Float64Array(${keyDim}), new Float64Array(${valueDim})];`,
        'const cache = memory("softmax-attention", options).write(...pair);',
        'const matrix = memory("correlation-matrix", options).write(...pair);',
        `console.log([${tokens} * cache.stateBytes, matrix.stateBytes]);`,
      ],
    );
  },
});

const allMaps = { query: true, key: true, value: true };

function compute(core: MatrixMemory, parameters: SoftmaxCostValues): SoftmaxCostModel {
  const { inverseTemperature, causal, tokens } = parameters;
  const asked = indexOfToken(parameters.query);
  const bytes = bytesCarried(core, parameters);
  return {
    ...parameters,
    ...lookUp(core, allMaps, { inverseTemperature, causal }),
    asked,
    seen: causal ? asked + 1 : words.length,
    bytes: costAt(tokens, bytes.perToken, bytes.state),
    multiplyAdds: costAt(tokens, ...multiplyAddsOf(parameters)),
  };
}

function costAt(tokens: number, perToken: number, state: number): Cost {
  return { perToken, cache: tokens * perToken, state, crossing: state / perToken };
}

/** Of memories of the library: every pair adds the same number of bytes to a cache, and none to a matrix. */
function bytesCarried(
  core: MatrixMemory,
  { keyDim, valueDim, precision }: SoftmaxCostValues,
): { perToken: number; state: number } {
  const options = { keyDim, valueDim, precision };
  const cache = core.memory("softmax-attention", options);
  const matrix = core.memory("correlation-matrix", options);
  try {
    const [key, value] = [new Float64Array(keyDim), new Float64Array(valueDim)];
    for (const memory of [cache, matrix]) memory.write(key, value);
    return { perToken: cache.stateBytes, state: matrix.stateBytes };
  } finally {
    cache.free();
    matrix.free();
  }
}

/**
 * Counts, for one token. Softmax attention: its query meets t keys of d numbers (t d), and t values of m numbers are
 * weighed and summed (t m). A matrix: the outer product is added (d m), and the query is multiplied (d m). The t
 * exponentials, and the maps that both need, are not counted.
 */
function multiplyAddsOf({
  keyDim,
  valueDim,
}: SoftmaxCostValues): [perToken: number, state: number] {
  return [keyDim + valueDim, 2 * keyDim * valueDim];
}

function describe(model: SoftmaxCostModel): Sentence {
  return [...weighed(model), ...carried(model), ...crossed(model)];
}

function weighed({ asked, seen, weights, inverseTemperature }: SoftmaxCostModel): Sentence {
  const row = (weights[asked] ?? []).slice(0, seen);
  const best = heaviest(row);
  const token = quoted(asked);
  if (seen === 1) return [`${token} has `, { strong: "only itself to see" }, ", whatever b. "];
  const at = `At b = ${formatShort(inverseTemperature)} ${token} `;
  const share = shareText(row[best[0] ?? 0] ?? 0);
  if (best.length === seen) {
    const alike = `weighs the ${seen} tokens it sees alike, ${share} each`;
    return [at, { strong: alike }, ". "];
  }
  const names = best.map((other) => nameBeside(asked, other)).join(" and ");
  const each = best.length > 1 ? " each" : "";
  return [at, "gives ", { strong: `${names} ${share}${each}` }, " of its weight. "];
}

function carried({ tokens, bytes, multiplyAdds }: SoftmaxCostModel): Sentence {
  const after = tokens === 1 ? "After 1 token" : `After ${formatCount(tokens)} tokens`;
  return [
    `${after} the cache is `,
    { strong: formatQuantity(bytes.cache, "B") },
    ", the matrix ",
    { strong: formatQuantity(bytes.state, "B") },
    "; the last token cost ",
    { strong: formatCount(multiplyAdds.cache) },
    " multiply-adds with the one, ",
    { strong: formatCount(multiplyAdds.state) },
    " with the other. ",
  ];
}

function crossed({ bytes, multiplyAdds }: SoftmaxCostModel): Sentence {
  const last = ({ crossing }: Cost) => formatCount(Math.floor(crossing));
  return [
    `The cache is no larger up to t = ${last(bytes)}, no dearer up to t = ${last(multiplyAdds)}.`,
  ];
}

function table(model: SoftmaxCostModel): Table {
  const { scores, weights, outputs, tokens, bytes, multiplyAdds } = model;
  const rows = (name: string, matrix: readonly (readonly number[])[]) =>
    matrix.map((row, i) => [`${name} ${i + 1}`, ...row]);
  const one = (name: string, number: number) => [name, number, ...words.slice(1).map(() => null)];
  const costs = (name: string, { perToken, cache, state, crossing }: Cost) => [
    one(`${name}, cache`, cache),
    one(`${name}, cache, for every token so far`, perToken),
    one(`${name}, matrix`, state),
    one(`${name}, the same at t`, crossing),
  ];
  return {
    columns: ["name", ...words.map((_, i) => String(i + 1))],
    rows: [
      ["tokens", ...words],
      ...rows("scores of query", scores),
      ...rows("weights of query", weights),
      ...rows("output of query", outputs),
      one("t", tokens),
      ...costs("bytes", bytes),
      ...costs("multiply-adds", multiplyAdds),
    ],
  };
}

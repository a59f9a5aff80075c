import type { MatrixMemory } from "matrix-memory";
import { literal } from "./program.js";
import { rowsOf } from "./rows.js";

/*
 * A sentence small enough to look through: six tokens, each a vector of six coordinates that have names, and three maps.
 * The numbers are chosen by hand so that a reader can follow them; a trained model finds its own, which have no names.
 */

export const words = ["the", "birds", "the", "cat", "hears", "sing"] as const;

/** "number" is 1 for many and \u22121 for one. */
export const coordinates = ["article", "noun", "verb", "number", "bird", "cat"] as const;

/** How many of the coordinates, from the first, say what kind of word a token is. */
export const kinds = 3;

type Rows = readonly (readonly number[])[];

/** A row a token. The kind of word counts double: tokens are alike first of all by their kind. */
export const embeddings: Rows = [
  [2, 0, 0, 0, 0, 0],
  [0, 2, 0, 1, 1, 0],
  [2, 0, 0, 0, 0, 0],
  [0, 2, 0, -1, 0, 1],
  [0, 0, 2, -1, 0, 0],
  [0, 0, 2, 1, 0, 0],
];

/** What a token looks for: a verb looks for a noun, a noun for a verb, both for their own number. */
export const queryMap: Rows = [
  [0, 0, 0, 0, 0, 0],
  [0, 0, 1, 0, 0, 0],
  [0, 1, 0, 0, 0, 0],
  [0, 0, 0, 1, 0, 0],
  [0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0],
];

/** What a token can be found by: that it is a noun, and its number. */
export const keyMap: Rows = keeping("noun", "number");

/** What a token hands on: what it means, without its kind. */
export const valueMap: Rows = keeping("number", "bird", "cat");

function keeping(...kept: (typeof coordinates)[number][]): Rows {
  return coordinates.map((name, row) =>
    coordinates.map((_, column) => (row === column && kept.includes(name) ? 1 : 0)),
  );
}

/** The choice of a token, which the control writes out as the sentence it is. */
export const tokenChoice = {
  kind: "choice",
  label: "query token",
  captioned: true,
  options: [
    { value: "first-the", label: "the" },
    { value: "birds", label: "birds" },
    { value: "second-the", label: "the" },
    { value: "cat", label: "cat" },
    { value: "hears", label: "hears" },
    { value: "sing", label: "sing" },
  ],
  default: "sing",
} as const;

export type TokenName = (typeof tokenChoice.options)[number]["value"];

export function indexOfToken(name: TokenName): number {
  return tokenChoice.options.findIndex(({ value }) => value === name);
}

export function tokenAt(index: number): TokenName {
  const last = words.length - 1;
  const option = tokenChoice.options[Math.min(last, Math.max(0, index))];
  return option?.value ?? tokenChoice.default;
}

/** Which of the three maps are applied; where one is not, the token itself stands in its place. */
export interface Maps {
  readonly query: boolean;
  readonly key: boolean;
  readonly value: boolean;
}

export interface Lookup {
  /** A row a token each. */
  readonly queries: Rows;
  readonly keys: Rows;
  readonly values: Rows;
  /** A row a query, a column a key. */
  readonly scores: Rows;
  readonly weights: Rows;
  /** A row a query: the values, weighed. */
  readonly outputs: Rows;
}

/** Attention over the sentence, every token asking. */
export function lookUp(
  core: MatrixMemory,
  maps: Maps,
  options: { readonly inverseTemperature: number; readonly causal: boolean },
): Lookup {
  const mapped = (map: Rows, on: boolean): Rows =>
    on ? rowsOf(core.scores(embeddings, map)) : embeddings;
  const queries = mapped(queryMap, maps.query);
  const keys = mapped(keyMap, maps.key);
  const values = mapped(valueMap, maps.value);
  const { weights, output } = core.attention(queries, keys, values, options);
  return {
    queries,
    keys,
    values,
    scores: rowsOf(core.scores(queries, keys)),
    weights: rowsOf(weights),
    outputs: rowsOf(output),
  };
}

/** The same for one token, as lines of a program that prints its weights. */
export function lookUpLines(
  maps: Maps,
  { inverseTemperature, causal }: { inverseTemperature: number; causal: boolean },
  asked: number,
): string[] {
  const mapped = (name: string, map: Rows, on: boolean) =>
    `const ${name} = ${on ? `scores(tokens, ${literal(map)}).data` : "tokens.flat()"};`;
  const dims = `keyDim: ${coordinates.length}, valueDim: ${coordinates.length}`;
  const [first, end] = [asked * words.length, (asked + 1) * words.length];
  return [
    `const tokens = ${literal(embeddings)};`,
    mapped("queries", queryMap, maps.query),
    mapped("keys", keyMap, maps.key),
    mapped("values", valueMap, maps.value),
    "const found = attention(queries, keys, values, {",
    `  ${dims}, inverseTemperature: ${inverseTemperature}, causal: ${causal},`,
    "});",
    `console.log([...found.weights.data.subarray(${first}, ${end})]);`,
  ];
}

/** \u2018sing\u2019, as sentences quote a token. */
export function quoted(token: number): string {
  return `\u2018${words[token]}\u2019`;
}

/** How another token is called beside the one that asks: two of the six are the same word. */
export function nameBeside(asked: number, token: number): string {
  if (token === asked) return "itself";
  return words[token] === words[asked] ? `the other ${quoted(token)}` : quoted(token);
}

const tie = 1e-9;

/** The tokens of the largest weight, or of those of `among`: more than one where they are alike. */
export function heaviest(weights: readonly number[], among?: readonly number[]): number[] {
  const tokens = among ?? weights.map((_, token) => token);
  const largest = Math.max(...tokens.map((token) => weights[token] ?? 0));
  return tokens.filter((token) => (weights[token] ?? 0) >= largest - tie);
}

import { describe, expect, test } from "vitest";
import { tokenChoice, words } from "../../web/figures/example-tokens.js";
import { selfLookup } from "../../web/figures/self-lookup.js";
import { core, Held, textsOf } from "./held.js";

const tokens = tokenChoice.options.map(({ value }) => value);
type Token = (typeof tokens)[number];
const onOff = [false, true];
const states = onOff.flatMap((queryMap) =>
  onOff.flatMap((keyMap) => onOff.map((valueMap) => ({ queryMap, keyMap, valueMap }))),
);

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

/** The rows of one name, six of them, each with six numbers. */
function rowsNamed(held: Held<typeof selfLookup.parameters, unknown>, name: string): number[][] {
  return words.map((_, i) => held.row(`${name} ${i + 1}`));
}

describe.each(states)("the maps %j", (maps) => {
  const held = () => new Held(selfLookup).change(maps);

  test("scores are dot products of queries and keys; weights their softmax; the answer their sum", () => {
    for (const [asked, query] of tokens.entries()) {
      const figure = held().change({ query });
      const [queries, keys, values] = ["query", "key", "value"].map((name) =>
        rowsNamed(figure, name),
      ) as [number[][], number[][], number[][]];
      const scores = rowsNamed(figure, "scores of query");
      scores.forEach((row, i) => {
        expect(row).toEqual(keys.map((key) => dot(queries[i] as number[], key)));
      });
      const powers = (scores[asked] as number[]).map(Math.exp);
      const sum = powers.reduce((a, b) => a + b);
      const weights = figure.row(`weights of query ${asked + 1}`);
      weights.forEach((weight, j) => {
        expect(weight).toBeCloseTo((powers[j] as number) / sum, 14);
      });
      const answer = figure.row(`answer to query ${asked + 1}`);
      answer.forEach((x, i) => {
        const mixed = values.reduce((total, v, j) => total + (weights[j] ?? 0) * (v[i] ?? 0), 0);
        expect(x).toBeCloseTo(mixed, 14);
      });
    }
  });

  test("a memory that holds the keys and values answers the same", () => {
    const figure = held();
    const [keys, values, queries] = ["key", "value", "query"].map((name) =>
      rowsNamed(figure, name),
    ) as [number[][], number[][], number[][]];
    const memory = core.memory("softmax-attention", {
      keyDim: 6,
      valueDim: 6,
      read: { name: "softmax", inverseTemperature: 1 },
    });
    memory.write(keys, values);
    for (const [asked, query] of tokens.entries()) {
      const read = memory.read(queries[asked] as number[]);
      const answer = held()
        .change({ query })
        .row(`answer to query ${asked + 1}`);
      read.forEach((x, i) => {
        expect(answer[i]).toBeCloseTo(x, 13);
      });
    }
    memory.free();
  });

  test("a map that is off leaves the tokens as they are", () => {
    const figure = held();
    const raw = rowsNamed(figure, "token");
    for (const [name, on] of [
      ["query", maps.queryMap],
      ["key", maps.keyMap],
      ["value", maps.valueMap],
    ] as const) {
      if (on) expect(rowsNamed(figure, name)).not.toEqual(raw);
      else expect(rowsNamed(figure, name)).toEqual(raw);
    }
  });

  test("the sentence says whether the table is its own mirror image", () => {
    const scores = rowsNamed(held(), "scores of query");
    const mirrored = scores.every((row, i) => row.every((x, j) => x === scores[j]?.[i]));
    for (const query of tokens) {
      const { sentence } = held().change({ query });
      if (mirrored) expect(sentence).toMatch(/table is its own mirror image/);
      else expect(sentence).toMatch(/table is not its own mirror image/);
    }
    // Only the product of the two maps counts: ours must both be on.
    expect(mirrored).toBe(!(maps.queryMap && maps.keyMap));
  });
});

describe("the three failures, and what repairs each", () => {
  const say = (query: Token, ...on: ("queryMap" | "keyMap" | "valueMap")[]) =>
    new Held(selfLookup).change({
      query,
      ...Object.fromEntries(on.map((name) => [name, true])),
    }).sentence;

  test("raw, every token finds itself first and its near-copy next", () => {
    expect(say("sing")).toMatch(
      /^\u2018sing\u2019 finds itself, 85.*near-copy \u2018hears\u2019, 12/,
    );
    expect(say("birds")).toMatch(/^\u2018birds\u2019 finds itself.*near-copy \u2018cat\u2019/);
    expect(say("first-the")).toMatch(/finds itself and the other \u2018the\u2019, 48/);
  });

  test("the query map lets verbs find their subjects, and leaves the mirror", () => {
    expect(say("sing", "queryMap")).toMatch(/^\u2018sing\u2019 finds \u2018birds\u2019, 85/);
    expect(say("hears", "queryMap")).toMatch(/^\u2018hears\u2019 finds \u2018cat\u2019, 85/);
    expect(say("sing", "queryMap")).toMatch(/own mirror image: .* 5 and is scored 5 by it/);
  });

  test("the key map breaks the mirror, and leaves the raw token", () => {
    const { sentence } = new Held(selfLookup).change({ queryMap: true, keyMap: true });
    expect(sentence).toMatch(/not its own mirror image: .* 5 and is scored 1 by it/);
    expect(sentence).toMatch(/the raw token, its kind included \(noun 1\.94\)/);
  });

  test("the value map hands on the meaning without the kind of word", () => {
    const sentence = say("sing", "queryMap", "keyMap", "valueMap");
    expect(sentence).toMatch(/comes back is number 0\.75, bird 0\.85, cat 0\.12 and no kind/);
    expect(sentence).toMatch(/closest to \u2018birds\u2019\.$/);
  });

  test("a token that no key answers is told so", () => {
    for (const query of ["first-the", "second-the"] as const) {
      expect(say(query, "queryMap")).toMatch(/^No key answers \u2018the\u2019.*the same 17/);
    }
  });
});

test("the score that is worked out is that of the token pointed at", () => {
  const held = new Held(selfLookup).change({ queryMap: true, keyMap: true });
  const worked = (lit?: string) =>
    textsOf(held, 1000, lit).filter((text) => text.startsWith("score of"));
  expect(worked()).toEqual(["score of \u2018birds\u2019: 2\u00D72 + 1\u00D71 = 5"]);
  expect(worked("token-4")).toEqual(["score of \u2018cat\u2019: 2\u00D72 + 1\u00D7(\u22121) = 3"]);
  expect(worked("token-1")).toEqual(["score of \u2018the\u2019: nothing in common = 0"]);
});

import { describe, expect, test } from "vitest";
import { words } from "../../web/figures/example-tokens.js";
import { softmaxCost } from "../../web/figures/softmax-cost.js";
import { between, dice } from "../library/support.js";
import { core, Held } from "./held.js";

const fresh = () => new Held(softmaxCost);
const share = (weights: readonly number[]) => weights.reduce((a, b) => a + b, 0);

describe("weights", () => {
  test("a row sums to one, and sees nothing of the future under the mask", () => {
    for (const causal of [true, false]) {
      for (const inverseTemperature of [0, 0.41, 1, 5]) {
        const held = fresh().change({ causal, inverseTemperature });
        words.forEach((_, i) => {
          const row = held.row(`weights of query ${i + 1}`);
          expect(share(row)).toBeCloseTo(1, 14);
          row.forEach((weight, j) => {
            if (causal && j > i) expect(weight).toBe(0);
            else expect(weight).toBeGreaterThan(0);
          });
        });
      }
    }
  });

  test("a score larger by one weighs e^b times as much", () => {
    for (const b of [0.25, 1, 2.5]) {
      const held = fresh().change({ inverseTemperature: b, causal: false });
      const [scores, weights] = ["scores", "weights"].map((name) => held.row(`${name} of query 6`));
      const ratio = (weights?.[1] ?? 0) / (weights?.[3] ?? 1);
      const apart = (scores?.[1] ?? 0) - (scores?.[3] ?? 0);
      expect(ratio).toBeCloseTo(Math.exp(b * apart), 8);
    }
  });

  test("the first token sees only itself; with b = 0 all that is seen weighs alike", () => {
    expect(fresh().change({ query: "first-the" }).sentence).toMatch(/only itself to see/);
    const flat = fresh().change({ inverseTemperature: 0 });
    expect(flat.sentence).toMatch(
      /At b = 0 \u2018sing\u2019 weighs the 6 tokens it sees alike, 17/,
    );
    expect(flat.change({ query: "birds" }).sentence).toMatch(/the 2 tokens it sees alike, 50/);
  });

  test("ties are told as ties", () => {
    const held = fresh().change({ query: "birds", causal: false });
    expect(held.sentence).toMatch(/gives itself and \u2018sing\u2019 33.*each of its weight/);
  });
});

describe("costs", () => {
  test("bytes are those of memories that hold t pairs", () => {
    const roll = dice(23);
    for (let round = 0; round < 12; round++) {
      const state = {
        keyDim: between(roll, 8, 64),
        valueDim: between(roll, 8, 64),
        tokens: between(roll, 1, 300),
        precision: (["double", "single", "bfloat16"] as const)[round % 3] ?? "double",
      };
      const { keyDim, valueDim, tokens, precision } = state;
      const held = fresh().change(state);
      const keys = new Float64Array(tokens * keyDim).fill(0.5);
      const values = new Float64Array(tokens * valueDim).fill(0.25);
      const options = { keyDim, valueDim, precision };
      for (const [name, memory] of [
        ["bytes, cache", core.memory("softmax-attention", options)],
        ["bytes, matrix", core.memory("correlation-matrix", options)],
      ] as const) {
        expect(held.row(name)).toEqual([memory.write(keys, values).stateBytes]);
        memory.free();
      }
    }
  });

  test("multiply-adds are counted as the formulas count them", () => {
    const held = fresh().change({ keyDim: 24, valueDim: 40, tokens: 100 });
    expect(held.row("multiply-adds, cache")).toEqual([100 * (24 + 40)]);
    expect(held.row("multiply-adds, matrix")).toEqual([2 * 24 * 40]);
  });

  test("where they are the same, the sentence says so, and for d = m that is d/2 and d", () => {
    for (const d of [8, 64, 256]) {
      const { sentence } = fresh().change({ keyDim: d, valueDim: d });
      expect(sentence).toContain(`no larger up to t = ${d / 2}, no dearer up to t = ${d}.`);
    }
    const held = fresh().change({ keyDim: 8, valueDim: 24 });
    expect(held.row("bytes, the same at t")).toEqual([6]);
    expect(held.row("multiply-adds, the same at t")).toEqual([12]);
    held.change({ tokens: 6 });
    expect(held.row("bytes, cache")).toEqual(held.row("bytes, matrix"));
  });

  test("precision changes bytes alone, and in proportion", () => {
    const [double, half] = (["double", "bfloat16"] as const).map((precision) =>
      fresh().change({ precision }),
    );
    expect(double?.row("bytes, cache")[0]).toBe(4 * (half?.row("bytes, cache")[0] ?? 0));
    expect(double?.row("multiply-adds, cache")).toEqual(half?.row("multiply-adds, cache"));
  });

  test("one token is told in the singular, a hundred thousand with their thousands apart", () => {
    expect(fresh().change({ tokens: 1 }).sentence).toMatch(/After 1 token the cache/);
    expect(fresh().change({ tokens: 100_000 }).sentence).toMatch(/After 100\u00A0000 tokens/);
  });
});

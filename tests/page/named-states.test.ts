import type { Page } from "puppeteer-core";
import { beforeAll, describe, expect, test } from "vitest";
import { axeViolations, type Watch, watch } from "./audit.js";
import { crossed } from "./browsers.js";
import type { FigureOnPage } from "./figure.js";
import { unsound } from "./reader.js";
import { alone, withSite } from "./stage.js";

/** Figures that have their states in the same rounds. Each kind has a page: axe goes through all that stands on one. */
const stages = [
  ["self-lookup", "softmax-cost", "linear-attention", "remedies"],
  ["two-pairs", "many-pairs", "least-squares"],
] as const;
type Id = (typeof stages)[number][number];

/** A state, and what the sentence under the figure must say of it. */
type Named = readonly [state: Record<string, unknown>, says: RegExp];

const plain = {
  ask: "k1",
  unitKeys: true,
  third: false,
  key1: [1, 0],
  key2: [0.5, Math.sqrt(0.75)],
  key3: [-0.8, 0.6],
  query: [1, 0],
  value1: [1.4, -0.4],
  value2: [0.5, 1.4],
  value3: [-1.3, 0.3],
};
const zero = [0, 0];
const freed = { ...plain, unitKeys: false };
const onOneLine = { ...plain, third: true, key2: [-1, 0], key3: [1, 0] };
const raw = { query: "sing", queryMap: false, keyMap: false, valueMap: false };
const written = { step: 5, features: "identity", normalised: false, precision: "double", seed: 1 };
const plainly = {
  keys: "unit",
  values: "dense",
  pairs: 20,
  seed: 3,
  normalise: "none",
  read: "plain",
  keyDim: 16,
  sparse: "no",
};
const soft = { query: "sing", inverseTemperature: 1, causal: true };

/** Rounds, a state of each figure a round: every named state, and every kind of bad input that a control lets through. */
const rounds: readonly (readonly [string, Readonly<Partial<Record<Id, Named>>>])[] = [
  [
    "raw tokens; weights under the mask",
    {
      "linear-attention": [{ ...written, step: 0 }, /Nothing is written yet/],
      remedies: [plainly, /No remedy is chosen/],
      "self-lookup": [raw, /finds itself.*its own mirror image.*the raw token/],
      "softmax-cost": [soft, /gives \u2018birds\u2019 85/],
    },
  ],
  [
    "the same word twice; all alike",
    {
      "linear-attention": [written, /which is rounding/],
      remedies: [{ ...plainly, values: "labels", read: "nearest" }, /comes back exactly/],
      "self-lookup": [{ ...raw, query: "first-the" }, /itself and the other \u2018the\u2019, 48/],
      "softmax-cost": [{ ...soft, inverseTemperature: 0 }, /the 6 tokens it sees alike/],
    },
  ],
  [
    "a query map; one token to see",
    {
      "linear-attention": [{ ...written, precision: "half" }, /rounding of S to half/],
      remedies: [
        { ...plainly, values: "labels", read: "hard", level: 2 },
        /above everything that comes back/,
      ],
      "self-lookup": [{ ...raw, queryMap: true }, /birds\u2019, 85.*its own mirror image/],
      "softmax-cost": [{ ...soft, query: "first-the" }, /only itself to see/],
    },
  ],
  [
    "query and key maps; a tie",
    {
      "linear-attention": [
        { ...written, features: "favor", normalised: true, step: 8 },
        /which is rounding/,
      ],
      remedies: [{ ...plainly, read: "attention", scale: "down" }, /belongs to keys of length/],
      "self-lookup": [{ ...raw, queryMap: true, keyMap: true }, /not its own mirror image/],
      "softmax-cost": [
        { ...soft, query: "birds", causal: false },
        /itself and \u2018sing\u2019 33.*each/,
      ],
    },
  ],
  [
    "a query that no key answers; one token and small dimensions",
    {
      "linear-attention": [{ ...written, features: "dpfp", step: 1 }, /the one pair/],
      remedies: [{ ...plainly, sparse: "lsh", bits: 6 }, /Fewer bits than dimensions/],
      "self-lookup": [{ ...raw, query: "second-the", queryMap: true }, /No key answers/],
      "softmax-cost": [{ ...soft, tokens: 1, keyDim: 8, valueDim: 8 }, /After 1 token /],
    },
  ],
  [
    "all three maps; the longest sequence",
    {
      remedies: [
        { ...plainly, keys: "shared", pairs: 48, keyDim: 64, normalise: "layer" },
        /has taken out the common/,
      ],
      "self-lookup": [
        { query: "hears", queryMap: true, keyMap: true, valueMap: true },
        /no kind of word, closest to \u2018cat\u2019/,
      ],
      "softmax-cost": [
        { ...soft, tokens: 100_000, keyDim: 256, valueDim: 256, precision: "double" },
        /After 100\u00A0000 tokens the cache is 410\u00A0MB/,
      ],
    },
  ],
  [
    "a right angle; orthonormal keys",
    {
      "two-pairs": [{ ...plain, key2: [0, 1] }, /G = I: exact/],
      "many-pairs": [{ keys: "orthonormal", pairs: 6, keyDim: 8, seed: 3 }, /G = I: exact/],
      "least-squares": [{ ...plain, key2: [0, 1] }, /at a right angle the two matrices agree/],
    },
  ],
  [
    "parallel, equal keys; one more key than dimensions",
    {
      "two-pairs": [{ ...plain, key2: [1, 0] }, /Parallel keys/],
      "many-pairs": [{ keys: "one-more", keyDim: 4, pairs: 5, seed: 3 }, /it must leak/],
      "least-squares": [{ ...plain, key2: [1, 0] }, /keys are parallel.*finite again/],
    },
  ],
  [
    "antiparallel keys; four keys in the plane",
    {
      "two-pairs": [{ ...plain, key2: [-1, 0] }, /Antiparallel keys/],
      "many-pairs": [{ keys: "random", pairs: 4, keyDim: 2, seed: 3 }, /misses by/],
      "least-squares": [{ ...plain, key2: [-1, 0] }, /keys are antiparallel.*finite again/],
    },
  ],
  [
    "a zero key, asked for",
    {
      "two-pairs": [{ ...freed, key1: zero }, /k\u2081 is zero and stores nothing/],
      "least-squares": [{ ...freed, key1: zero }, /k\u2081 is zero and stores nothing/],
    },
  ],
  [
    "nothing but zeros",
    {
      "two-pairs": [
        { ...freed, ask: "free", query: zero, key1: zero, key2: zero, value1: zero, value2: zero },
        /nothing stored/,
      ],
      "least-squares": [
        { ...freed, ask: "free", query: zero, key1: zero, key2: zero, value1: zero, value2: zero },
        /nothing stored/,
      ],
    },
  ],
  [
    "zero values",
    {
      "two-pairs": [{ ...plain, value1: zero, value2: zero }, /nothing comes back/],
      "many-pairs": [{ keys: "one-more", keyDim: 7, pairs: 8, seed: 0 }, /it must leak/],
      "least-squares": [
        { ...plain, value1: zero, value2: zero },
        /both matrices: nothing comes back/,
      ],
    },
  ],
  [
    "a third key",
    {
      "two-pairs": [{ ...plain, third: true }, /some overlap always remains/],
      "least-squares": [{ ...plain, third: true }, /as little as it can/],
    },
  ],
  [
    "three keys on one line, equal values",
    {
      "two-pairs": [{ ...onOneLine, value2: plain.value1 }, /overlap/],
      "least-squares": [{ ...onOneLine, value2: plain.value1 }, /three keys/],
    },
  ],
  [
    "keys so close that the duals leave the plane; a free query",
    {
      "two-pairs": [{ ...plain, ask: "free", query: [-0.5, 0.9] }, /The query reads/],
      "least-squares": [
        { ...plain, ask: "free", query: [-0.5, 0.9], key2: [Math.cos(0.02), Math.sin(0.02)] },
        /largest stretch/,
      ],
    },
  ],
];

/** Light and dark differ in nothing but colour. */
const contrast = ["color-contrast"];

describe.each(crossed([1440, 360]))("named states, %s, %s, %i px", (name, scheme, width) => {
  const at = withSite(name, {}, scheme);

  describe.each(stages.map((ids) => ({ ids })))("$ids", ({ ids }) => {
    let figures: readonly FigureOnPage[];
    let page: Page;
    let watched: Watch;

    beforeAll(async () => {
      const { site, browser } = at();
      page = await browser.page(width);
      watched = watch(page, site.url);
      figures = await alone<readonly Id[]>(page, site, ids);
    });

    const theirs = rounds.filter(([, states]) => ids.some((id) => id in states));

    test.each(theirs)("%s: named, sound, accessible", async (_, states) => {
      const staged = figures.filter(({ id }) => id in states);
      for (const figure of staged) {
        const [state, says] = states[figure.id as Id] as Named;
        await figure.setState(state);
        expect(await figure.describe(), figure.id).toMatch(says);
        expect(await unsound(figure), figure.id).toEqual([]);
      }
      const shown = staged.map(({ selector }) => selector).join(", ");
      expect(await axeViolations(page, shown, scheme === "dark" ? contrast : undefined)).toEqual(
        [],
      );
      expect(watched.complaints).toEqual([]);
    });
  });
});

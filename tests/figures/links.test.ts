import { describe, expect, test } from "vitest";
import {
  readLink,
  readText,
  type StateText,
  shortestText,
  writeLink,
} from "../../web/element/permalink.js";
import { figures, loadFigure } from "../../web/figures/index.js";
import { dice } from "../library/support.js";
import { anyState, constrained, type State } from "./support.js";

/** There and back as the address of a page: what a browser may do to a fragment included. */
function carried(figure: string, state: StateText): StateText {
  const address = new URL(`https://example.org/page#${writeLink([{ figure, place: 1, state }])}`);
  const [linked] = readLink(address.hash);
  expect(linked?.figure).toBe(figure);
  return linked?.state ?? [];
}

/** Unit keys are made unit length again: the last bit may differ. */
function expectSame(state: State, expected: State): void {
  for (const [name, value] of Object.entries(expected)) {
    const [found, wanted] = [state[name], value].map((x) => (Array.isArray(x) ? x : [x]));
    wanted?.forEach((x, i) => {
      if (typeof x === "number") {
        expect(Math.abs((found?.[i] as number) - x), name).toBeLessThanOrEqual(
          2e-13 * Math.max(1, Math.abs(x)),
        );
      } else expect(found?.[i], name).toEqual(x);
    });
  }
}

describe.each(Object.keys(figures))("links to %s", (id) => {
  test("any state comes back", async () => {
    const figure = await loadFigure(id);
    const roll = dice(23);
    for (let round = 0; round < 300; round++) {
      const state = anyState(figure, roll);
      expectSame(readText(figure, carried(id, shortestText(figure, state))), state);
    }
  });

  test("the state that it begins with needs no parameters", async () => {
    const figure = await loadFigure(id);
    expect(shortestText(figure, constrained(figure, {}))).toEqual([]);
  });

  test("no parameter is written that the others bring about", async () => {
    const figure = await loadFigure(id);
    const roll = dice(24);
    for (let round = 0; round < 40; round++) {
      const state = anyState(figure, roll);
      const text = shortestText(figure, state);
      for (const left of text) {
        const without = readText(
          figure,
          text.filter((other) => other !== left),
        );
        expect(() => expectSame(without, state), String(left)).toThrow();
      }
    }
  });

  test("what is none of its states is refused in a sentence", async () => {
    const figure = await loadFigure(id);
    const refused: StateText = [
      ["nonsense", "1"],
      ["constructor", "1"],
      ["__proto__", "1"],
      ["figure", "1"],
      ["", ""],
    ];
    for (const entry of refused) {
      expect(() => readText(figure, [entry])).toThrow(/is no parameter of this figure/);
    }
    for (const [name, parameter] of Object.entries(figure.parameters)) {
      if (parameter.kind === "toggle") continue;
      const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      for (const text of ["", "x", "NaN", "1e999", "9".repeat(400), "1,2,3", "<b>", "\u0000"]) {
        expect(() => readText(figure, [[attribute, text]]), `${name}=${text}`).toThrow(
          `${attribute}: expected`,
        );
      }
    }
  });
});

test("an angle alone says where a key stands", async () => {
  const figure = await loadFigure("two-pairs");
  const state = constrained(figure, { angle: 60 } as Partial<State>);
  expect(writeLink([{ figure: "two-pairs", place: 1, state: shortestText(figure, state) }])).toBe(
    "figure=two-pairs&angle=60",
  );
});

test("several figures share one link, and a figure's second element has its own part", () => {
  const linked = [
    { figure: "two-pairs", place: 1, state: [["angle", "60"]] },
    { figure: "two-pairs", place: 2, state: [["key1", "0.6,0.8"]] },
    { figure: "capacity", place: 1, state: [] },
  ] as const;
  const text = writeLink(linked);
  expect(text).toBe("figure=two-pairs&angle=60&figure=two-pairs:2&key1=0.6,0.8&figure=capacity");
  expect(readLink(`#${text}`)).toEqual(linked);
});

test.each(["", "#", "#two-pairs-and-the-table", "#angle=60&figure=two-pairs", "#a=1", "#%E0%A4%A"])(
  "%j is no link to a figure",
  (fragment) => {
    expect(readLink(fragment)).toEqual([]);
  },
);

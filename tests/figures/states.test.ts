import { load, type MatrixMemory } from "matrix-memory";
import { beforeAll, describe, expect, test } from "vitest";
import { type AnyFigure, figures, loadFigure, plainText } from "../../web/figures/index.js";
import { readState } from "../../web/figures/parameters.js";
import { dice } from "../library/support.js";
import { anyState, constrained, inkOf, type State } from "./support.js";

let core: MatrixMemory;
beforeAll(async () => {
  core = await load();
});

/** What a figure shows of a state, in all its forms. */
function shown(figure: AnyFigure, parameters: State, width: number) {
  return shownOf(figure, figure.compute(core, parameters, undefined), parameters, width);
}

function shownOf(figure: AnyFigure, model: unknown, parameters: State, width: number) {
  const drawing = figure.draw(
    {
      document: {} as Document,
      width,
      parameters,
      change: () => undefined,
      lit: undefined,
      light: () => undefined,
    },
    model,
  );
  return { drawing, sentence: plainText(figure.describe(model)), table: figure.table(model) };
}

const broken = /NaN|Infinity|undefined|\[object/;

describe.each(Object.keys(figures))("%s", (id) => {
  test("whatever the state, the drawing, the sentence and the table are whole", async () => {
    const figure = await loadFigure(id);
    const roll = dice(17);
    for (let round = 0; round < 150; round++) {
      const state = anyState(figure, roll);
      const { drawing, sentence, table } = shown(figure, state, 320 + 800 * roll());
      const where = JSON.stringify(state);
      for (const [path, text] of drawing.children.flatMap((node) => [...inkOf(node)])) {
        expect(text, `${path} in ${where}`).not.toMatch(broken);
      }
      expect(sentence, where).not.toMatch(broken);
      expect(sentence, where).not.toMatch(/\u22120(\.0+)?(?![\d.])/);
      expect(drawing.width * drawing.height, where).toBeGreaterThan(0);
      for (const row of table.rows) {
        expect(row, where).toHaveLength(table.columns.length);
        for (const cell of row) {
          expect(cell === null || typeof cell === "string" || Number.isFinite(cell), where).toBe(
            true,
          );
        }
      }
    }
  });

  test("computing is pure, and no form of the figure changes what was computed", async () => {
    const figure = await loadFigure(id);
    const roll = dice(23);
    for (let round = 0; round < 20; round++) {
      const state = anyState(figure, roll);
      const model = figure.compute(core, state, undefined);
      const before = structuredClone(model);
      shownOf(figure, model, state, 700);
      expect(model).toEqual(before);
      shown(figure, anyState(figure, roll), 700);
      expect(figure.compute(core, state, undefined)).toEqual(before);
    }
  });

  test("a state read back gives the same state", async () => {
    const figure = await loadFigure(id);
    const roll = dice(5);
    for (let round = 0; round < 200; round++) {
      const state = anyState(figure, roll);
      const saved = JSON.parse(JSON.stringify(state)) as State;
      const before = anyState(figure, roll);
      const read = readState(figure.parameters, before, saved);
      const again = figure.constrain ? figure.constrain(read, before, "typed") : read;
      for (const [name, value] of Object.entries(state)) {
        const numbers = [value, again[name]].map((x) => (Array.isArray(x) ? x : [x]));
        numbers[0]?.forEach((x, i) => {
          const other = numbers[1]?.[i];
          if (typeof x === "number") expect(other, name).toBeCloseTo(x, 9);
          else expect(other, name).toEqual(x);
        });
      }
    }
  });

  test("what is not a state is refused by name, and nothing is taken over", async () => {
    const figure = await loadFigure(id);
    const before = constrained(figure, {});
    const [name] = Object.keys(figure.parameters) as [string];
    const bad: unknown[] = [
      null,
      3,
      [],
      { nonsense: 1 },
      { [name]: Number.NaN },
      { [name]: {} },
      { [name]: [1] },
      { [name]: "text that is no option" },
      { [name]: 1e300 },
      { constructor: 1 },
    ];
    for (const state of bad) {
      expect(() => readState(figure.parameters, before, state)).toThrow(/expected|no parameter/);
    }
    expect(before).toEqual(constrained(figure, {}));
  });
});

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { load } from "matrix-memory";
import { expect, test } from "vitest";
import { indexOfToken, type TokenName } from "../../web/figures/example-tokens.js";
import { type AnyFigure, figures, loadFigure } from "../../web/figures/index.js";
import { dice } from "../library/support.js";
import { anyState, type State } from "./support.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** All numbers that a program prints, in order and in full. */
async function printed(program: string): Promise<number[]> {
  const whole = 'console.log = (...all) => process.stdout.write(JSON.stringify(all) + "\\n");\n';
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", whole + program],
    { cwd: root },
  );
  const lines = stdout.trim().split("\n");
  return lines.flatMap((line) => (JSON.parse(line) as unknown[]).flat()).filter(isNumber);
}

const isNumber = (x: unknown): x is number => typeof x === "number";

/** The numbers of those rows of a figure's table, row by row. */
async function shown(figure: AnyFigure, state: State, name: RegExp): Promise<number[][]> {
  const core = await load();
  const measured = await figure.measurement?.run(core, state, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const { rows } = figure.table(figure.compute(core, state, measured));
  return rows.filter(([first]) => name.test(String(first))).map((row) => row.filter(isNumber));
}

const columnwise = (rows: number[][]) =>
  (rows[0] ?? []).flatMap((_, j) => rows.map((row) => row[j]));

/** The row of the token that asks. */
const weightsOfAsked = ({ query }: State) =>
  new RegExp(`^weights of query ${indexOfToken(query as TokenName) + 1}$`);

/** What each figure's program prints, out of the figure's own table. */
const prints: Record<string, (figure: AnyFigure, state: State) => Promise<unknown[]>> = {
  "self-lookup": async (figure, state) => [
    ...(await shown(figure, state, weightsOfAsked(state))).flat(),
    ...(await shown(figure, state, /^answer to query/)).flat(),
  ],
  "softmax-cost": async (figure, state) => [
    ...(await shown(figure, state, weightsOfAsked(state))).flat(),
    ...(await shown(figure, state, /^bytes, (cache|matrix)$/)).flat(),
  ],
  "linear-attention": async (figure, state) => [
    ...(await shown(figure, state, /^state row/)).flat(),
    ...(await shown(figure, state, /^recurrent$/)).flat(),
    ...(await shown(figure, state, /^parallel$/)).flat(),
  ],
  "one-pair": async (figure, state) => (await shown(figure, state, /^read$/)).flat(),
  "two-pairs": async (figure, state) =>
    [...(await shown(figure, state, /^gram/)), ...(await shown(figure, state, /^read$/))].flat(),
  "least-squares": async (figure, state) => (await shown(figure, state, / read$/)).flat(),
  "many-pairs": async (figure, state) => [
    ...(await shown(figure, state, /^gram/)).flat(),
    ...columnwise(await shown(figure, state, /^S K/)),
  ],
  capacity: async (figure, state) => (await shown(figure, state, /./)).map(([, mean]) => mean),
  remedies: async (figure, state) =>
    (await shown(figure, state, /^item/)).map(([, , errorAfter]) => errorAfter),
};

test.each(Object.keys(prints))(
  "%s: the program has the figure's numbers, to the bit",
  async (id) => {
    const figure = await loadFigure(id);
    const roll = dice(61);
    for (let round = 0; round < 6; round++) {
      const state = anyState(figure, roll);
      expect(await printed(figure.code?.(state) ?? ""), JSON.stringify(state)).toEqual(
        await prints[id]?.(figure, state),
      );
    }
  },
);

test("every figure that offers a program is among them", async () => {
  const offering = await Promise.all(Object.keys(figures).map(loadFigure));
  expect(offering.filter(({ code }) => code).map(({ id }) => id)).toEqual(Object.keys(prints));
});

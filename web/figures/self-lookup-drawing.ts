import type { VNode } from "snabbdom";
import { type CellPlace, drawCell, drawTableTitle } from "../drawing/cells.js";
import { lightable } from "../drawing/light.js";
import { formatNumber, formatShort } from "../drawing/numbers.js";
import { group, linePath, type Point, type Role, s } from "../drawing/svg.js";
import type { DrawContext, Drawing } from "./define.js";
import { coordinates, embeddings, heaviest, quoted, tokenAt, words } from "./example-tokens.js";
import { transposed } from "./rows.js";
import {
  type SelfLookupModel,
  type SelfLookupSchema,
  selfLookupParameters,
} from "./self-lookup-model.js";
import {
  arrange,
  drawAskedRow,
  drawColumnNames,
  drawRowNames,
  drawWeightBars,
  head,
  partOf,
  pickable,
} from "./token-drawing.js";

type Context = DrawContext<SelfLookupSchema>;
type Rows = readonly (readonly number[])[];

const rowHeight = 24;
const scoreHeight = 41;
/** Between the two halves; and the column of the token that asks, with the gap beside it, in columns. */
const between = 40;
const ownColumn = 1.15;
const vectorHeight = coordinates.length * rowHeight;

/** Left the sentence and its table of scores, right what the token that asks makes of it; a column is a token. */
export function drawSelfLookup(context: Context, model: SelfLookupModel): Drawing {
  const { width } = context;
  const { besides, names } = arrange(width);
  const count = words.length;
  const room = besides ? width - between - names : Math.min(width, 560);
  const cellWidth = (room - names) / (besides ? count + ownColumn + count : ownColumn + count);
  const left = (besides ? 0 : (width - room) / 2) + names;
  const right = besides ? width - (ownColumn + count) * cellWidth : left;
  const tokens = { x: left, cellWidth: besides ? cellWidth : (room - names) / count };
  const scores = head + vectorHeight + head + 14;
  const scoresEnd = scores + count * scoreHeight;
  const top = besides ? 0 : scoresEnd + 26;
  const reading = { x: right, y: top + head, cellWidth, cellHeight: rowHeight };
  return {
    width,
    height: Math.max(scoresEnd, top + readingHeight) + 6,
    children: [
      drawTokens(context, { ...tokens, y: head, cellHeight: rowHeight }),
      ...drawScores(context, model, { ...tokens, y: scores, cellHeight: scoreHeight }),
      drawReading(context, model, reading),
    ],
  };
}

/** Numbers a column a token, all of one role. */
function drawVectors(context: Context, vectors: Rows, role: Role, place: CellPlace): VNode[] {
  const rows = transposed(vectors);
  const cells = rows.flatMap((numbers, row) =>
    numbers.map((x, token) =>
      lightable(drawCell(place, row, token, vectorCell(x, role)), context, partOf(token)),
    ),
  );
  return [...cells, ...drawZeros(place, rows)];
}

/** Coordinates are at most 2. */
function vectorCell(x: number, role: Role, text = formatShort(x)) {
  return { text: isNothing(x) ? "" : text, role, strength: x / 2 };
}

/** Shown as zero; it takes no part. */
const isNothing = (x: number) => Number(formatNumber(Math.abs(x))) === 0;

/** A dot for each zero, all of them in one element: most coordinates are zero, and texts take long to set. */
function drawZeros({ x, y, cellWidth, cellHeight }: CellPlace, rows: Rows): VNode[] {
  const dots = rows.flatMap((numbers, row) =>
    numbers.flatMap((number, column) => {
      const centre: Point = [x + (column + 0.5) * cellWidth, y + (row + 0.5) * cellHeight];
      return isNothing(number) ? `${linePath([centre])}h0` : [];
    }),
  );
  return dots.length > 0 ? [s("path", { key: "zeros", class: "mm-zeros", d: dots.join("") })] : [];
}

function drawTokens(context: Context, place: CellPlace): VNode {
  return group({ key: "tokens", "data-part": "tokens", "aria-hidden": "true" }, [
    drawTableTitle({ ...place, y: place.y - 22 }, words.length, "six tokens, six coordinates"),
    drawColumnNames(place, place.y - 8, "neutral"),
    drawRowNames(place, coordinates),
    ...drawVectors(context, embeddings, "neutral", place),
  ]);
}

/** A cell and its mirror image light together; a click asks with the row. */
function drawScores(context: Context, model: SelfLookupModel, place: CellPlace): VNode[] {
  const { asked, scores, mirrored } = model;
  const pick = (row: number) => context.change({ query: tokenAt(row) }, "typed");
  const { frame, handle } = drawAskedRow(context, place, asked, selfLookupParameters.query.label);
  const cells = scores.flatMap((row, i) =>
    row.map((score, j) => {
      const cell = drawCell(place, i, j, scoreCell(score, i === asked));
      const part = `pair-${Math.min(i, j) + 1}-${Math.max(i, j) + 1}`;
      const lit = i === asked && context.lit === partOf(j) ? part : context.lit;
      return pickable(lightable(cell, { ...context, lit }, part), () => pick(i));
    }),
  );
  const named = { key: "scores", "data-part": "score" };
  const table = group({ ...named, class: "mm-pickable", "aria-hidden": "true" }, [
    drawTableTitle({ ...place, y: place.y - 22 }, words.length, "scores: rows ask columns"),
    drawColumnNames(place, place.y - 8, "key"),
    drawRowNames(place, words, { strong: asked, pick }),
    ...cells,
    mirrored ? drawMirror(place) : undefined,
    frame,
  ]);
  return [table, handle];
}

/** The largest score of the raw tokens; the shading never rescales. */
const largestScore = 6;

function scoreCell(score: number, strong: boolean) {
  const strength = Math.max(0, score) / largestScore;
  return { text: formatShort(score), role: "query", strength, strong } as const;
}

/** The diagonal, where it does not strike out a number, as long as the table is its own mirror image. */
function drawMirror({ x, y, cellWidth, cellHeight }: CellPlace): VNode {
  const cell = Math.hypot(cellWidth, cellHeight);
  const dash = 0.4 * cell;
  const [dx, dy] = [(cellWidth * dash) / cell / 2, (cellHeight * dash) / cell / 2];
  return s("line", {
    key: "mirror",
    class: "mm-mirror",
    x1: x - dx,
    y1: y - dy,
    x2: x + words.length * cellWidth + dx,
    y2: y + words.length * cellHeight + dy,
    "stroke-dasharray": `${dash.toFixed(2)} ${(cell - dash).toFixed(2)}`,
  });
}

const workedHeight = 30;
const scoreRow = 28;
const barsHeight = 84;
const valuesTitle = 50;
const readingHeight =
  head + vectorHeight + workedHeight + scoreRow + barsHeight + valuesTitle + vectorHeight;

/** From what the token asks to what it gets: query and keys, scores, weights, values and their sum. */
function drawReading(context: Context, model: SelfLookupModel, place: CellPlace): VNode {
  const { asked, queries, keys, values, answer } = model;
  const tokens = { ...place, x: place.x + ownColumn * place.cellWidth };
  const below = place.y + vectorHeight + workedHeight;
  const valuesY = below + scoreRow + barsHeight + valuesTitle;
  const scores = model.scores[asked] ?? [];
  const token = quoted(asked);
  const columns = ownColumn + words.length;
  const strip = { ...tokens, y: below, cellHeight: scoreRow };
  const hidden = (key: string, children: VNode[]) =>
    group({ key, "aria-hidden": "true" }, children);
  const part = (name: string, children: VNode[]) =>
    group({ key: name, "data-part": name }, children);
  return group({ key: "reading" }, [
    hidden("keys", [
      drawTableTitle({ ...place, y: place.y - 22 }, columns, `query of ${token}, keys of all`),
      drawOwnName(place, "asks"),
      drawColumnNames(tokens, place.y - 8, "key"),
      drawRowNames(place, coordinates),
      part(
        "query",
        drawOwn(place, queries[asked] ?? [], (x) => vectorCell(x, "query")),
      ),
      part("key", drawVectors(context, keys, "key", tokens)),
      drawWorked(context, model, tokens, below - 12),
    ]),
    hidden("asked-scores", [
      drawRowNames({ ...place, y: below, cellHeight: scoreRow }, ["score"]),
      part(
        "score",
        scores.map((score, j) =>
          lightable(drawCell(strip, 0, j, scoreCell(score, true)), context, partOf(j)),
        ),
      ),
    ]),
    hidden("weight-name", [
      drawRowNames({ ...place, y: below + scoreRow, cellHeight: barsHeight }, ["weight"]),
    ]),
    drawWeightBars(context, {
      place: { ...tokens, y: below + scoreRow },
      height: barsHeight,
      scores,
      weights: model.weights[asked] ?? [],
      seen: words.length,
    }),
    hidden("values", [
      drawTableTitle({ ...place, y: valuesY - 22 }, columns, `values, and what ${token} gets`),
      drawOwnName({ ...place, y: valuesY }, "gets"),
      drawRowNames({ ...place, y: valuesY }, coordinates),
      part(
        "read",
        drawOwn({ ...place, y: valuesY }, answer, (x) =>
          vectorCell(x, "value", Number.isInteger(x) ? formatShort(x) : formatNumber(x)),
        ),
      ),
      part("value", drawVectors(context, values, "value", { ...tokens, y: valuesY })),
    ]),
  ]);
}

function drawOwnName({ x, y, cellWidth }: CellPlace, text: string): VNode {
  return s(
    "text",
    {
      key: "own-name",
      class: "mm-note mm-role-text mm-query mm-strong",
      x: x + cellWidth / 2,
      y: y - 8,
      "text-anchor": "middle",
    },
    text,
  );
}

/** The column of the token that asks, apart from the others. */
function drawOwn(
  place: CellPlace,
  numbers: readonly number[],
  cell: (x: number) => ReturnType<typeof vectorCell>,
): VNode[] {
  const { x, y, cellWidth, cellHeight } = place;
  return [
    ...numbers.map((number, row) => drawCell(place, row, 0, { ...cell(number), strong: true })),
    ...drawZeros(
      place,
      numbers.map((number) => [number]),
    ),
    s("rect", {
      key: "own-frame",
      class: "mm-picked",
      x,
      y,
      width: cellWidth,
      height: numbers.length * cellHeight,
      rx: 3,
    }),
  ];
}

/** The score of the token that is pointed at, or else of the one that is found, term by term. */
function drawWorked(context: Context, model: SelfLookupModel, place: CellPlace, y: number): VNode {
  const { asked, queries, keys, scores, weights } = model;
  const pointed = words.findIndex((_, token) => partOf(token) === context.lit);
  const [found = 0] = heaviest(weights[asked] ?? []);
  const token = pointed < 0 ? found : pointed;
  const terms = (queries[asked] ?? [])
    .map((x, i) => [x, keys[token]?.[i] ?? 0] as const)
    .filter(([a, b]) => a !== 0 && b !== 0)
    .map(([a, b]) => `${formatShort(a)}\u00D7${b < 0 ? `(${formatShort(b)})` : formatShort(b)}`);
  const sum = terms.length === 0 ? "nothing in common" : terms.join(" + ");
  return s(
    "text",
    {
      key: "worked",
      class: "mm-axis-title",
      x: place.x + (words.length * place.cellWidth) / 2,
      y,
      "text-anchor": "middle",
    },
    `score of ${quoted(token)}: ${sum} = ${formatShort(scores[asked]?.[token] ?? 0)}`,
  );
}

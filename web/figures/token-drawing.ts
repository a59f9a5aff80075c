import type { VNode } from "snabbdom";
import type { CellPlace } from "../drawing/cells.js";
import { drawHandle, type Manner } from "../drawing/handle.js";
import { type Lights, lightable } from "../drawing/light.js";
import { formatNumber, formatShort } from "../drawing/numbers.js";
import { group, type Role, s } from "../drawing/svg.js";
import { quoted, type TokenName, tokenAt, words } from "./example-tokens.js";

/* Drawing that the figures of the example sentence share. A token is a column throughout; pointing at it lights it. */

export interface TokenContext extends Lights {
  change(values: { readonly query: TokenName }, manner: Manner): void;
}

export function partOf(token: number): string {
  return `token-${token + 1}`;
}

/** A weight as a share of the whole: 86 %. */
export function shareText(weight: number): string {
  return `${formatNumber(100 * weight, 0)}\u00A0%`;
}

/** Above a table: its title, and the names of its columns. */
export const head = 46;

/** How the two halves of a figure stand in this width, and the room before a table for the names of its rows. */
export function arrange(width: number): { readonly besides: boolean; readonly names: number } {
  return { besides: width >= 784, names: width < 420 ? 58 : 78 };
}

/** The tokens above their columns. */
export function drawColumnNames(place: CellPlace, y: number, role: Role): VNode {
  return group(
    { key: "column-names" },
    words.map((word, column) =>
      s(
        "text",
        {
          class: `mm-note mm-role-text mm-${role}`,
          x: place.x + (column + 0.5) * place.cellWidth,
          y,
          "text-anchor": "middle",
        },
        word,
      ),
    ),
  );
}

/** Names before their rows; the strong one is the token that asks. */
export function drawRowNames(
  place: CellPlace,
  names: readonly string[],
  options: { readonly strong?: number; readonly pick?: (row: number) => void } = {},
): VNode {
  return group(
    { key: "row-names" },
    names.map((name, row) => {
      const strong = options.strong === row;
      const node = s(
        "text",
        {
          class: strong ? "mm-axis-title mm-role-text mm-query mm-strong" : "mm-axis-title",
          x: place.x - 8,
          y: place.y + (row + 0.5) * place.cellHeight,
          dy: "0.35em",
          "text-anchor": "end",
        },
        name,
      );
      return options.pick ? pickable(node, () => options.pick?.(row)) : node;
    }),
  );
}

/** A click or a tap anywhere in a row makes its token the one that asks. */
export function pickable(node: VNode, pick: () => void): VNode {
  node.data = { ...node.data, on: { ...node.data?.on, click: pick } };
  return node;
}

/** The row of the token that asks, and the handle that carries the question to another. */
export function drawAskedRow(
  context: TokenContext,
  place: CellPlace,
  asked: number,
  label: string,
): { frame: VNode; handle: VNode } {
  const { x, y, cellWidth, cellHeight } = place;
  const ask = (row: number, manner: Manner) => {
    const query = tokenAt(row);
    if (query !== tokenAt(asked)) context.change({ query }, manner);
  };
  const frame = s("rect", {
    key: "asked",
    class: "mm-picked",
    x,
    y: y + asked * cellHeight,
    width: words.length * cellWidth,
    height: cellHeight,
    rx: 3,
  });
  const handle = drawHandle({
    id: "query",
    role: "query",
    label,
    at: [Math.max(11, x - 56), y + (asked + 0.5) * cellHeight],
    now: asked + 1,
    min: 1,
    max: words.length,
    spoken: `${quoted(asked)}, token ${asked + 1} of ${words.length}`,
    move: ([, to]) => ask(Math.floor((to - y) / cellHeight), "drag"),
    step: ([right, up], times) =>
      ask(asked + (right - up > 0 ? 1 : -1) * Math.max(1, Math.round(times)), "step"),
  });
  return { frame, handle };
}

export interface WeightBars {
  readonly place: CellPlace;
  /** Of a weight of one. */
  readonly height: number;
  readonly scores: readonly number[];
  readonly weights: readonly number[];
  /** How many of the tokens the query may see, from the first. */
  readonly seen: number;
}

/** What share of the answer each token has: bars on a scale from nothing to all. */
export function drawWeightBars(context: TokenContext, bars: WeightBars): VNode {
  const { place, height, scores, weights, seen } = bars;
  const { x, y, cellWidth } = place;
  const base = y + height;
  return group({ key: "weights" }, [
    s("line", {
      key: "base",
      class: "mm-plot-base",
      x1: x,
      x2: x + words.length * cellWidth,
      y1: base,
      y2: base,
    }),
    ...weights.slice(0, seen).map((weight, token) => {
      const middle = x + (token + 0.5) * cellWidth;
      const size = Math.max(0.5, weight * (height - 18));
      const width = Math.min(22, cellWidth / 2);
      const column = group({ key: `bar-${token}`, class: "mm-cell" }, [
        s("rect", {
          class: "mm-cell-shade",
          x: x + token * cellWidth + 1,
          y: y + 1,
          width: cellWidth - 2,
          height: height - 1,
          "fill-opacity": 0,
        }),
        s("rect", {
          class: "mm-bar mm-query",
          x: middle - width / 2,
          y: base - size,
          width,
          height: size,
        }),
        s(
          "text",
          {
            class: "mm-label mm-tiny mm-query",
            x: middle,
            y: base - size - 5,
            "text-anchor": "middle",
          },
          shareText(weight),
        ),
      ]);
      const label = `${words[token]}: score ${formatShort(scores[token] ?? 0)}, weight ${shareText(weight)}`;
      return lightable(column, context, partOf(token), label);
    }),
  ]);
}

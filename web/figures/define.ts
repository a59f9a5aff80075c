import type { MatrixMemory } from "matrix-memory";
import type { VNode } from "snabbdom";
import type { Manner } from "../drawing/handle.js";
import type { Schema, Values } from "./parameters.js";

/** A sentence in pieces; what changes as the reader drags is strong. */
export type Sentence = readonly (string | { readonly strong: string })[];

/** Named columns of what a figure shows: its numbers in full, for CSV and for tests. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Of the columns that count something: what a 1 in them means. */
  readonly units?: Readonly<Record<string, string>>;
}

export interface DrawContext<S extends Schema> {
  /** Owns every node made outside the virtual tree: a page's, a shadow root's, or one without any browser. */
  readonly document: Document;
  /** Pixels the drawing may be wide. */
  readonly width: number;
  readonly parameters: Values<S>;
  /** Asks for other values; the figure's `constrain` has the last word. */
  change(values: Partial<Values<S>>, manner: Manner): void;
  /** The part of the figure that the reader points at, and a way to point at another. */
  readonly lit: string | undefined;
  light(part: string | undefined): void;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly children: VNode[];
}

/** Work too long for a frame: it starts when the figure comes near the screen and again when a parameter of `depends` changes. */
export interface Measurement<S extends Schema, Result> {
  readonly depends: readonly (keyof S)[];
  /** What the button says that starts it again. */
  readonly action: string;
  run(
    core: MatrixMemory,
    parameters: Values<S>,
    options: { signal: AbortSignal; onProgress(fraction: number, soFar: Result): void },
  ): Promise<Result>;
}

/**
 * A figure. `compute` is pure and asks only the library; `draw` turns its model into virtual SVG; `describe` says the
 * same in a sentence and `table` in numbers. The host does the rest: controls, state, keyboard, export.
 */
export interface Figure<S extends Schema, Model, Result = undefined> {
  readonly id: string;
  readonly title: string;
  readonly parameters: S;
  /** Loads what drawing needs beyond this module (Plot); called once, before the first drawing. */
  prepare?(): Promise<unknown>;
  /** Dependencies between parameters, and snapping; pure. */
  constrain?(next: Values<S>, previous: Values<S>, manner: Manner): Values<S>;
  readonly measurement?: Measurement<S, Result>;
  compute(core: MatrixMemory, parameters: Values<S>, measured: Result | undefined): Model;
  draw(context: DrawContext<S>, model: Model): Drawing;
  describe(model: Model): Sentence;
  table(model: Model): Table;
  /** A program of a few lines that has the numbers of this state from the package, and prints them. */
  code?(parameters: Values<S>): string;
}

/** A figure to whoever holds it without knowing which: its own parts fit together, and only they know how. */
export type AnyFigure = Figure<Schema, unknown, unknown>;

/** Keeps the parts of a figure to one another's types. */
export function defineFigure<S extends Schema, Model, Result = undefined>(
  figure: Figure<S, Model, Result>,
): Figure<S, Model, Result> {
  return figure;
}

export function plainText(sentence: Sentence): string {
  return sentence.map((piece) => (typeof piece === "string" ? piece : piece.strong)).join("");
}

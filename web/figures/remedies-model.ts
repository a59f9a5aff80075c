import type { Matrix } from "matrix-memory";
import { seedParameter, type Values } from "./parameters.js";

/** The plain memory that every remedy is measured against has keys of this many numbers. */
export const plainDim = 16;
/** Numbers in a value that is not a label. */
export const denseDim = 16;
const mostPairs = 48;
const mostDim = 64;

export const remediesParameters = {
  keys: {
    kind: "choice",
    label: "keys",
    options: [
      { value: "uneven", label: "uneven lengths" },
      { value: "unit", label: "unit length" },
      { value: "shared", label: "leaning" },
    ],
    default: "uneven",
    captioned: true,
  },
  values: {
    kind: "choice",
    label: "values",
    options: [
      { value: "labels", label: "labels" },
      { value: "dense", label: "dense" },
    ],
    default: "labels",
    captioned: true,
  },
  pairs: { kind: "integer", label: "pairs n", default: 24, min: 2, max: mostPairs, slider: true },
  seed: seedParameter,
  normalise: {
    kind: "choice",
    label: "1 normalise",
    options: [
      { value: "none", label: "no" },
      { value: "unit", label: "unit" },
      { value: "rms", label: "RMS" },
      { value: "layer", label: "layer" },
    ],
    default: "unit",
    captioned: true,
  },
  read: {
    kind: "choice",
    label: "2 read",
    options: [
      { value: "plain", label: "S q" },
      { value: "hard", label: "hard" },
      { value: "soft", label: "soft" },
      { value: "nearest", label: "nearest" },
      { value: "hopfield", label: "Hopfield" },
      { value: "attention", label: "attention" },
    ],
    default: "plain",
    captioned: true,
  },
  level: {
    kind: "number",
    label: "threshold",
    default: 0.5,
    min: 0,
    max: 2,
    step: 0.05,
    slider: true,
    when: ["read", "hard", "soft"],
  },
  sharpness: {
    kind: "number",
    label: "inverse temperature",
    default: 8,
    min: 0,
    max: 64,
    step: 1,
    slider: true,
    when: ["read", "hopfield"],
  },
  scale: {
    kind: "choice",
    label: "scale",
    options: [
      { value: "down", label: "1/\u221Ad" },
      { value: "one", label: "1" },
      { value: "up", label: "\u221Ad" },
    ],
    default: "down",
    captioned: true,
    when: ["read", "attention"],
  },
  seen: {
    kind: "integer",
    label: "keys seen at most",
    default: mostPairs,
    min: 1,
    max: mostPairs,
    slider: true,
    when: ["read", "attention"],
  },
  keyDim: {
    kind: "integer",
    label: "3 dimension d",
    default: plainDim,
    min: 4,
    max: mostDim,
    slider: true,
  },
  sparse: {
    kind: "choice",
    label: "4 make keys",
    options: [
      { value: "no", label: "as they are" },
      { value: "top-k", label: "sparse" },
      { value: "lsh", label: "hashed" },
    ],
    default: "no",
    captioned: true,
  },
  kept: {
    kind: "integer",
    label: "entries kept",
    default: 4,
    min: 1,
    max: mostDim,
    slider: true,
    when: ["sparse", "top-k"],
  },
  bits: {
    kind: "integer",
    label: "bits",
    default: 64,
    min: 1,
    max: 256,
    slider: true,
    when: ["sparse", "lsh"],
  },
} as const;

export type RemediesSchema = typeof remediesParameters;
export type RemediesValues = Values<RemediesSchema>;

/** What a memory makes of all its items, asked one after the other with their keys. */
export interface Recall {
  /** |read - value|^2, an item; a value has length one. */
  readonly errors: readonly number[];
  /** Whether the read points at its own value more than at any other. */
  readonly right: readonly boolean[];
  /** The dot products of each read (a row) with each value. */
  readonly scores: Matrix;
  readonly meanError: number;
  readonly rightCount: number;
  /** Nothing comes back, whatever is asked. */
  readonly silent: boolean;
}

/** What is worth saying about the remedies chosen, the most special first. */
export type RemediesCase =
  | "no remedy"
  | "silent"
  | "exact"
  | "flat weights"
  | "dense threshold"
  | "sparse alone"
  | "few bits"
  | "unit already"
  | "leaning kept"
  | "leaning removed"
  | "general";

export interface RemediesModel extends RemediesValues {
  readonly before: Recall;
  readonly after: Recall;
  readonly case: RemediesCase;
}

import type { MatrixMemory } from "matrix-memory";
import { angleBetween } from "../drawing/angle.js";
import type { Manner } from "../drawing/handle.js";
import {
  direction,
  lengthOf,
  onCircle,
  quarterTurn,
  rotate,
  scale,
  subtract,
} from "../drawing/points.js";
import type { Point } from "../drawing/svg.js";
import type { Values } from "./parameters.js";
import { literal } from "./program.js";

/** Two pairs of vectors in the plane, and a third on request: what two figures share. */
export const pairParameters = {
  ask: {
    kind: "choice",
    label: "query",
    options: [
      { value: "k1", label: "query = k\u2081" },
      { value: "k2", label: "query = k\u2082" },
      { value: "free", label: "free" },
    ],
    default: "k1",
  },
  angle: {
    kind: "number",
    label: "angle between keys",
    default: 62,
    min: 0,
    max: 180,
    step: 1,
    slider: true,
  },
  unitKeys: { kind: "toggle", label: "unit-length keys", default: true },
  third: { kind: "toggle", label: "third key", default: false },
  key1: point("key", "k\u2081", "key k\u2081", onCircle(radians(17))),
  key2: point("key", "k\u2082", "key k\u2082", onCircle(radians(79))),
  key3: { ...point("key", "k\u2083", "key k\u2083", onCircle(radians(145))), when: "third" },
  query: point("query", "q", "query q", onCircle(radians(17))),
  value1: point("value", "v\u2081", "value v\u2081", [1.4, -0.4]),
  value2: point("value", "v\u2082", "value v\u2082", [0.5, 1.4]),
  value3: { ...point("value", "v\u2083", "value v\u2083", [-0.6, -1.2]), when: "third" },
} as const;

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

export type PairSchema = typeof pairParameters;
export type PairValues = Values<PairSchema>;

function point<Role extends "key" | "value" | "query", Start extends Point>(
  role: Role,
  symbol: string,
  label: string,
  start: Start,
) {
  const reach = role === "value" ? 2.2 : 1.4;
  return { kind: "point", role, symbol, label, reach, default: start } as const;
}

export const keyNames = ["key1", "key2", "key3"] as const;
export const valueNames = ["value1", "value2", "value3"] as const;
export const subscripts = ["\u2081", "\u2082", "\u2083"] as const;

/** The degenerate states, named. */
export type KeyCase =
  | "zero key"
  | "parallel"
  | "antiparallel"
  | "one line"
  | "right angle"
  | "general";

/** Everything that both figures show of the keys, as the core gives it. */
export interface Pairs extends PairValues {
  readonly keys: readonly Point[];
  readonly values: readonly Point[];
  /** G, row by row. */
  readonly gram: readonly (readonly number[])[];
  /** k_i . q */
  readonly scores: readonly number[];
  readonly case: KeyCase;
  /** The index of the key that is asked for, if it is one. */
  readonly asked: number | undefined;
}

/** The keys, the values and the query as a program has them. */
export function pairLines(parameters: PairValues): string[] {
  const count = parameters.third ? 3 : 2;
  const listed = (names: readonly (keyof PairValues)[]) =>
    literal(names.slice(0, count).map((name) => parameters[name] as Point));
  return [
    `const keys = ${listed(keyNames)};`,
    `const values = ${listed(valueNames)};`,
    `const query = ${literal(parameters.query)};`,
  ];
}

export function computePairs(core: MatrixMemory, parameters: PairValues): Pairs {
  const count = parameters.third ? 3 : 2;
  const keys = keyNames.slice(0, count).map((name) => parameters[name]);
  const values = valueNames.slice(0, count).map((name) => parameters[name]);
  const gram = core.gram(keys);
  const rows = keys.map((_, i) => [...gram.data.subarray(i * count, (i + 1) * count)]);
  const asked = askedFor(parameters, keys);
  return {
    ...parameters,
    keys,
    values,
    gram: rows,
    scores: [...core.scores([parameters.query], keys).data],
    case: caseOf(keys, rows),
    asked,
  };
}

/** The key whose button is pressed, or the one that a free query has come to lie on. */
function askedFor({ ask, query }: PairValues, keys: readonly Point[]): number | undefined {
  if (ask !== "free") return ask === "k1" ? 0 : 1;
  const found = keys.findIndex((key) => lengthOf(subtract(key, query)) < rounding);
  return found < 0 ? undefined : found;
}

/** Sines and cosines below this are rounding, not an angle. */
const rounding = 1e-9;

function caseOf(keys: readonly Point[], gram: readonly (readonly number[])[]): KeyCase {
  if (keys.some((key) => lengthOf(key) === 0)) return "zero key";
  if (keys.length > 2) return onOneLine(keys) ? "one line" : "general";
  const [first, second] = keys as [Point, Point];
  const cosine = (gram[0]?.[1] ?? 0) / (lengthOf(first) * lengthOf(second));
  if (Math.abs(cosine) < rounding) return "right angle";
  if (!onOneLine(keys)) return "general";
  return cosine > 0 ? "parallel" : "antiparallel";
}

/** Cosines cannot see angles below a millionth; the cross product of two directions sees what the core's rank does. */
function onOneLine(keys: readonly Point[]): boolean {
  const [first, ...others] = keys.map((key) => direction(key));
  return others.every(
    ([x, y]) => first !== undefined && Math.abs(first[0] * y - first[1] * x) < 1e-14,
  );
}

/** Degrees around a right angle, and around (anti)parallel keys, in which a dragged key snaps. */
const snapRight = 2;
const snapParallel = 1;
const snapDistance = 0.045;

/** Degrees within which an angle is that of the keys, rounding apart. */
const agreement = 1e-6;

/** Keys of unit length if they are to be, the angle and the keys in step, and the query where it is asked to be. */
export function constrainPairs(next: PairValues, previous: PairValues, manner: Manner): PairValues {
  const keyed = { ...next, ...keysOf(next, previous, manner) };
  const queried = { ...keyed, ...queryOf(keyed, previous, manner) };
  return { ...queried, angle: angleOfKeys(queried, next.angle) };
}

function keysOf(next: PairValues, previous: PairValues, manner: Manner) {
  const unit = (key: Point, before: Point) =>
    next.unitKeys ? direction(key, direction(before)) : key;
  let key1 = unit(next.key1, previous.key1);
  let key2 = unit(next.key2, previous.key2);
  const key3 = unit(next.key3, previous.key3);
  const turned =
    next.angle !== previous.angle &&
    samePoint(next.key2, previous.key2) &&
    Math.abs(degreesBetween(key1, key2) - next.angle) > agreement;
  if (turned) key2 = atAngle(key1, key2, next.angle);
  if (manner === "drag" && next.key1 !== previous.key1) key1 = snapped(key1, key2);
  if (manner === "drag" && next.key2 !== previous.key2) key2 = snapped(key2, key1);
  return { key1, key2, key3 };
}

function samePoint([ax, ay]: Point, [bx, by]: Point): boolean {
  return ax === bx && ay === by;
}

/** `key` turned to stand at so many degrees from `other`, on the side where it was; exactly so at the special angles. */
function atAngle(other: Point, key: Point, degrees: number): Point {
  const side = angleBetween(other, key)[1] < 0 ? -1 : 1;
  const along = scale(direction(other), lengthOf(key));
  if (degrees === 0) return withinReach(along);
  if (degrees === 180) return withinReach(scale(along, -1));
  if (degrees === 90) return withinReach(scale(quarterTurn(along), side));
  return withinReach(rotate(along, side * radians(degrees)));
}

/** A long key may turn from a corner of the plane out of it: it keeps its direction and gives up some length. */
function withinReach(key: Point): Point {
  const beyond = Math.max(...key.map(Math.abs)) / pairParameters.key1.reach;
  return beyond > 1 ? scale(key, (1 - 2 ** -52) / beyond) : key;
}

function snapped(key: Point, other: Point): Point {
  if (lengthOf(key) === 0 || lengthOf(other) === 0) return key;
  const degrees = degreesBetween(other, key);
  for (const [special, within] of [
    [0, snapParallel],
    [90, snapRight],
    [180, snapParallel],
  ] as const) {
    if (Math.abs(degrees - special) < within) return atAngle(other, key, special);
  }
  return key;
}

function degreesBetween(first: Point, second: Point): number {
  return Math.abs((angleBetween(first, second)[1] * 180) / Math.PI);
}

/** The angle that the keys stand at: as asked for, where rounding alone lies between. */
function angleOfKeys({ key1, key2 }: PairValues, asked: number): number {
  if (lengthOf(key1) === 0 || lengthOf(key2) === 0) return asked;
  const degrees = degreesBetween(key1, key2);
  if (Math.abs(degrees - asked) < agreement) return asked;
  return Math.min(180, Math.round(degrees * 1e9) / 1e9);
}

function queryOf(next: PairValues, previous: PairValues, manner: Manner) {
  const asked = next.ask === "k1" ? next.key1 : next.key2;
  const apart = next.ask === "free" || lengthOf(subtract(next.query, asked)) > rounding;
  const moved = next.query !== previous.query && next.ask === previous.ask && apart;
  const ask = moved ? ("free" as const) : next.ask;
  if (ask !== "free") return { ask, query: asked };
  const keys = [next.key1, next.key2, ...(next.third ? [next.key3] : [])];
  const near = keys.find((key) => lengthOf(subtract(key, next.query)) < snapDistance);
  return { ask, query: moved && manner === "drag" && near ? near : next.query };
}

import {
  dimension,
  flag,
  integer,
  number,
  type Options,
  oneOf,
  options,
  present,
  rangeError,
  seed,
  typeError,
} from "./arguments.js";
import { ROWS, rows, vector } from "./arrays.js";
import type { CapacityCurve, CapacityOptions } from "./capacity-types.js";
import type { MemoryOptions, Preset } from "./choices.js";
import { nestedRows, type ParsedMemoryOptions, parseMemoryOptions } from "./memory-options.js";
import type { RawCapacityOptions, RawChoice } from "./raw.js";

/** What a curve says about its run, with nothing left out: plain data. */
type CurveOptions = Required<CapacityCurve["options"]>;

export interface PlannedMemory extends ParsedMemoryOptions {
  readonly name: string;
}

/** The experiment, checked: for the user, for the core, and the memories one by one. */
export interface CapacityPlan {
  readonly options: CurveOptions;
  readonly raw: RawCapacityOptions;
  readonly memories: readonly PlannedMemory[];
  readonly pairs: readonly number[];
  /** Numbers that each memory reports: one a number of pairs, or one an age. */
  readonly reported: number;
}

/** How the run is carried out. */
export interface CapacityManner {
  readonly workers: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: CapacityOptions["onProgress"] | undefined;
}

/** The largest number of n that one run reports, and of workers that it may ask for. */
const MOST_REPORTED = 2 ** 20;
const MOST_WORKERS = 256;

const EXPERIMENT = [
  "keyDim",
  "valueDim",
  "pairs",
  "trials",
  "firstTrial",
  "seed",
  "memories",
  "keys",
  "queryNoise",
  "metric",
  "against",
];
const MANNER = ["workers", "signal", "onProgress"];
const DEFAULTS: Options = {
  firstTrial: 0,
  seed: 1,
  memories: ["additive", "least-squares"],
  keys: "sphere",
  queryNoise: 0,
  metric: "squared-error",
  against: "pairs",
};

export function parseCapacity(given: unknown): { plan: CapacityPlan; manner: CapacityManner } {
  const own = options("capacity", "options", given, [...EXPERIMENT, ...MANNER]);
  const experiment = Object.fromEntries(
    EXPERIMENT.filter((name) => name in own).map((name) => [name, own[name]]),
  );
  return { plan: parsePlan("capacity", experiment), manner: parseManner(own) };
}

export function parsePlan(call: string, given: unknown): CapacityPlan {
  const own = { ...DEFAULTS, ...present(options(call, "options", given, EXPERIMENT)) };
  const keyDim = dimension(call, "keyDim", own.keyDim);
  const valueDim = own.valueDim === undefined ? keyDim : dimension(call, "valueDim", own.valueDim);
  const against = oneOf(call, "against", own.against, ["pairs", "age"]);
  const asked = parsePairs(call, own.pairs);
  const most = asked.at(-1) ?? 1;
  const pairs = against === "age" ? [most] : asked;
  if (against === "age") integer(call, "pairs", most, 1, MOST_REPORTED);
  const trials = integer(call, "trials", own.trials, 1, Number.MAX_SAFE_INTEGER);
  const firstTrial = seed(call, "firstTrial", own.firstTrial);
  integer(call, "firstTrial + trials", firstTrial + trials, 1, Number.MAX_SAFE_INTEGER);
  const start = seed(call, "seed", own.seed);
  const memories = parseMemories(call, own.memories, keyDim, valueDim);
  const keys = parseKeys(call, own.keys, keyDim, most);
  const queryNoise = number(call, "queryNoise", own.queryNoise, 0, Number.MAX_VALUE);
  const metric = oneOf(call, "metric", own.metric, ["squared-error", "top-1"]);
  return {
    options: {
      keyDim,
      valueDim,
      pairs: typeof own.pairs === "number" ? own.pairs : asked,
      trials,
      firstTrial,
      seed: start,
      memories: memories.map((each) => each.carried),
      keys: keys.long,
      queryNoise,
      metric,
      against,
    },
    raw: {
      keyDim,
      valueDim,
      pairs: Float64Array.from(pairs),
      seed: start,
      memories: memories.map((each) => each.raw),
      keys: keys.raw,
      queryNoise,
      metric,
      against,
    },
    memories,
    pairs,
    reported: against === "age" ? most : pairs.length,
  };
}

function parseManner(own: Options): CapacityManner {
  const { workers, signal, onProgress } = own;
  if (workers !== undefined) integer("capacity", "workers", workers, 0, MOST_WORKERS);
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw typeError("capacity", "signal", signal, "an AbortSignal");
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw typeError("capacity", "onProgress", onProgress, "a function");
  }
  return { workers, signal, onProgress } as CapacityManner;
}

function parsePairs(call: string, value: unknown): number[] {
  if (typeof value === "number") {
    const most = integer(call, "pairs", value, 1, MOST_REPORTED);
    return Array.from({ length: most }, (_, index) => index + 1);
  }
  const each = Array.from(vector(call, "pairs", value));
  each.forEach((n, index) => {
    const name = `pairs[${index}]`;
    dimension(call, name, n);
    const before = each[index - 1];
    if (before !== undefined && n <= before) {
      throw new RangeError(`${call}: ${name} is ${n}, expected more than ${before}, ascending`);
    }
  });
  return each;
}

interface CarriedMemory extends PlannedMemory {
  readonly carried: CurveOptions["memories"][number];
}

function parseMemories(
  call: string,
  value: unknown,
  keyDim: number,
  valueDim: number,
): CarriedMemory[] {
  if (!Array.isArray(value)) throw typeError(call, "memories", value, "an array");
  if (value.length === 0) throw new RangeError(`${call}: memories is empty, expected at least one`);
  const parsed = Array.from(value as unknown[], (entry, index): CarriedMemory => {
    const where = `${call}: memories[${index}]`;
    if (typeof entry === "string") {
      const memory =
        entry === "additive"
          ? parseMemoryOptions(where, { keyDim, valueDim })
          : parseMemoryOptions(where, { keyDim, valueDim }, entry);
      return { ...memory, name: entry, carried: entry as Preset };
    }
    if (typeof entry !== "object" || entry === null) {
      throw typeError(call, `memories[${index}]`, entry, "a preset or memory options");
    }
    const memory = parseMemoryOptions(where, { keyDim, valueDim, ...entry });
    sameDimension(where, "keyDim", memory.long.keyDim, keyDim);
    sameDimension(where, "valueDim", memory.long.valueDim, valueDim);
    const { normalise, features, rule, read, precision } = memory.long;
    return {
      ...memory,
      name: nameOf(memory.long),
      carried: { normalise, features, rule, read, precision },
    };
  });
  const namesakes = (memory: CarriedMemory): number =>
    parsed.filter(({ name }) => name === memory.name).length;
  return parsed.map((each) =>
    namesakes(each) === 1 || typeof each.carried === "string"
      ? each
      : { ...each, name: `${each.name} (${parametersOf(each.long)})` },
  );
}

function sameDimension(call: string, name: string, given: number, expected: number): void {
  if (given !== expected) throw rangeError(call, name, given, `${expected}, as in the experiment`);
}

/** The rule, and whatever other choice is not the plain one: "delta", "unit dpfp delta". */
function nameOf(long: Required<MemoryOptions>): string {
  const names = [long.normalise, long.features, long.rule, long.read].map((choice) =>
    typeof choice === "string" ? choice : choice.name,
  );
  return names
    .filter((name, slot) => slot === 2 || !["none", "identity", "", "linear"].includes(name))
    .join(" ");
}

/** What tells apart two memories of the same name: "beta 0.5", "k 3, double". */
function parametersOf({ features, rule, read, precision }: Required<MemoryOptions>): string {
  const parameters = [features, rule, read].flatMap((choice) =>
    Object.entries(typeof choice === "string" ? {} : choice)
      .filter(([key]) => key !== "name")
      .map(([key, value]) => (typeof value === "object" ? key : `${key} ${value}`)),
  );
  return [...parameters, precision].join(", ");
}

function parseKeys(
  call: string,
  value: unknown,
  keyDim: number,
  mostPairs: number,
): { long: CurveOptions["keys"]; raw: RawChoice } {
  if (value === "sphere") return { long: value, raw: { name: value } };
  if (typeof value === "string" || typeof value !== "object" || value === null) {
    oneOf(call, "keys", value, ["sphere"]);
  }
  const given = value as Options;
  const name = oneOf(call, "keys.name", given.name, ["sphere", "sparse", "correlated", "rows"]);
  if (name === "sparse") {
    options(call, "keys", given, ["name", "active", "signed"]);
    const active = integer(call, "keys.active", given.active, 1, keyDim);
    const signed = given.signed === undefined || flag(call, "keys.signed", given.signed);
    return { long: { name, active, signed }, raw: { name, active, signed } };
  }
  if (name === "correlated") {
    options(call, "keys", given, ["name", "cosine"]);
    const cosine = number(call, "keys.cosine", given.cosine, 0, 1);
    return { long: { name, cosine }, raw: { name, cosine } };
  }
  if (name === "rows") {
    options(call, "keys", given, ["name", "rows"]);
    const all = rows(call, ROWS, given.rows, keyDim, "keyDim");
    if (all.count < mostPairs) {
      throw new RangeError(`${call}: rows has ${all.count} rows, expected at least ${mostPairs}`);
    }
    const data = Float64Array.from(all.data);
    return { long: { name, rows: nestedRows(data, keyDim) }, raw: { name, rows: data } };
  }
  options(call, "keys", given, ["name"]);
  return { long: name, raw: { name } };
}

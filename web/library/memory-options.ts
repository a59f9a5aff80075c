import {
  dimension,
  flag,
  integer,
  number,
  type Options,
  oneOf,
  options,
  positive,
  present,
  seed,
  typeError,
} from "./arguments.js";
import { CODEBOOK, rows, vector } from "./arrays.js";
import type { Features, MemoryOptions, Preset, ReadOut, Rule } from "./choices.js";
import { PRESET_NAMES, PRESETS } from "./presets.js";
import type { RawChoice, RawMemoryOptions } from "./raw.js";

/** The same options twice: in the long form that users get back, and in the form that the core reads. */
export interface ParsedMemoryOptions {
  readonly long: Required<MemoryOptions>;
  readonly raw: RawMemoryOptions;
}

interface Dims {
  readonly keyDim: number;
  readonly valueDim: number;
}

/** Checks one parameter of a choice; `undefined` where it is not given. */
type Parameter = (call: string, name: string, value: unknown, dims: Dims) => unknown;

/** The members of one family of choices, each with its parameters. */
type Family = Readonly<Record<string, Readonly<Record<string, Parameter>>>>;

const optional =
  (fallback: (dims: Dims) => unknown, check: Parameter): Parameter =>
  (call, name, value, dims) =>
    value === undefined ? fallback(dims) : check(call, name, value, dims);

const count: Parameter = dimension;
const inRange =
  (least: number, most: number): Parameter =>
  (call, name, value) =>
    number(call, name, value, least, most);
const above0 =
  (most: number): Parameter =>
  (call, name, value) =>
    positive(call, name, value, most);
const atMost =
  (most: (dims: Dims) => number): Parameter =>
  (call, name, value, dims) =>
    integer(call, name, value, 1, most(dims));
const decays: Parameter = (call, name, value) => {
  if (typeof value === "number") return number(call, name, value, 0, 1);
  const each = vector(call, name, value);
  each.forEach((entry, index) => {
    number(call, `${name}[${index}]`, entry, 0, 1);
  });
  return Float64Array.from(each);
};
const codebook: Parameter = (call, _name, value, dims) =>
  Float64Array.from(rows(call, CODEBOOK, value, dims.valueDim, "valueDim").data);

const NORMALISATIONS = ["none", "unit", "rms", "layer", "sum"] as const;
const PRECISIONS = ["double", "single", "bfloat16", "half"] as const;

const beta = optional(() => 1, inRange(0, 2));
const decay = optional(() => 1, inRange(0, 1));
const anySeed = optional(() => 1, seed);

const FEATURES: Family = {
  identity: {},
  "elu+1": {},
  relu: {},
  taylor: {},
  dpfp: {
    nu: optional(
      () => 1,
      atMost((dims) => 2 * dims.keyDim - 1),
    ),
  },
  favor: {
    count: optional((dims) => 4 * dims.keyDim, count),
    seed: anySeed,
    orthogonal: optional(() => true, flag),
  },
  "top-k": { k: atMost((dims) => dims.keyDim) },
  lsh: { bits: count, seed: anySeed },
};

const RULES: Family = {
  additive: {},
  decay: { decay: optional(() => 1, decays) },
  delta: { beta },
  "gated-delta": { decay, beta },
  "recursive-least-squares": {
    ridge: above0(Number.MAX_VALUE),
    forgetting: optional(() => 1, above0(1)),
  },
  "least-squares": { ridge: optional(() => 0, inRange(0, Number.MAX_VALUE)) },
  cache: {},
  hopfield: {},
};

const READ_OUTS: Family = {
  linear: {},
  normalised: {},
  softmax: {
    inverseTemperature: optional(
      (dims) => 1 / Math.sqrt(dims.keyDim),
      inRange(0, Number.MAX_VALUE),
    ),
    steps: optional(() => 1, count),
    topK: optional(() => undefined, count),
    codebook: optional(() => undefined, codebook),
  },
  threshold: {
    kind: (call, name, value) => oneOf(call, name, value, ["soft", "hard"]),
    at: inRange(0, Number.MAX_VALUE),
  },
  nearest: { codebook },
  sign: { steps: optional(() => 100, count) },
};

const DEFAULTS: Options = {
  normalise: "none",
  features: "identity",
  rule: "additive",
  read: "linear",
  precision: "double",
};

export const MEMORY_OPTIONS = [
  "keyDim",
  "valueDim",
  "normalise",
  "features",
  "rule",
  "read",
  "precision",
] as const;

/** Checks memory options, or those of a preset with what is given put over them, and fills in every default. */
export function parseMemoryOptions(
  call: string,
  given: unknown,
  preset?: unknown,
): ParsedMemoryOptions {
  const base = preset === undefined ? {} : PRESETS[parsePreset(call, preset)];
  const own: Options = {
    ...DEFAULTS,
    ...base,
    ...present(options(call, "options", given, MEMORY_OPTIONS)),
  };
  const keyDim = dimension(call, "keyDim", own.keyDim);
  const valueDim = dimension(call, "valueDim", own.valueDim);
  const dims = { keyDim, valueDim };
  const normalise = oneOf(call, "normalise", own.normalise, NORMALISATIONS);
  const features = parseChoice(call, "features", own.features, FEATURES, dims);
  const rule = parseChoice(call, "rule", own.rule, RULES, dims);
  const read = parseChoice(call, "read", own.read, READ_OUTS, dims);
  const precision = oneOf(call, "precision", own.precision, PRECISIONS);
  return {
    long: Object.freeze({
      keyDim,
      valueDim,
      normalise,
      features: longForm(features, dims) as Features,
      rule: longForm(rule, dims) as Rule,
      read: longForm(read, dims) as ReadOut,
      precision,
    }),
    raw: { keyDim, valueDim, normalise, features, rule, read, precision },
  };
}

export function parsePreset(call: string, value: unknown): Preset {
  return oneOf(call, "preset", value, PRESET_NAMES);
}

export function parseFeatures(call: string, value: unknown, keyDim: number): RawChoice {
  return parseChoice(call, "features", value, FEATURES, { keyDim, valueDim: 1 });
}

/** What weighs a key against a query: features, or one of two that need none. */
export function parseKernel(call: string, value: unknown, keyDim: number): RawChoice {
  const kernels = { softmax: {}, linear: {}, ...FEATURES };
  return parseChoice(call, "kernel", value, kernels, { keyDim, valueDim: 1 });
}

function parseChoice(
  call: string,
  label: string,
  value: unknown,
  family: Family,
  dims: Dims,
): RawChoice {
  const bare = typeof value === "string";
  if (!bare && (typeof value !== "object" || value === null || Array.isArray(value))) {
    throw typeError(call, label, value, "a name or an object with a name");
  }
  const given: Options = bare ? { name: value } : (value as Options);
  const name = oneOf(call, bare ? label : `${label}.name`, given.name, Object.keys(family));
  const parameters = family[name] ?? {};
  options(call, label, given, ["name", ...Object.keys(parameters)]);
  const parsed: RawChoice & Record<string, unknown> = { name };
  for (const [key, check] of Object.entries(parameters)) {
    const checked = check(call, `${label}.${key}`, given[key], dims);
    if (checked !== undefined) parsed[key] = checked;
  }
  return parsed;
}

/** Plain data: bare names where there are no parameters, ordinary arrays, one a codebook row. */
function longForm(choice: RawChoice, dims: Dims): unknown {
  const entries = Object.entries(choice);
  if (entries.length === 1) return choice.name;
  return Object.freeze(
    Object.fromEntries(
      entries.map(([key, value]) => [
        key,
        value instanceof Float64Array
          ? key === "codebook"
            ? nestedRows(value, dims.valueDim)
            : Array.from(value)
          : value,
      ]),
    ),
  );
}

export function nestedRows(flat: Float64Array, width: number): number[][] {
  const count = flat.length / width;
  return Array.from({ length: count }, (_, row) =>
    Array.from(flat.subarray(row * width, (row + 1) * width)),
  );
}

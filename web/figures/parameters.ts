import type { Point, Role } from "../drawing/svg.js";

/**
 * The parameters of a figure, declared once: from this table come the controls, the attributes of the element, the
 * state that links carry, and the checks at each of these doors.
 */

interface Common {
  /** "key k": names the control, the handle and the error. */
  readonly label: string;
  /** Part of the state, but with no control of its own: something in the drawing is dragged instead. */
  readonly hidden?: boolean;
  /** The name of a toggle, or of a choice and some of its options: while it stands otherwise there is no control for this. */
  readonly when?: string | readonly [choice: string, ...options: string[]];
}

export interface PointParameter extends Common {
  readonly kind: "point";
  readonly symbol: string;
  readonly role: Role;
  readonly default: Point;
  /** The largest size of either coordinate. */
  readonly reach: number;
}

export interface NumberParameter extends Common {
  readonly kind: "number";
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Of the slider and the arrow keys; a typed number may lie between. */
  readonly step: number;
  /** A slider beside the number; without it there is only the number to type. */
  readonly slider?: boolean;
}

export interface IntegerParameter extends Common {
  readonly kind: "integer";
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** A slider beside the number; without it there is only the number to type. */
  readonly slider?: boolean;
  /** Milliseconds a step: a button beside the slider steps through the range. */
  readonly play?: number;
}

export interface ToggleParameter extends Common {
  readonly kind: "toggle";
  readonly default: boolean;
}

export interface ChoiceParameter<Option extends string = string> extends Common {
  readonly kind: "choice";
  readonly options: readonly { readonly value: Option; readonly label: string }[];
  readonly default: Option;
  /** The label stands before the options, where they alone do not say what is chosen. */
  readonly captioned?: boolean;
}

export type Parameter =
  | PointParameter
  | NumberParameter
  | IntegerParameter
  | ToggleParameter
  | ChoiceParameter;

export type Schema = Readonly<Record<string, Parameter>>;

export type ValueOf<P extends Parameter> = P extends PointParameter
  ? Point
  : P extends ToggleParameter
    ? boolean
    : P extends ChoiceParameter<infer Option>
      ? Option
      : number;

export type Values<S extends Schema> = { readonly [Name in keyof S]: ValueOf<S[Name]> };

/** Whether a parameter has a control of its own while the others stand as they do. */
export function hasControl(
  { hidden, when }: Parameter,
  values: Readonly<Record<string, unknown>>,
): boolean {
  if (hidden) return false;
  if (when === undefined) return true;
  if (typeof when === "string") return values[when] === true;
  const [choice, ...options] = when;
  return options.includes(values[choice] as string);
}

/** Of figures that draw at random: what the library takes. */
export const seedParameter = {
  kind: "integer",
  label: "seed",
  default: 1,
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
} as const;

export function defaultValues<S extends Schema>(schema: S): Values<S> {
  const entries = Object.entries(schema).map(([name, parameter]) => [name, parameter.default]);
  return Object.fromEntries(entries) as Values<S>;
}

/** A state read from outside: every name known, every value in range, or a RangeError and nothing taken over. */
export function readState<S extends Schema>(
  schema: S,
  current: Values<S>,
  state: unknown,
): Values<S> {
  if (typeof state !== "object" || state === null || Array.isArray(state)) {
    throw new TypeError(`state: expected an object of parameters, got ${describeValue(state)}`);
  }
  const next: Record<string, unknown> = { ...current };
  for (const [name, value] of Object.entries(state)) {
    const parameter = Object.hasOwn(schema, name) ? schema[name] : undefined;
    if (!parameter) {
      throw new RangeError(
        `state: no parameter ${name}; this figure has ${Object.keys(schema).join(", ")}`,
      );
    }
    next[name] = readValue(name, parameter, value);
  }
  return next as Values<S>;
}

/** One value, checked against its parameter. */
export function readValue(name: string, parameter: Parameter, value: unknown): unknown {
  if (isValueOf(parameter, value))
    return parameter.kind === "point" ? [...(value as Point)] : value;
  throw new RangeError(`${name}: expected ${expectation(parameter)}, got ${describeValue(value)}`);
}

function isValueOf(parameter: Parameter, value: unknown): boolean {
  switch (parameter.kind) {
    case "point":
      return (
        Array.isArray(value) &&
        value.length === 2 &&
        value.every((x) => isNumberIn(x, -parameter.reach, parameter.reach))
      );
    case "number":
      return isNumberIn(value, parameter.min, parameter.max);
    case "integer":
      return Number.isSafeInteger(value) && isNumberIn(value, parameter.min, parameter.max);
    case "toggle":
      return typeof value === "boolean";
    case "choice":
      return parameter.options.some((option) => option.value === value);
  }
}

function isNumberIn(value: unknown, min: number, max: number): boolean {
  return typeof value === "number" && value >= min && value <= max;
}

/** What a parameter takes, in words that end a sentence. */
export function expectation(parameter: Parameter): string {
  switch (parameter.kind) {
    case "point":
      return `two numbers from ${range(-parameter.reach, parameter.reach)}`;
    case "number":
      return `a number from ${range(parameter.min, parameter.max)}`;
    case "integer":
      return parameter.max >= Number.MAX_SAFE_INTEGER
        ? `a whole number from ${parameter.min} up`
        : `a whole number from ${range(parameter.min, parameter.max)}`;
    case "toggle":
      return "true or false";
    case "choice":
      return `one of ${parameter.options.map((option) => option.value).join(", ")}`;
  }
}

function range(min: number, max: number): string {
  return `${min} to ${max}`.replaceAll("-", "\u2212");
}

function describeValue(value: unknown): string {
  return Array.isArray(value) ? describeList(value) : describeItem(value);
}

const mostItems = 4;

function describeList(values: readonly unknown[]): string {
  if (values.length === 0) return "an empty array";
  const items = values.slice(0, mostItems).map(describeItem);
  return `(${[...items, ...(values.length > mostItems ? ["\u2026"] : [])].join(", ")})`;
}

function describeItem(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (typeof value === "object")
    return value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
  return String(value);
}

/** A value as the text of an attribute, in as many digits as give back its bits. */
export function writeAttribute(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}

/** The value an attribute's text stands for: "0.5 1", "32", "true", "free"; undefined text is not asked here. */
export function readAttribute(name: string, parameter: Parameter, text: string): unknown {
  switch (parameter.kind) {
    case "point":
      return readValue(
        name,
        parameter,
        text
          .trim()
          .split(/[\s,]+/)
          .map(numberFrom),
      );
    case "number":
    case "integer":
      return readValue(name, parameter, numberFrom(text));
    case "toggle":
      return readValue(
        name,
        parameter,
        text === "" || text === "true" ? true : text === "false" ? false : text,
      );
    case "choice":
      return readValue(name, parameter, text);
  }
}

/** A text that is no number stays what it is: it is refused in its own words. */
function numberFrom(text: string): number | string {
  return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

/** unitKey -> unit-key */
export function attributeName(parameterName: string): string {
  return parameterName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

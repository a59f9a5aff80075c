/**
 * The vocabulary in which every public function checks its arguments, once, at the door: a wrong type is a
 * TypeError, a wrong length or value a RangeError, and the message names the call, the argument, what came and what
 * was expected. The numbers of vectors and rows are checked in arrays.ts.
 */

/** The largest dimension: the core counts in 32 bits. */
export const LARGEST_DIMENSION = 2 ** 31 - 1;

/** How a value is shown in a message; runs no code of the value's own. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
    case "number":
    case "boolean":
    case "undefined":
      return String(value);
    case "bigint":
      return "a bigint";
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
    default:
      return `a ${typeof value}`;
  }
}

export function typeError(call: string, name: string, value: unknown, expected: string): TypeError {
  return new TypeError(`${call}: ${name} is ${shown(value)}, expected ${expected}`);
}

export function rangeError(
  call: string,
  name: string,
  value: unknown,
  expected: string,
): RangeError {
  return new RangeError(`${call}: ${name} is ${shown(value)}, expected ${expected}`);
}

/** An object whose properties may be read as options. */
export type Options = Readonly<Record<string, unknown>>;

/** The options that are given: one that is undefined is one left out. */
export function present(given: Options): Options {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** An options object with no name that the call does not know: a misspelt option must not pass in silence. */
export function options(
  call: string,
  name: string,
  value: unknown,
  known: readonly string[],
): Options {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw typeError(call, name, value, "an object");
  }
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) {
      throw new TypeError(`${call}: ${name} has no ${shown(key)}, expected ${list(known)}`);
    }
  }
  return value as Options;
}

export function number(
  call: string,
  name: string,
  value: unknown,
  least: number,
  most: number,
): number {
  const expected = span("a number", least, most);
  if (typeof value !== "number") throw typeError(call, name, value, expected);
  if (!Number.isFinite(value) || value < least || value > most) {
    throw rangeError(call, name, value, expected);
  }
  return value;
}

/** Above zero, at most `most`. */
export function positive(call: string, name: string, value: unknown, most: number): number {
  const expected =
    most === Number.MAX_VALUE ? "a number above 0" : `a number above 0, at most ${most}`;
  if (typeof value !== "number") throw typeError(call, name, value, expected);
  if (!(value > 0 && value <= most)) throw rangeError(call, name, value, expected);
  return value;
}

export function integer(
  call: string,
  name: string,
  value: unknown,
  least: number,
  most: number,
): number {
  const expected = span("a whole number", least, most);
  if (typeof value !== "number") throw typeError(call, name, value, expected);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw rangeError(call, name, value, expected);
  }
  return value;
}

/** A number of coordinates, vectors, bits: at least one. */
export function dimension(call: string, name: string, value: unknown): number {
  return integer(call, name, value, 1, LARGEST_DIMENSION);
}

/** A seed, or the index of a trial: whole numbers that a double holds exactly. */
export function seed(call: string, name: string, value: unknown): number {
  return integer(call, name, value, 0, Number.MAX_SAFE_INTEGER);
}

export function flag(call: string, name: string, value: unknown): boolean {
  if (typeof value !== "boolean") throw typeError(call, name, value, "true or false");
  return value;
}

export function oneOf<Name extends string>(
  call: string,
  name: string,
  value: unknown,
  names: readonly Name[],
): Name {
  const expected = `one of ${list(names)}`;
  if (typeof value !== "string") throw typeError(call, name, value, expected);
  const found = names.find((each) => each === value);
  if (found === undefined) throw rangeError(call, name, value, expected);
  return found;
}

function span(what: string, least: number, most: number): string {
  if (most === Number.MAX_VALUE || most === LARGEST_DIMENSION)
    return `${what} of at least ${least}`;
  return `${what} in ${least} .. ${most}`;
}

function list(names: readonly string[]): string {
  return names.map((each) => JSON.stringify(each)).join(", ");
}

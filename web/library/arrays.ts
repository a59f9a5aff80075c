import { shown, typeError } from "./arguments.js";

/**
 * Vectors and rows at the door. A Float64Array of one's own is passed on as it is, anything else is read once, entry
 * by entry, into a fresh one, so that what was checked is what is used.
 */

/** WebAssembly addresses 2 GiB: no array of doubles can be longer than this. */
const LARGEST_LENGTH = 2 ** 28;

/** An argument of several rows, named in messages by its own name and by that of one row. */
export interface RowsName {
  readonly many: string;
  readonly one: string;
}

export const KEYS: RowsName = { many: "keys", one: "key" };
export const VALUES: RowsName = { many: "values", one: "value" };
export const QUERIES: RowsName = { many: "queries", one: "query" };
export const CODEBOOK: RowsName = { many: "codebook", one: "codebook row" };
export const ROWS: RowsName = { many: "rows", one: "row" };

/** `count` vectors of `dim` numbers, row after row. */
export interface Vectors {
  readonly data: Float64Array;
  readonly count: number;
  readonly dim: number;
}

/** One vector; `length` numbers if that is given. */
export function vector(
  call: string,
  name: string,
  value: unknown,
  length?: number,
  lengthName?: string,
): Float64Array {
  const data = numbers(call, name, value, "an array of numbers");
  if (data.length === 0) throw empty(call, name, "one number");
  if (length !== undefined && data.length !== length) {
    throw new RangeError(
      `${call}: ${name} has ${data.length} numbers, expected ${length}${inBrackets(lengthName)}`,
    );
  }
  return data;
}

/** Rows of `dim` numbers; where `dim` is not given, nested rows say it themselves and flat ones are refused. */
export function rows(
  call: string,
  name: RowsName,
  value: unknown,
  dim: number | undefined,
  dimName: string,
): Vectors {
  const length = lengthOf(call, name.many, value, "an array of numbers or of rows");
  if (length === 0) throw empty(call, name.many, `one ${name.one}`);
  const first: unknown = isOwnDoubles(value) ? 0 : (value as ArrayLike<unknown>)[0];
  if (typeof first === "object" && first !== null) {
    return nested(call, name, value as ArrayLike<unknown>, length, first, dim, dimName);
  }
  const data = numbers(call, name.many, value, "an array of numbers or of rows");
  if (dim === undefined) {
    throw new TypeError(`${call}: ${dimName} is undefined, expected with flat ${name.many}`);
  }
  if (data.length % dim !== 0 || data.length === 0) {
    throw new RangeError(
      `${call}: ${name.one} has ${data.length} numbers, expected ${dim} (${dimName}) or a multiple`,
    );
  }
  return { data, count: data.length / dim, dim };
}

/** Refuses a number of rows that differs from the number of others. */
export function sameCount(
  call: string,
  first: Vectors,
  firstName: RowsName,
  second: Vectors,
  secondName: RowsName,
): void {
  if (first.count !== second.count) {
    throw new RangeError(
      `${call}: ${secondName.many} has ${second.count} rows, expected ${first.count}, one a ${firstName.one}`,
    );
  }
}

function nested(
  call: string,
  name: RowsName,
  value: ArrayLike<unknown>,
  count: number,
  first: unknown,
  dim: number | undefined,
  dimName: string,
): Vectors {
  const data: Float64Array[] = [];
  let width = dim;
  for (let row = 0; row < count; row++) {
    const entries = numbers(
      call,
      `${name.many}[${row}]`,
      row === 0 ? first : value[row],
      "an array of numbers",
    );
    width ??= entries.length;
    if (entries.length !== width || width === 0) {
      const reason =
        dim !== undefined ? ` (${dimName})` : row === 0 ? " or more" : `, as ${name.one} 0`;
      throw new RangeError(
        `${call}: ${name.one} ${row} has ${entries.length} numbers, expected ${width || 1}${reason}`,
      );
    }
    data.push(entries);
  }
  const size = width ?? 0;
  if (count * size > LARGEST_LENGTH) throw tooLong(call, name.many, count * size);
  const flat = new Float64Array(count * size);
  data.forEach((entries, row) => {
    flat.set(entries, row * size);
  });
  return { data: flat, count, dim: size };
}

function numbers(call: string, name: string, value: unknown, expected: string): Float64Array {
  if (isOwnDoubles(value)) {
    for (let i = 0; i < value.length; i++) {
      if (!Number.isFinite(value[i])) throw notFinite(call, name, i, value[i]);
    }
    return value;
  }
  const length = lengthOf(call, name, value, expected);
  const given = value as ArrayLike<unknown>;
  // The last entry first: a length that lies is found out before memory is set aside for it.
  if (length > 0 && typeof given[length - 1] !== "number") {
    firstFault(call, name, given, length);
  }
  const data = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const entry = given[i];
    if (typeof entry !== "number") throw typeError(call, `${name}[${i}]`, entry, "a number");
    if (!Number.isFinite(entry)) throw notFinite(call, name, i, entry);
    data[i] = entry;
  }
  return data;
}

/** Names the first entry that is no number; it need not be the last, which is known to be none. */
function firstFault(call: string, name: string, given: ArrayLike<unknown>, length: number): void {
  const few = Math.min(length, 1000);
  for (let i = 0; i < few; i++) {
    const entry = given[i];
    if (typeof entry !== "number") throw typeError(call, `${name}[${i}]`, entry, "a number");
  }
  throw typeError(call, `${name}[${length - 1}]`, given[length - 1], "a number");
}

/** A Float64Array that nobody else can change and whose length is its own: safe to hand on without a copy. */
function isOwnDoubles(value: unknown): value is Float64Array {
  return (
    value instanceof Float64Array &&
    Object.getPrototypeOf(value) === Float64Array.prototype &&
    !Object.hasOwn(value, "length") &&
    value.buffer instanceof ArrayBuffer
  );
}

function lengthOf(call: string, name: string, value: unknown, expected: string): number {
  if (typeof value !== "object" || value === null) throw typeError(call, name, value, expected);
  const length: unknown = (value as { length?: unknown }).length;
  if (typeof length !== "number" || !Number.isInteger(length) || length < 0) {
    throw typeError(call, name, value, expected);
  }
  if (length > LARGEST_LENGTH) throw tooLong(call, name, length);
  return length;
}

function notFinite(call: string, name: string, index: number, value: unknown): RangeError {
  return new RangeError(`${call}: ${name}[${index}] is ${shown(value)}, expected a finite number`);
}

function empty(call: string, name: string, least: string): RangeError {
  return new RangeError(`${call}: ${name} is empty, expected at least ${least}`);
}

function tooLong(call: string, name: string, length: number): RangeError {
  return new RangeError(
    `${call}: ${name} has ${length} numbers, expected at most ${LARGEST_LENGTH}`,
  );
}

function inBrackets(name: string | undefined): string {
  return name === undefined ? "" : ` (${name})`;
}

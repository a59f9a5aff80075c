/// <reference lib="esnext.disposable" preserve="true" />
import { number, options, typeError } from "./arguments.js";
import { KEYS, QUERIES, rows, sameCount, VALUES, vector } from "./arrays.js";
import type { MemoryOptions } from "./choices.js";
import { type ParsedMemoryOptions, parseMemoryOptions } from "./memory-options.js";
import type { RawMemory, RawModule } from "./raw.js";
import type { Matrix, Rows, Vector } from "./shapes.js";

/** A memory: pairs of keys and values go in, a query brings back a value. */
export interface Memory extends Disposable {
  /** What it was made of, every default filled in. */
  readonly options: Required<MemoryOptions>;
  /** Numbers in a key and in a query. */
  readonly keyDim: number;
  /** Numbers in a value. */
  readonly valueDim: number;
  /** Numbers in what the features make of a key: the columns of the state. */
  readonly featureDim: number;
  /** Pairs written so far. */
  readonly pairs: number;
  /** Bytes that must be carried from one step to the next, at this precision. */
  readonly stateBytes: number;
  /**
   * Writes one pair, or n in order. Either all of them are written or, where an error is thrown, none. Costs
   * O(valueDim featureDim) a pair for a matrix.
   *
   * @param keys n keys of keyDim numbers.
   * @param values n values of valueDim numbers.
   * @param gates Put over the rule's own for this write: `beta` in [0, 2], a number or n; `decay` in [0, 1], a number, n
   * numbers or n x featureDim.
   * @throws RangeError where the state would not be finite, with the memory as it was before.
   */
  write(
    keys: Rows,
    values: Rows,
    gates?: { beta?: number | Vector; decay?: number | Vector },
  ): this;
  /**
   * Reads with n queries of keyDim numbers: n x valueDim numbers, row after row. With nothing written yet these are
   * zeros.
   *
   * @throws RangeError where nothing is written yet and the read is from a cache or normalised, or where it overflows.
   */
  read(queries: Rows): Float64Array;
  /**
   * How much of each written value comes back for a query, one number a pair. The cache only: an Error elsewhere. Costs
   * O(pairs featureDim).
   */
  weights(query: Vector): Float64Array;
  /**
   * -x' W x / 2 of a pattern of +-1, which no read by sign ever raises. Hopfield only: an Error elsewhere (Hopfield 1982).
   */
  energy(pattern: Vector): number;
  /** A copy of the state, valueDim x featureDim. A cache has none: an Error. */
  state(): Matrix;
  /** Forgets every pair. */
  reset(): this;
  /** An independent memory in the same state. */
  clone(): Memory;
  /** The whole memory as bytes, options and state, the same on every machine; `restore` takes them. */
  save(): Uint8Array;
  /**
   * Gives the WebAssembly memory back; so do `[Symbol.dispose]()` and the collection of the object. Twice is harmless,
   * any other use afterwards is an Error.
   */
  free(): void;
  /** What leaving the scope of a `using` declaration calls: `free()`. */
  [Symbol.dispose](): void;
}

/** Frees the C++ objects behind memories that were collected. */
export type Collector = FinalizationRegistry<RawMemory>;

export function createMemory(
  raw: RawModule,
  collector: Collector,
  first: unknown,
  second: unknown,
): Memory {
  const named = typeof first === "string";
  const parsed = named
    ? parseMemoryOptions("memory", second, first)
    : parseMemoryOptions("memory", first);
  return new CoreMemory(new raw.Memory(parsed.raw), parsed.long, collector);
}

export function restoreMemory(raw: RawModule, collector: Collector, bytes: unknown): Memory {
  if (!(bytes instanceof Uint8Array)) throw typeError("restore", "bytes", bytes, "a Uint8Array");
  // A copy: of the bytes that are there, whatever a subclass says about their number.
  const restored = raw.restore(new Uint8Array(bytes));
  return new CoreMemory(restored, parseMemoryOptions("restore", restored.options).long, collector);
}

/** Where an engine has no Symbol.dispose, the key that compilers fall back to; nothing global is patched. */
const dispose: typeof Symbol.dispose =
  Symbol.dispose ?? (Symbol.for("Symbol.dispose") as typeof Symbol.dispose);

const NO_GATES = new Float64Array(0);

class CoreMemory implements Memory {
  readonly options: Required<MemoryOptions>;
  readonly #collector: Collector;
  #raw: RawMemory | undefined;

  constructor(raw: RawMemory, long: ParsedMemoryOptions["long"], collector: Collector) {
    this.options = long;
    this.#raw = raw;
    this.#collector = collector;
    collector.register(this, raw, this);
  }

  get keyDim(): number {
    this.#alive("keyDim");
    return this.options.keyDim;
  }

  get valueDim(): number {
    this.#alive("valueDim");
    return this.options.valueDim;
  }

  get featureDim(): number {
    return this.#alive("featureDim").featureDim;
  }

  get pairs(): number {
    return this.#alive("pairs").pairs;
  }

  get stateBytes(): number {
    return this.#alive("stateBytes").stateBytes;
  }

  write(
    keys: Rows,
    values: Rows,
    gates?: { beta?: number | Vector; decay?: number | Vector },
  ): this {
    this.#alive("write");
    const { keyDim, valueDim } = this.options;
    const key = rows("write", KEYS, keys, keyDim, "keyDim");
    const value = rows("write", VALUES, values, valueDim, "valueDim");
    sameCount("write", key, KEYS, value, VALUES);
    let beta: Float64Array = NO_GATES;
    let decay: Float64Array = NO_GATES;
    if (gates !== undefined) {
      const given = options("write", "gates", gates, ["beta", "decay"]);
      beta = gate("beta", given.beta, 2, key.count, key.count);
      decay = gate("decay", given.decay, 1, key.count, key.count * this.featureDim);
    }
    // The arguments may have run code of the caller's own that freed this memory.
    this.#alive("write").write(key.data, value.data, beta, decay);
    return this;
  }

  read(queries: Rows): Float64Array {
    this.#alive("read");
    const query = rows("read", QUERIES, queries, this.options.keyDim, "keyDim");
    return this.#alive("read").read(query.data);
  }

  weights(query: Vector): Float64Array {
    this.#alive("weights");
    const one = vector("weights", "query", query, this.options.keyDim, "keyDim");
    return this.#alive("weights").weights(one);
  }

  energy(pattern: Vector): number {
    this.#alive("energy");
    const one = vector("energy", "pattern", pattern, this.options.keyDim, "keyDim");
    return this.#alive("energy").energy(one);
  }

  state(): Matrix {
    const raw = this.#alive("state");
    return { data: raw.state(), rows: this.options.valueDim, cols: raw.featureDim };
  }

  reset(): this {
    this.#alive("reset").reset();
    return this;
  }

  clone(): Memory {
    return new CoreMemory(this.#alive("clone").clone(), this.options, this.#collector);
  }

  save(): Uint8Array {
    return this.#alive("save").save();
  }

  free(): void {
    const raw = this.#raw;
    if (raw === undefined) return;
    this.#raw = undefined;
    this.#collector.unregister(this);
    raw.delete();
  }

  [dispose](): void {
    this.free();
  }

  #alive(member: string): RawMemory {
    if (this.#raw === undefined) throw new Error(`${member}: this memory has been freed`);
    return this.#raw;
  }
}

/** A gate for every pair: one number for all, one a pair or, for decay, one a pair and feature. */
function gate(
  name: string,
  value: unknown,
  most: number,
  pairs: number,
  entries: number,
): Float64Array {
  if (value === undefined) return NO_GATES;
  if (typeof value === "number") {
    return new Float64Array(pairs).fill(number("write", name, value, 0, most));
  }
  const given = vector("write", name, value);
  if (given.length !== pairs && given.length !== entries) {
    const each = entries === pairs ? "" : ` or ${entries} (one a feature)`;
    throw new RangeError(
      `write: ${name} has ${given.length} numbers, expected ${pairs} (one a pair)${each}`,
    );
  }
  given.forEach((entry, index) => {
    number("write", `${name}[${index}]`, entry, 0, most);
  });
  return given;
}

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type Contestant, type Entry, type Layout, type Product, workOf } from "../contestant.js";
import { hasWideVectors } from "../machine.js";

// An OpenBLAS older than the processor takes it for a plain one of half the width; told so, it uses AVX-512.
const environment = { ...process.env, ...(hasWideVectors() && { OPENBLAS_CORETYPE: "SkylakeX" }) };

/** A program of cpp/serve.cpp: it waits for a line, works, answers with a line, and waits again. */
export class Child {
  readonly #process: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor(program: string) {
    this.#process = spawn(program, { stdio: ["pipe", "pipe", "inherit"], env: environment });
    const lines = createInterface({ input: this.#process.stdout as NodeJS.ReadableStream });
    this.#answers = lines[Symbol.asyncIterator]();
  }

  async ask(...words: (string | number)[]): Promise<number[]> {
    this.#process.stdin?.write(`${words.join(" ")}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error(`${this.#process.spawnfile} ended at: ${words.join(" ")}`);
    return value.trim().split(" ").map(Number);
  }

  end(): void {
    this.#process.stdin?.end();
  }
}

/** What a child offers, under a name; its layouts are those among which it may choose. */
export function nativeContestant(
  contestant: string,
  child: Child,
  layouts: (product: Product) => readonly Layout[],
): Contestant {
  return {
    enter: (product) =>
      layouts(product).map((layout) => {
        const { operation, precision, p, q, r } = product;
        const bits = (layout[0] === "T" ? 2 : 0) + (layout[1] === "T" ? 1 : 0);
        const words = [operation, precision, bits, p, q, r];
        return {
          contestant,
          how: layout,
          work: workOf(product),
          sample: async (times) => (await child.ask("measure", ...words, times))[0] as number,
          result: () => child.ask("result", ...words),
        };
      }),
  };
}

/** The engine compiled for this machine: the least squares curve is its result. */
export function nativeCapacity(contestant: string, child: Child, d: number, pairs: number): Entry {
  return {
    contestant,
    work: 1,
    sample: async (trials) =>
      (await child.ask("measure", "capacity", d, pairs, trials))[0] as number,
    result: async () => (await child.ask("result", "capacity", d, pairs, 1)).slice(pairs),
  };
}

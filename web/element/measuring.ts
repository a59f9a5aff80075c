import type { MatrixMemory } from "matrix-memory";
import type { AnyFigure } from "../figures/index.js";
import type { Schema, Values } from "../figures/parameters.js";

export type Phase = "idle" | "running" | "done" | "cancelled" | "failed";

export interface Measuring {
  readonly phase: Phase;
  /** 0 to 1. */
  readonly fraction: number;
  /** The latest result, complete or so far. */
  readonly result: unknown;
  readonly problem: string | undefined;
  start(parameters: Values<Schema>): void;
  cancel(): void;
}

/** Runs a figure's measurement: one at a time, the newest parameters winning, its partial results shown as they come. */
export function createMeasuring(
  figure: AnyFigure,
  core: MatrixMemory,
  changed: () => void,
): Measuring {
  const state = {
    phase: "idle" as Phase,
    fraction: 0,
    result: undefined as unknown,
    problem: undefined as string | undefined,
  };
  let current: AbortController | undefined;

  async function run(parameters: Values<Schema>): Promise<void> {
    const mine = new AbortController();
    current?.abort();
    current = mine;
    Object.assign(state, { phase: "running", fraction: 0, result: undefined, problem: undefined });
    changed();
    /** A run that was replaced says nothing any more. */
    const finish = (outcome: Partial<typeof state>) => {
      if (current !== mine) return;
      current = undefined;
      Object.assign(state, outcome);
      changed();
    };
    try {
      const result = await figure.measurement?.run(core, parameters, {
        signal: mine.signal,
        onProgress: (fraction, soFar) => {
          if (current !== mine) return;
          Object.assign(state, { fraction, result: soFar });
          changed();
        },
      });
      finish({ phase: "done", fraction: 1, result });
    } catch (error) {
      if (mine.signal.aborted) finish({ phase: "cancelled" });
      else
        finish({
          phase: "failed",
          problem: error instanceof Error ? error.message : String(error),
        });
    }
  }

  return {
    get phase() {
      return state.phase;
    },
    get fraction() {
      return state.fraction;
    },
    get result() {
      return state.result;
    },
    get problem() {
      return state.problem;
    },
    start: (parameters) => void run(parameters),
    cancel: () => current?.abort(),
  };
}

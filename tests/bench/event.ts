import type { Entry, Precision } from "./contestant.js";
import type { Hall } from "./hall.js";

export const groups = [
  "accumulate",
  "reads",
  "gram",
  "rank-one",
  "capacity",
  "scaling",
  "workers",
] as const;
export type Group = (typeof groups)[number];

/** One comparison: contestants that do the same work, or one contestant at several sizes, taking turns. */
export interface Event {
  readonly id: string;
  readonly group: Group;
  readonly title: string;
  /** How rates are shown: work a second, or the time of a run. */
  readonly unit: "GFLOP/s" | "GB/s" | "ms";
  /** Also in Chromium. */
  readonly inPage: boolean;
  /** Largest difference from ours, relative to the largest number. */
  readonly tolerance: number;
  enter(hall: Hall): Promise<Entry[]>;
  /** A result that follows from the others. */
  derive?(results: readonly Result[]): Result;
}

/** What an event gave, as plain data. */
export interface Outcome {
  readonly id: string;
  readonly group: Group;
  readonly title: string;
  readonly unit: Event["unit"];
  readonly where: "Node" | "Chromium";
  readonly results: Result[];
}

export interface Result {
  readonly contestant: string;
  readonly how?: string;
  readonly work: number;
  /** Runs in one sample. */
  readonly times: number;
  /** Of one run, one number a round. */
  readonly seconds: number[];
}

export const toleranceOf = (precision: Precision) => (precision === "single" ? 2e-5 : 1e-12);

import type { AnyFigure } from "./define.js";

/*
 * Figures that came to a page by themselves, beside those of index.ts. A page may hold two copies of this module (the
 * element of a site and an author's bundle): they know the same figures.
 */

interface Waiting {
  readonly id: string;
  start(): void;
}

export interface Registry {
  readonly figures: Map<string, AnyFigure>;
  readonly waiting: Set<Waiting>;
}

const shared = globalThis as unknown as Record<symbol, Registry | undefined>;
const place = Symbol.for("matrix-memory.figures");

export function registry(): Registry {
  shared[place] ??= { figures: new Map(), waiting: new Set() };
  return shared[place];
}

/** Calls `start` once, when a figure of that id is registered; the function it gives forgets it. */
export function whenRegistered(id: string, start: () => void): () => void {
  const { waiting } = registry();
  const one = { id, start };
  waiting.add(one);
  return () => waiting.delete(one);
}

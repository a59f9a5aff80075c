import type { RawCapacityOptions, RawModule } from "./raw.js";

/** A stretch of trials that is computed in one go. */
export interface Chunk {
  readonly firstTrial: number;
  readonly trials: number;
}

/** What the calling thread and a worker say to each other. A worker has one task at a time. */
export type ToWorker =
  | { readonly module: WebAssembly.Module }
  /** `options` comes with the first chunk of a run and holds for those that follow. */
  | { readonly chunk: Chunk; readonly options: RawCapacityOptions | undefined };

export type FromWorker =
  | { readonly ready: true }
  | { readonly partial: Float64Array; readonly milliseconds: number }
  | { readonly failure: { readonly name: string; readonly message: string } };

/** The partial sum over a chunk of trials. */
export function sumChunk(raw: RawModule, options: RawCapacityOptions, chunk: Chunk): Float64Array {
  const run = new raw.CapacityRun(options, chunk.firstTrial, chunk.trials);
  try {
    run.step(chunk.trials);
    return run.partial();
  } finally {
    run.delete();
  }
}

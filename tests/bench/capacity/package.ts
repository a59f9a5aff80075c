import type { Entry } from "../contestant.js";
import { packageEntry } from "../places.js";

const experiment = { keyDim: 64, pairs: 256, trials: 2048, seed: 1 };

/** The package as a user calls it, with a pool of so many workers. */
export async function packageCapacity(workers: number): Promise<Entry> {
  const { load }: typeof import("matrix-memory") = await import(packageEntry);
  const { capacity } = await load();
  const run = () => capacity({ ...experiment, workers });
  return {
    contestant: workers === 1 ? "1 worker" : `${workers} workers`,
    work: experiment.trials,
    async sample(times) {
      const start = performance.now();
      for (let i = 0; i < times; i++) await run();
      return (performance.now() - start) / 1000;
    },
    result: async () => (await run()).memories.flatMap(({ mean }) => mean),
  };
}

import type { MatrixMemory } from "matrix-memory";
import type { Entry } from "../contestant.js";

const experiment = { keyDim: 64, pairs: 256, trials: 2048, seed: 1 };

/** The package as a user calls it, with a pool of so many workers. */
export function packageCapacity({ capacity }: MatrixMemory, workers: number): Entry {
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

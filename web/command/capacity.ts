import { type CapacityOptions, load } from "matrix-memory";
import { readKeys, readMemories } from "./choices.js";
import { UsageError } from "./errors.js";
import { inOptionNames } from "./messages.js";
import { readNumber, readPairs } from "./numbers.js";
import { outputOptions, prepareOutput } from "./output.js";
import { clearProgress, startProgress } from "./progress.js";
import type { OptionTable, Words } from "./words.js";

export const capacityOptions: OptionTable = {
  "key-dim": { value: "d", help: "numbers in a key" },
  pairs: {
    value: "n",
    help: "reports 1 .. n; or the n of a list with ranges: 1,2,4 or 16:256:16",
  },
  trials: { value: "count", help: "random trials to average" },
  "value-dim": { value: "m", help: "numbers in a value; default d" },
  memories: {
    value: "list",
    help: "presets, rules with parameters (delta:beta=0.5), JSON or a .json file; default additive,least-squares",
  },
  keys: {
    value: "kind",
    help: "sphere (default), sparse:active=4, correlated:cosine=0.2 or rows:file.csv",
  },
  "query-noise": { value: "s", help: "the query is the key + s u with E|u|^2 = 1; default 0" },
  metric: { value: "name", help: "squared-error (default) or top-1" },
  against: {
    value: "what",
    help: "pairs (default): a mean for each n; age: with n pairs stored, an error for each by its age",
  },
  seed: { value: "number", help: "0 .. 2^53 - 1, default 1: same seed, same bits" },
  "first-trial": { value: "index", help: "where the run is a shard of a longer one; default 0" },
  workers: { value: "count", help: "1 .. 256; default the cores, at most 8" },
  ...outputOptions,
};

/** Measures the capacity curve that the options ask for. */
export async function runCapacity(words: Words): Promise<void> {
  if (words.rest.length > 0) {
    throw new UsageError(
      `${JSON.stringify(words.rest[0])} is no option, expected none but options`,
    );
  }
  const experiment = experimentOf(words.options);
  const output = prepareOutput(words);
  const { capacity } = await load();
  await check(capacity, experiment);
  const progress = startProgress();
  progress?.show(0, experiment.trials);
  try {
    const curve = await capacity({
      ...experiment,
      ...(progress && { onProgress: ({ trials, of }) => progress.show(trials, of) }),
    });
    clearProgress();
    await output.write(curve);
  } finally {
    clearProgress();
  }
}

type Capacity = Awaited<ReturnType<typeof load>>["capacity"];

/** Has the library look at the options before anything is done: what it refuses then, the command line got wrong. */
async function check(capacity: Capacity, experiment: CapacityOptions): Promise<void> {
  const looked = AbortSignal.abort();
  try {
    await capacity({ ...experiment, signal: looked });
  } catch (error) {
    if (error === looked.reason) return;
    throw new UsageError(inOptionNames((error as Error).message));
  }
}

function experimentOf(options: ReadonlyMap<string, string>): CapacityOptions {
  const read = <Value>(option: string, reader: (text: string) => Value): Value | undefined => {
    const text = options.get(option);
    return text === undefined ? undefined : reader(text);
  };
  const number = (option: string) => read(option, (text) => readNumber(option, text));
  const workers = number("workers");
  // On the calling thread nobody would hear Ctrl-C in the middle of a trial.
  if (workers === 0) throw new UsageError("--workers is 0, expected a whole number in 1 .. 256");
  const experiment = {
    keyDim: number("key-dim"),
    valueDim: number("value-dim"),
    pairs: read("pairs", readPairs),
    trials: number("trials"),
    firstTrial: number("first-trial"),
    seed: number("seed"),
    memories: read("memories", readMemories),
    keys: read("keys", readKeys),
    queryNoise: number("query-noise"),
    metric: options.get("metric"),
    against: options.get("against"),
    workers,
  };
  // Whatever is missing or wrong the library will say.
  return experiment as CapacityOptions;
}

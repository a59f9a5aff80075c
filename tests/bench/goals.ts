import { type Group, groups } from "./event.js";
import { accumulateSizes, gramSizes, rankOneSizes, readSizes } from "./products.js";

/** One row of the goal table: how fast `of` is, measured in how fast `against` is, where it does worst. */
export interface Goal {
  readonly group: Group;
  readonly text: string;
  readonly of: string;
  readonly against: string;
  /** Ids of events. */
  readonly events: readonly string[];
  readonly floor: number;
  readonly goal: number;
  /** The ratio is to stay below its marks; otherwise above. */
  readonly below?: true;
  /** Written as a share (.90) rather than as a multiple (34x). */
  readonly share?: true;
}

const ids = (name: string, sizes: readonly (number | readonly number[])[]) =>
  sizes.map((size) => [name, ...[size].flat()].join(" "));

const inDouble = (events: readonly string[]) => events.map((id) => `${id} double`);

const [small, ...large] = accumulateSizes;
const accumulate = ids("accumulate", large);
const [medium, wide] = [accumulate.slice(0, 2), accumulate.slice(2)];
const lone = ids("accumulate", [small]);
const reads = ids("reads", readSizes);
const gram = ids("gram", gramSizes);
const [inCache, beyond] = [
  ids(
    "rank-one",
    rankOneSizes.filter((d) => d <= 256),
  ),
  ids(
    "rank-one",
    rankOneSizes.filter((d) => d > 256),
  ),
];

/** Against a physical limit: in single and in double precision. */
function share(
  text: string,
  against: "peak" | "stream",
  events: readonly string[],
  floor: number,
  goal: number,
): Goal[] {
  const group = groups.find((name) => events[0]?.startsWith(name)) as Group;
  const common = { group, of: "ours", against, floor, goal, share: true } as const;
  return [
    { ...common, text, events },
    { ...common, text: `${text}, double`, events: inDouble(events) },
  ];
}

/** S += V K' at n >= 256, against a peer. */
const peer = (text: string, against: string, floor: number, goal: number): Goal => ({
  group: "accumulate",
  text: `S += V K', n >= 256, against ${text}`,
  of: "ours",
  against,
  events: accumulate,
  floor,
  goal,
  ...(goal < 1 && { share: true as const }),
});

/** The capacity curve at d = 64, N = 256, against another way to it. */
const curve = (text: string, against: string, floor: number, goal: number): Goal => ({
  group: "capacity",
  text: `capacity curve against ${text}`,
  of: "ours",
  against,
  events: ["capacity 64 256"],
  floor,
  goal,
  ...(goal < 1 && { share: true as const }),
});

export const goals: readonly Goal[] = [
  ...share(
    "S += V K', d 64 and 128, n = 256, against the register peak",
    "peak",
    medium,
    0.9,
    0.97,
  ),
  ...share("S += V K', d 256, n = 1024, against the register peak", "peak", wide, 0.86, 0.95),
  ...share("S += V K', d 64, n = 64, against the register peak", "peak", lone, 0.75, 0.92),
  peer("a JavaScript loop", "loop", 34, 38),
  peer("TensorFlow.js (wasm, best layout)", "tfjs", 1.2, 1.4),
  peer("onnxruntime-web (wasm, best layout)", "onnx", 1.5, 1.8),
  peer("Eigen in wasm (-msimd128)", "eigen", 2.2, 2.7),
  peer("native Eigen, SSE4.2", "native-eigen-128", 1.1, 1.25),
  peer("OpenBLAS, one thread", "native-openblas", 0.22, 0.28),
  ...share("batch reads, n >= 256, against the register peak", "peak", reads, 0.85, 0.95),
  ...share("Gram (2 n^2 d / t) against the register peak", "peak", gram, 1.7, 1.9),
  ...share("rank-one, d <= 256, against the stream", "stream", inCache, 0.8, 0.9),
  ...share("rank-one, d 512 and 1024, against the stream", "stream", beyond, 0.7, 0.8),
  {
    ...curve("", "ours", 1.4, 1.15),
    text: "time of the capacity curve over its roofline",
    of: "roofline",
    below: true,
  },
  curve("the same recursions in JavaScript", "incremental", 24, 30),
  curve("Eigen in wasm, a decomposition for each n", "eigen", 1500, 2000),
  curve("normal equations in JavaScript for each n", "normal-equations", 8000, 10_000),
  curve("the same source, native", "native-ours", 0.35, 0.45),
  {
    group: "scaling",
    text: "time for N = 10 000 over time for N = 1000, d = 64",
    of: "N = 1000",
    against: "N = 10000",
    events: ["scaling pairs"],
    floor: 11,
    goal: 10.2,
    below: true,
  },
  {
    group: "workers",
    text: "two workers against one, same bits",
    of: "2 workers",
    against: "1 worker",
    events: ["workers"],
    floor: 1.85,
    goal: 1.95,
  },
];

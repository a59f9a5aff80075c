import { join } from "node:path";
import type { Entry, Layout, Product } from "./contestant.js";
import { Child, nativeCapacity, nativeContestant } from "./contestants/native.js";
import { layoutsOf, ownLayout } from "./data.js";
import type { Hall } from "./hall.js";
import { root } from "./places.js";

const own = (product: Product): Layout[] => [ownLayout(product)];

const programs = [
  { contestant: "native-ours", file: "native/bench_ours", layouts: own },
  { contestant: "native-ours-128", file: "narrow/bench_ours", layouts: own },
  { contestant: "native-eigen", file: "native/bench_eigen", layouts: layoutsOf },
  { contestant: "native-eigen-128", file: "narrow/bench_eigen", layouts: layoutsOf },
  { contestant: "native-openblas", file: "native/bench_openblas", layouts: layoutsOf },
] as const;

/** The hall with the native contestants, each a child process that waits for its turn. */
export function withNatives(hall: Hall): { hall: Hall; end(): void } {
  const children = programs.map(({ contestant, file, layouts }) => ({
    contestant,
    layouts,
    child: new Child(join(root, "build/bench", file)),
  }));
  const engines = children.filter(({ contestant }) => contestant.startsWith("native-ours"));
  return {
    hall: {
      ...hall,
      contestants: [
        ...hall.contestants,
        ...children.map(({ contestant, child, layouts }) =>
          nativeContestant(contestant, child, layouts),
        ),
      ],
      nativeCapacity: (d, pairs): Entry[] =>
        engines.map(({ contestant, child }) => nativeCapacity(contestant, child, d, pairs)),
    },
    end() {
      for (const { child } of children) child.end();
    },
  };
}

// Two pairs in three memories, and how many an additive memory of 64 x 64
// numbers holds.
//
//     cmake --install build/release --prefix /some/where
//     cmake -S docs/example -B build/example -DCMAKE_PREFIX_PATH=/some/where
//     cmake --build build/example && build/example/example

#include <cmath>
#include <cstdio>

#include "matrix_memory/capacity.h"
#include "matrix_memory/error.h"
#include "matrix_memory/presets.h"
#include "matrix_memory/theory.h"

namespace mm = matrix_memory;

int main() {
  // Keys of length one at an angle of 60 degrees; a row is a vector.
  const std::vector<double> keys{1, 0, 0.5, std::sqrt(0.75)};
  const std::vector<double> values{1, 0, 0, 1};

  for (const char* name :
       {"correlation-matrix", "delta-net", "least-squares"}) {
    mm::Memory memory(mm::preset(name, 2, 2));
    memory.write(mm::Rows(keys, 2), mm::Rows(values, 2));
    const mm::Matrix read = memory.read(mm::Rows(keys, 2).first(1));
    std::printf("%-18s reads the first key as (%.4f, %.4f)\n", name, read(0, 0),
                read(0, 1));
  }

  // The error of a read, as a fraction of a value, for 16 and for 65 pairs.
  mm::CapacityRun run({.keyDim = 64,
                       .valueDim = 64,
                       .pairs = {16, 65},
                       .memories = {{.keyDim = 64, .valueDim = 64}}},
                      0, 20);
  while (run.step(5) > 0) std::printf("%d trials\n", int(run.trials()));
  std::printf("16 pairs: %.3f, in theory %.3f\n", run.mean()[0],
              mm::theory::additive(16, 64));
  std::printf("65 pairs: %.3f, in theory %.3f\n", run.mean()[1],
              mm::theory::additive(65, 64));

  try {
    mm::Memory memory({.keyDim = 2, .valueDim = 2});
    memory.read(mm::Rows(keys, 4));
  } catch (const mm::RangeError& error) {
    std::printf("refused: %s\n", error.what());
  }
}

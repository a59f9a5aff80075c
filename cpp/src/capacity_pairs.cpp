#include "capacity_pairs.h"

#include "matrix_memory/random.h"

namespace matrix_memory {

TrialPairs drawPairs(const CapacityOptions& options, std::uint64_t trial) {
  const std::size_t count = options.pairs.back();
  TrialPairs pairs{Matrix(count, options.keyDim),
                   Matrix(count, options.valueDim)};
  Normals keys(options.seed, trial, Stream::kKeys);
  Normals values(options.seed, trial, Stream::kValues);
  for (std::size_t i = 0; i < count; ++i) {
    keys.fillUnit(pairs.keys.row(i));
    values.fillScaled(pairs.values.row(i));
  }
  return pairs;
}

}  // namespace matrix_memory

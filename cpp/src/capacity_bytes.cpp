#include "capacity_options.h"
#include "matrix_memory/capacity.h"
#include "matrix_memory/features.h"

namespace matrix_memory {
namespace {

/// Numbers that a memory holds of `pairs` pairs, each with so many features.
/// In floating point: 64 bits can be too few.
struct Held {
  double pairs;
  double features;
  double valueDim;

  double operator()(const Cache&) const {
    return pairs * (features + valueDim);
  }
  double operator()(const RecursiveLeastSquares&) const { return squares(); }
  double operator()(const LeastSquares&) const { return squares(); }
  template <class Plain>
  double operator()(const Plain&) const {
    return features * valueDim;
  }

  double squares() const { return features * (valueDim + features); }
};

}  // namespace

double leastBytes(const CapacityOptions& options) {
  const auto most =
      static_cast<double>(options.pairs.empty() ? 1 : options.pairs.back());
  double numbers = 2 * static_cast<double>(options.memories.size()) *
                   static_cast<double>(reportedOf(options));
  for (const MemoryOptions& memory : options.memories) {
    const std::uint64_t features = featureCount(memory.features, memory.keyDim);
    numbers += std::visit(Held{most, static_cast<double>(features),
                               static_cast<double>(memory.valueDim)},
                          memory.rule);
  }
  return sizeof(double) * numbers;
}

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <span>

#include "matrix_memory/memory.h"

/// How a rule changes its state. The cache, which only appends, is not here.
namespace matrix_memory {

/// The state before the first pair.
State emptyState(const MemoryOptions& options, std::size_t featureDim);

/// beta and decay of one pair: the gates of the call, or the rule's own.
struct PairGates {
  double beta;
  std::span<const double> decay;  // one number, or one a feature
};

/// The gates of pair `index` of `count`, already checked.
PairGates gatesOf(const Rule& rule, const Gates& gates, std::size_t index,
                  std::size_t count, std::size_t featureDim);

/// RangeError where gates are not for this rule, of a wrong number or out of
/// range.
void checkGates(const Rule& rule, const Gates& gates, std::size_t count,
                std::size_t featureDim);

/// Lets one pair change the state, then rounds the state to `precision`; `key`
/// is the feature vector.
void update(const Rule& rule, State& state, std::span<const double> key,
            std::span<const double> value, const PairGates& gates,
            Precision precision);

}  // namespace matrix_memory

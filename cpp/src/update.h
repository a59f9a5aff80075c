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

/// Pairs to write, as features, with what decides how they are written.
struct Written {
  const Rule& rule;
  const Matrix& keys;
  const Rows& values;
  const Gates& gates;
  Precision precision;
};

/// Lets one pair after the other change the state, which is rounded after each.
void update(const Written& pairs, State& state);

/// What no number of the state, and of what is computed on the way, exceeds in
/// size when the pairs are written to a state that does not exceed `reach`: a
/// bound far above what comes, found without looking at the state. Infinite
/// for rules without such a bound.
double reachAfter(const Written& pairs, double reach);

/// The size of the largest number of S and z; infinite where nothing asks.
double reachOf(const State& state);

}  // namespace matrix_memory

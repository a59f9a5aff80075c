#pragma once

#include <cstddef>
#include <cstdint>

#include "matrix_memory/capacity.h"
#include "matrix_memory/vectors.h"

namespace matrix_memory {

/// What one trial stores, and what it asks.
struct TrialPairs {
  Matrix keys;
  Matrix values;
  Matrix queries;  // empty where each query is its key
  const Matrix& asked() const { return queries.rows == 0 ? keys : queries; }
};

/// Draws the pairs of one trial; the first n of them do not depend on how many
/// follow.
TrialPairs drawPairs(const CapacityOptions& options, std::uint64_t trial);

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <cstdint>

#include "matrix_memory/capacity.h"
#include "matrix_memory/vectors.h"

namespace matrix_memory {

/// What one trial stores.
struct TrialPairs {
  Matrix keys;
  Matrix values;
};

/// Draws the pairs of one trial; the first n of them do not depend on how many
/// follow.
TrialPairs drawPairs(const CapacityOptions& options, std::uint64_t trial);

}  // namespace matrix_memory

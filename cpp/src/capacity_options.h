#pragma once

#include "matrix_memory/capacity.h"

namespace matrix_memory {

/// The options, with one n where that is all that matters; RangeError for those
/// without meaning.
CapacityOptions checkedCapacity(CapacityOptions options);

/// Numbers to report for each memory: one an n, or one an age.
std::size_t reportedOf(const CapacityOptions& options);

/// One empty memory for each of the options, with their own errors.
std::vector<Memory> emptyMemories(const CapacityOptions& options);

/// A number below 2^53 by which to tell experiments apart.
double fingerprint(const CapacityOptions& options,
                   const std::vector<Memory>& memories);

}  // namespace matrix_memory

#pragma once

#include "matrix_memory/capacity.h"

namespace matrix_memory {

/// The options as they are; RangeError for those without meaning.
CapacityOptions checkedCapacity(CapacityOptions options);

/// One empty memory for each of the options, with their own errors.
std::vector<Memory> emptyMemories(const CapacityOptions& options);

/// A number below 2^53 by which to tell experiments apart.
double fingerprint(const CapacityOptions& options,
                   const std::vector<Memory>& memories);

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <span>

#include "capacity_pairs.h"

namespace matrix_memory {

/// The errors of any memory in one trial: written pair by pair, read in full at
/// each reported n, which ascend; one number for each of them.
void readErrors(const Memory& empty, Metric metric, const TrialPairs& pairs,
                std::span<const std::size_t> report, std::span<double> errors);

}  // namespace matrix_memory

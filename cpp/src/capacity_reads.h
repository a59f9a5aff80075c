#pragma once

#include <span>

#include "capacity_pairs.h"

namespace matrix_memory {

/// The errors of any memory in one trial: written pair by pair and read in full
/// at each reported n (ascending). One number for each n, the mean over its
/// pairs; or, with all pairs written, one for each pair, the last one first.
void readErrors(const Memory& empty, const CapacityOptions& options,
                const TrialPairs& pairs, std::span<double> errors);

}  // namespace matrix_memory

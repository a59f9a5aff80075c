#pragma once

#include <cstddef>
#include <span>

#include "capacity_pairs.h"

/// The errors of one trial, one for each reported n; `report` is ascending,
/// `errors` as long.
namespace matrix_memory {

/// The additive memory, every n in one pass: with S and C = K K' of the pairs
/// so far, one more pair (k, v) changes the sum of squared errors of the others
/// by 2 v.(S C k - S k) + |v|^2 k.C k and adds its own.
void additiveErrors(const TrialPairs& pairs,
                    std::span<const std::size_t> report,
                    std::span<double> errors);

/// The least squares memory: beyond n = d the leftover lengths of Givens
/// rotations, up to n = d what the solved matrix's reads really miss.
void leastSquaresErrors(const TrialPairs& pairs,
                        std::span<const std::size_t> report,
                        std::span<double> errors);

/// Any memory: written pair by pair, read in full at each reported n.
void memoryErrors(const Memory& empty, Metric metric, const TrialPairs& pairs,
                  std::span<const std::size_t> report,
                  std::span<double> errors);

}  // namespace matrix_memory

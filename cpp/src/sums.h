#pragma once

#include <span>

namespace matrix_memory {

/// The squares added in double precision, in four partial sums (index mod 4)
/// that are then added pairwise.
double sumOfSquares(std::span<const float> numbers);
double sumOfSquares(std::span<const double> numbers);

}  // namespace matrix_memory

#pragma once

#include <span>

#include "matrix_memory/vectors.h"

namespace matrix_memory {

/// Rotates one more equation, key . x = value, into the triangular system
/// [triangle rotated] (Golub and Van Loan, 5.2.5). Both spans are used up: what
/// is then left of `value` is the part that no solution can meet, and its
/// squared length adds to the residual sum of squares.
///
/// A coordinate that would open a new pivot but is rounding beside the key's
/// own length (`tolerance`) is taken for zero: a dependent key opens none.
void rotateIn(std::span<double> key, std::span<double> value, Matrix& triangle,
              Matrix& rotated, double tolerance);

}  // namespace matrix_memory

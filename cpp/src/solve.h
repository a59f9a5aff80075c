#pragma once

#include <cstddef>
#include <cstdint>

#include "matrix_memory/vectors.h"

namespace matrix_memory {

/// The state of leastSquares() alone, unchecked: what a capacity trial and the
/// least squares rule solve again and again. `pairs` sets the rank tolerance
/// where the rows stand for more pairs than there are rows.
Matrix solveLeastSquares(const Rows& keys, const Rows& values, double ridge,
                         std::uint64_t pairs);

}  // namespace matrix_memory

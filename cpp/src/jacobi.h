#pragma once

#include <vector>

#include "matrix_memory/geometry.h"
#include "matrix_memory/vectors.h"

namespace matrix_memory {

/// As geometry.h says, its signs included.
Svd singularValueDecomposition(const Rows& matrix);

/// Largest first, min(rows, cols) of them.
std::vector<double> singularValues(const Rows& matrix);

}  // namespace matrix_memory

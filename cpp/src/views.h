#pragma once

#include "kernels/view.h"
#include "matrix_memory/vectors.h"

namespace matrix_memory {

/// What kernels see of a matrix.
inline kernels::View<double> viewOf(Matrix& matrix) {
  return {std::span(matrix.data), matrix.rows, matrix.cols};
}
inline kernels::View<const double> viewOf(const Matrix& matrix) {
  return {std::span(matrix.data), matrix.rows, matrix.cols};
}
inline kernels::View<const double> viewOf(const Rows& rows) {
  return {rows.data(), rows.count(), rows.dim()};
}

}  // namespace matrix_memory

#include "matrix_memory/least_squares.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "linear_algebra.h"
#include "message.h"
#include "solve.h"

namespace matrix_memory {
namespace {

/// `rows` with `extra` further rows of zeros.
Matrix extended(const Rows& rows, std::size_t extra) {
  Matrix result(rows.count() + extra, rows.dim());
  std::copy(rows.data().begin(), rows.data().end(), result.data.begin());
  return result;
}

/// The ridge as rows of the same least squares problem: K' over sqrt(ridge) I,
/// V' over zeros.
Matrix solveRidge(const Rows& keys, const Rows& values, double ridge,
                  double tolerance) {
  const std::size_t dim = keys.dim();
  Matrix left = extended(keys, dim);
  for (std::size_t i = 0; i < dim; ++i) {
    left(keys.count() + i, i) = std::sqrt(ridge);
  }
  const Matrix right = extended(values, dim);
  return Decomposition(left, tolerance).solveTransposed(right);
}

}  // namespace

double rankTolerance(std::uint64_t pairs, std::uint64_t keyDim) {
  return 32 * static_cast<double>(std::max(pairs, keyDim)) *
         std::numeric_limits<double>::epsilon();
}

Matrix solveLeastSquares(const Rows& keys, const Rows& values, double ridge,
                         std::uint64_t pairs) {
  const double tolerance = rankTolerance(pairs, keys.dim());
  if (ridge > 0) return solveRidge(keys, values, ridge, tolerance);
  return Decomposition(keys, tolerance).solveTransposed(values);
}

LeastSquaresFit leastSquares(const Rows& keys, const Rows& values,
                             double ridge) {
  if (keys.count() == 0) {
    refuse({"leastSquares: keys have 0 rows, expected at least 1"});
  }
  if (keys.count() != values.count()) {
    refuse({"leastSquares: values have ", values.count(), " rows, expected ",
            keys.count(), ", one a key"});
  }
  if (!(ridge >= 0) || !std::isfinite(ridge)) {
    refuse({"leastSquares: ridge is ", ridge,
            ", expected a finite number of at least 0"});
  }
  requireFinite(keys, "leastSquares: keys");
  requireFinite(values, "leastSquares: values");

  const double tolerance = rankTolerance(keys.count(), keys.dim());
  const Decomposition keysAlone(keys, tolerance);
  LeastSquaresFit fit;
  fit.rank = keysAlone.rank();
  fit.condition = keysAlone.condition();
  fit.state = ridge > 0 ? solveRidge(keys, values, ridge, tolerance)
                        : keysAlone.solveTransposed(values);
  if (!allFinite(fit.state.data) || !std::isfinite(fit.condition)) {
    refuse(
        {"leastSquares: the fitted matrix is beyond the range of "
         "double precision"});
  }
  return fit;
}

}  // namespace matrix_memory

#include "least_squares_curve.h"

#include <algorithm>

#include "givens.h"
#include "kernels/dense.h"
#include "matrix_memory/least_squares.h"
#include "rearrange.h"

namespace matrix_memory {

LeastSquaresCurve::LeastSquaresCurve(std::size_t keyDim, std::size_t valueDim,
                                     std::size_t mostPairs)
    : tolerance_(rankTolerance(keyDim, keyDim)),
      fit_(keyDim, valueDim, std::min(keyDim, mostPairs), 1),
      triangle_(keyDim, keyDim),
      rotated_(keyDim, valueDim),
      key_(keyDim),
      value_(valueDim) {}

void LeastSquaresCurve::begin() {
  fit_.begin();
  independent_ = true;
  residual_ = 0;
  std::fill(triangle_.data.begin(), triangle_.data.end(), 0.0);
  std::fill(rotated_.data.begin(), rotated_.data.end(), 0.0);
}

double LeastSquaresCurve::add(std::span<const double> key,
                              std::span<const double> value) {
  if (independent_) {
    double missed = 0;
    if (fit_.pairs() < key.size() &&
        fit_.add({key.data(), 1, key.size()}, {value.data(), 1, value.size()},
                 tolerance_, {&missed, 1})) {
      return missed;
    }
    independent_ = false;
    std::vector<double> older(key.size());
    for (std::size_t i = 0; i < fit_.pairs(); ++i) {
      fit_.copyKey(i, older);
      rotate(older, rowOf(fit_.values(), i));
    }
  }
  rotate(key, value);
  return residual_;
}

void LeastSquaresCurve::rotate(std::span<const double> key,
                               std::span<const double> value) {
  std::copy(key.begin(), key.end(), key_.begin());
  std::copy(value.begin(), value.end(), value_.begin());
  rotateIn(key_, value_, triangle_, rotated_, tolerance_);
  residual_ += kernels::squaredLength(value_);
}

}  // namespace matrix_memory

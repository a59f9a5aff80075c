#include "capacity_curves.h"

#include <algorithm>
#include <vector>

#include "givens.h"
#include "kernels/dense.h"
#include "matrix_memory/least_squares.h"
#include "solve.h"

namespace matrix_memory {
namespace {

using Buffer = std::vector<double>;

/// The sums that the additive curve is made of, updated pair by pair.
class AdditiveSums {
 public:
  AdditiveSums(std::size_t keyDim, std::size_t valueDim)
      : state_(valueDim, keyDim),
        moment_(keyDim, keyDim),
        momentKey_(keyDim),
        stateKey_(valueDim),
        stateMomentKey_(valueDim) {}

  void add(std::span<const double> key, std::span<const double> value) {
    using namespace kernels;
    multiply(moment_.data, key, momentKey_);
    multiply(state_.data, key, stateKey_);
    multiply(state_.data, momentKey_, stateMomentKey_);
    for (std::size_t i = 0; i < value.size(); ++i) {
      stateMomentKey_[i] -= stateKey_[i];
    }
    error_ += 2 * dot(value, stateMomentKey_) +
              squaredLength(value) * dot(key, momentKey_);
    addScaled(squaredLength(key) - 1, value, stateKey_);
    error_ += squaredLength(stateKey_);
    addOuter(value, key, state_.data);
    addOuter(key, key, moment_.data);
  }

  /// Rounding may leave an error of zero a little below it.
  double error() const { return std::max(0.0, error_); }

 private:
  Matrix state_;           // S
  Matrix moment_;          // C
  Buffer momentKey_;       // C k
  Buffer stateKey_;        // S k
  Buffer stateMomentKey_;  // S C k
  double error_ = 0;
};

/// What the solved matrix of the first n pairs misses, read at each of them.
double solvedError(const TrialPairs& pairs, std::size_t n) {
  const Rows keys = Rows(pairs.keys).first(n);
  const Rows values = Rows(pairs.values).first(n);
  const Matrix state = solveLeastSquares(keys, values, 0, n);
  Buffer read(values.dim());
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j) {
    kernels::multiply(state.data, keys[j], read);
    kernels::addScaled(-1, values[j], read);
    sum += kernels::squaredLength(read);
  }
  return sum;
}

}  // namespace

void additiveErrors(const TrialPairs& pairs,
                    std::span<const std::size_t> report,
                    std::span<double> errors) {
  AdditiveSums sums(pairs.keys.cols, pairs.values.cols);
  std::size_t n = 0;
  for (std::size_t i = 0; i < report.size(); ++i) {
    for (; n < report[i]; ++n) sums.add(pairs.keys.row(n), pairs.values.row(n));
    errors[i] = sums.error() / static_cast<double>(n);
  }
}

void leastSquaresErrors(const TrialPairs& pairs,
                        std::span<const std::size_t> report,
                        std::span<double> errors) {
  const std::size_t d = pairs.keys.cols;
  Matrix triangle(d, d);
  Matrix rotated(d, pairs.values.cols);
  double residual = 0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < report.size(); ++i) {
    if (report[i] <= d) {
      errors[i] =
          solvedError(pairs, report[i]) / static_cast<double>(report[i]);
      continue;
    }
    for (; n < report[i]; ++n) {
      Buffer key(pairs.keys.row(n).begin(), pairs.keys.row(n).end());
      Buffer value(pairs.values.row(n).begin(), pairs.values.row(n).end());
      rotateIn(key, value, triangle, rotated, rankTolerance(d, d));
      residual += kernels::squaredLength(value);
    }
    errors[i] = residual / static_cast<double>(n);
  }
}

}  // namespace matrix_memory

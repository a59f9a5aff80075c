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

double meanSquaredError(const Matrix& reads, const Matrix& values) {
  double sum = 0;
  for (std::size_t i = 0; i < reads.rows; ++i) {
    Buffer error(reads.row(i).begin(), reads.row(i).end());
    kernels::addScaled(-1, values.row(i), error);
    sum += kernels::squaredLength(error);
  }
  return sum / static_cast<double>(reads.rows);
}

/// The fraction of reads that point at their own value more than at any other
/// of as many values as there are reads; a tie is not right.
double topOne(const Matrix& reads, const Matrix& values) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < reads.rows; ++i) {
    const double own = kernels::dot(reads.row(i), values.row(i));
    bool best = true;
    for (std::size_t j = 0; best && j < reads.rows; ++j) {
      best = j == i || kernels::dot(reads.row(i), values.row(j)) < own;
    }
    if (best) ++right;
  }
  return static_cast<double>(right) / static_cast<double>(reads.rows);
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

void memoryErrors(const Memory& empty, Metric metric, const TrialPairs& pairs,
                  std::span<const std::size_t> report,
                  std::span<double> errors) {
  Memory memory = empty;
  const Rows keys(pairs.keys);
  const Rows values(pairs.values);
  std::size_t n = 0;
  for (std::size_t i = 0; i < report.size(); ++i) {
    memory.write(keys.slice(n, report[i]), values.slice(n, report[i]));
    n = report[i];
    const Matrix reads = memory.read(Rows(pairs.asked()).first(n));
    errors[i] = metric == Metric::kTopOne
                    ? topOne(reads, pairs.values)
                    : meanSquaredError(reads, pairs.values);
  }
}

}  // namespace matrix_memory

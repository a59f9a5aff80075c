#include "least_squares_start.h"

#include <algorithm>

#include "kernels/dense.h"
#include "kernels/products.h"
#include "kernels/triangular.h"
#include "rearrange.h"

namespace matrix_memory {
namespace {

using namespace kernels;

/// Keys nearer to the span of the others than this are left to the slow way:
/// P would have lost half of its digits.
constexpr double kTolerance = 1e-4;

std::size_t roundedUp(std::size_t n) {
  constexpr std::size_t kBlock = LeastSquaresStart::kBlock;
  return (n + kBlock - 1) / kBlock * kBlock;
}

}  // namespace

LeastSquaresStart::LeastSquaresStart(std::size_t keyDim, std::size_t valueDim,
                                     std::size_t mostPairs)
    : keyDim_(keyDim),
      mostPairs_(mostPairs),
      length_(roundedUp(keyDim) + kBlock),
      fit_(keyDim, valueDim, std::min(keyDim, roundedUp(mostPairs)), kBlock) {
  if (mostPairs <= keyDim) return;
  const std::size_t most = length_ - keyDim;
  inverse_ = Table<double>(keyDim, keyDim);
  minusKeys_ = Table<double>(kBlock, keyDim);
  parts_ = Table<double>(keyDim, most);
  values_ = Table<double>(most, valueDim);
  errors_ = Table<double>(most, valueDim);
  directions_ = Table<double>(most, keyDim);
  inner_ = Table<double>(most, most);
}

void LeastSquaresStart::begin() {
  fit_.begin();
  beyond_ = 0;
}

bool LeastSquaresStart::add(View<const double> keys, View<const double> values,
                            std::span<double> errors) {
  const std::size_t within = std::min(keyDim_ - fit_.pairs(), keys.rows);
  if (within > 0 && !fit_.add(keys.block(0, 0, within, keys.cols),
                              values.block(0, 0, within, values.cols),
                              kTolerance, errors.first(within))) {
    return false;
  }
  const std::size_t rest = keys.rows - within;
  if (rest == 0 || mostPairs_ <= keyDim_) return true;
  return addBeyond(keys.block(within, 0, rest, keys.cols),
                   values.block(within, 0, rest, values.cols),
                   errors.subspan(within));
}

bool LeastSquaresStart::addBeyond(View<const double> keys,
                                  View<const double> values,
                                  std::span<double> errors) {
  if (beyond_ == 0) fit_.turnIntoDualBasis();
  const std::size_t count = beyond_ + keys.rows;
  const View<double> minusKeys = minusKeys_.first(keys.rows);
  scaleInto(-1, keys, minusKeys);
  multiplyByTransposed(fit_.dualBasis(), minusKeys,
                       parts_.block(0, beyond_, keyDim_, keys.rows));
  copy(values, values_.rowsFrom(beyond_, keys.rows));
  if (!solveBeyond(count)) return false;
  double sum = 0;
  for (std::size_t t = 0; t < count; ++t) {
    sum += squaredLength(rowOf(errors_.view(), t));
    if (t >= beyond_) errors[t - beyond_] = sum;
  }
  beyond_ = count;
  if (count == length_ - keyDim_) invert();
  return true;
}

/// L and L^-1 E of all pairs beyond n = keyDim.
bool LeastSquaresStart::solveBeyond(std::size_t count) {
  const View<double> parts = parts_.block(0, 0, keyDim_, count);
  const View<double> inner = inner_.block(0, 0, count, count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) inner(i, j) = i == j ? 1 : 0;
  }
  addMoment(parts, inner);
  const View<double> errors = errors_.first(count);
  copy(values_.first(count), errors);
  addOuters(parts, fit_.values(), errors);
  if (!cholesky(inner)) return false;
  solveLower(inner, errors);
  return true;
}

void LeastSquaresStart::invert() {
  const View<double> dual = fit_.dualBasis();
  inverse_.clear();
  addMoment(dual, inverse_.view());
  directions_.clear();
  addOuters(parts_.view(), dual, directions_.view());
  solveLower(inner_.view(), directions_.view());
  subtractMoment(directions_.view(), inverse_.view());
}

}  // namespace matrix_memory

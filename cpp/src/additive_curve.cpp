#include "additive_curve.h"

#include <algorithm>

#include "kernels/dense.h"
#include "kernels/products.h"

namespace matrix_memory {

using namespace kernels;

AdditiveCurve::AdditiveCurve(std::size_t keyDim, std::size_t valueDim)
    : state_(keyDim, valueDim),
      moment_(keyDim, keyDim),
      momentKey_(keyDim),
      stateKey_(valueDim),
      stateMomentKey_(valueDim) {}

void AdditiveCurve::begin() {
  state_.clear();
  moment_.clear();
  error_ = 0;
}

double AdditiveCurve::add(std::span<const double> key,
                          std::span<const double> value) {
  multiplyTransposed<double>(moment_.view(), key, momentKey_);
  multiplyTransposed<double>(state_.view(), key, stateKey_);
  multiplyTransposed<double>(state_.view(), momentKey_, stateMomentKey_);
  addScaled(-1, stateKey_, stateMomentKey_);
  const double length = squaredLength(key);
  error_ += 2 * dot(value, stateMomentKey_) +
            squaredLength(value) * dot(key, momentKey_);
  addScaled(length - 1, value, stateKey_);
  error_ += squaredLength(stateKey_);
  addOuter(key, value, state_.view());
  addOuter(key, key, moment_.view());
  // Rounding may leave an error of zero a little below it.
  return error_ < 0 ? 0 : error_;
}

}  // namespace matrix_memory

#include "rank_one_curve.h"

#include <algorithm>

#include "kernels/dense.h"
#include "kernels/products.h"

namespace matrix_memory {

using namespace kernels;

std::optional<RankOneCurve::Change> RankOneCurve::changeOf(const Rule& rule) {
  if (const auto* decay = std::get_if<Decay>(&rule)) {
    if (decay->decay.size() == 1) return Change{.decay = decay->decay[0]};
  }
  if (const auto* delta = std::get_if<Delta>(&rule)) {
    return Change{.beta = delta->beta};
  }
  if (const auto* gated = std::get_if<GatedDelta>(&rule)) {
    return Change{.decay = gated->decay, .beta = gated->beta};
  }
  return {};
}

RankOneCurve::RankOneCurve(std::size_t keyDim, std::size_t valueDim,
                           Change change)
    : change_(change),
      state_(keyDim, valueDim),
      moment_(keyDim, keyDim),
      sum_(keyDim, valueDim),
      momentKey_(keyDim),
      stateKey_(valueDim),
      stateMomentKey_(valueDim),
      sumKey_(valueDim),
      added_(valueDim) {}

void RankOneCurve::begin() {
  state_.clear();
  moment_.clear();
  sum_.clear();
  reads_ = overlaps_ = lengths_ = 0;
}

void RankOneCurve::decay() {
  if (change_.decay == 1) return;
  const auto state = state_.view();
  for (std::size_t i = 0; i < state.rows; ++i) {
    for (std::size_t j = 0; j < state.cols; ++j) state(i, j) *= change_.decay;
  }
  reads_ *= change_.decay * change_.decay;
  overlaps_ *= change_.decay;
}

double RankOneCurve::add(std::span<const double> key,
                         std::span<const double> value) {
  decay();
  multiplyTransposed<double>(moment_.view(), key, momentKey_);
  multiplyTransposed<double>(state_.view(), key, stateKey_);
  multiplyTransposed<double>(state_.view(), momentKey_, stateMomentKey_);
  multiplyTransposed<double>(sum_.view(), key, sumKey_);
  std::copy(value.begin(), value.end(), added_.begin());
  if (change_.beta) {
    for (std::size_t i = 0; i < added_.size(); ++i) {
      added_[i] = *change_.beta * (value[i] - stateKey_[i]);
    }
  }
  // The pairs before, then this one, which S now reads as S k + |k|^2 u.
  reads_ += 2 * dot(added_, stateMomentKey_) +
            squaredLength(added_) * dot(key, momentKey_);
  overlaps_ += dot(added_, sumKey_);
  addScaled(squaredLength(key), added_, stateKey_);
  reads_ += squaredLength(stateKey_);
  overlaps_ += dot(value, stateKey_);
  lengths_ += squaredLength(value);
  addOuter(key, added_, state_.view());
  addOuter(key, key, moment_.view());
  addOuter(key, value, sum_.view());
  const double error = reads_ - 2 * overlaps_ + lengths_;
  return error < 0 ? 0 : error;
}

}  // namespace matrix_memory

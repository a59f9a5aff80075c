#include "single_curves.h"

#include <array>

#include "kernels/products.h"
#include "kernels/triangular.h"
#include "rearrange.h"
#include "sphere_pairs.h"
#include "sums.h"

namespace matrix_memory {

using namespace kernels;

SingleCurves::SingleCurves(std::size_t keyDim, std::size_t valueDim,
                           std::size_t mostPairs, Wanted wanted)
    : valueDim_(valueDim),
      mostPairs_(mostPairs),
      wanted_(wanted),
      state_(keyDim, valueDim),
      keys_(3 * kBlock, keyDim),
      reads_(4 * kBlock, valueDim),
      keyProducts_(3 * kBlock, kBlock),
      valueProducts_(3 * kBlock, kBlock),
      exactKeys_(kBlock, keyDim),
      exactValues_(kBlock, valueDim) {
  if (wanted.additive) moment_ = Table<float>(keyDim, keyDim);
  if (!wanted.leastSquares) return;
  start_.emplace(keyDim, valueDim, mostPairs);
  if (start_->length() < mostPairs) inverse_ = Table<float>(keyDim, keyDim);
}

bool SingleCurves::run(std::uint64_t seed, std::uint64_t trial, Report additive,
                       Report leastSquares) {
  SpherePairs pairs(seed, trial);
  const auto keys = keys_.rowsFrom(kBlock, kBlock);
  const auto values = reads_.rowsFrom(3 * kBlock, kBlock);
  state_.clear();
  moment_.clear();
  error_ = residual_ = 0;
  if (start_) start_->begin();
  bool fits = start_.has_value();
  for (std::size_t n = 0; n < mostPairs_; n += kBlock) {
    const bool starting = fits && n < start_->length();
    const bool fitting = fits && !starting;
    if (starting) {
      pairs.draw(keys, values, exactKeys_.view(), exactValues_.view());
    } else {
      pairs.draw(keys, values);
    }
    multiplyAll(fitting);
    if (wanted_.additive) addAdditive(additive);
    if (starting) fits = start(n, leastSquares);
    if (fitting) fits = addLeastSquares(leastSquares);
    if (!fits && !wanted_.additive) return false;
    addOuters(keys, values, state_.view());
    if (wanted_.additive) addMoment(keys, moment_.view());
  }
  return fits || !wanted_.leastSquares;
}

/// All products of the block with the matrices, S read once.
void SingleCurves::multiplyAll(bool fitting) {
  const auto keys = keys_.rowsFrom(kBlock, kBlock);
  if (fitting) multiply(keys, inverse_.view(), keys_.first(kBlock));
  if (wanted_.additive) {
    multiply(keys, moment_.view(), keys_.rowsFrom(2 * kBlock, kBlock));
  }
  const std::size_t begin = fitting ? 0 : kBlock;
  const std::size_t end = wanted_.additive ? 3 * kBlock : kBlock;
  if (begin == end) return;
  const std::size_t rows = end - begin;
  multiply(keys_.rowsFrom(begin, rows), state_.view(),
           reads_.rowsFrom(begin, rows));
  multiplyByTransposed(keys_.rowsFrom(begin, rows), keys,
                       keyProducts_.rowsFrom(begin, rows));
  if (wanted_.additive) {
    multiplyByTransposed(reads_.rowsFrom(kBlock, 3 * kBlock),
                         reads_.rowsFrom(3 * kBlock, kBlock),
                         valueProducts_.view());
  }
}

void SingleCurves::addAdditive(Report& report) {
  // Row t, column s: k_t.k_s, (C k_t).k_s; (S k_t).v_s, v_t.v_s.
  const auto keys = keyProducts_.rowsFrom(kBlock, kBlock);
  const auto moments = keyProducts_.rowsFrom(2 * kBlock, kBlock);
  const auto reads = valueProducts_.first(kBlock);
  const auto momentReads = valueProducts_.rowsFrom(kBlock, kBlock);
  const auto values = valueProducts_.rowsFrom(2 * kBlock, kBlock);
  for (std::size_t t = 0; t < kBlock; ++t) {
    // S, C and C k count the earlier pairs of the block, too.
    double read = sumOfSquares(rowOf(reads_.view(), kBlock + t));
    double along = wide(momentReads(t, t)) - wide(reads(t, t));
    double length = wide(moments(t, t));
    for (std::size_t s = 0; s < t; ++s) {
      const double overlap = wide(keys(t, s));
      double both = wide(values(t, s));
      double momentKey = wide(moments(t, s));
      double readBoth = 2 * wide(reads(t, s));
      for (std::size_t r = 0; r < t; ++r) {
        momentKey += wide(keys(s, r)) * wide(keys(t, r));
        readBoth += wide(values(s, r)) * wide(keys(t, r));
      }
      read += overlap * readBoth;
      along += overlap * wide(reads(s, t)) + both * (momentKey - overlap);
      length += overlap * overlap;
    }
    error_ += read + 2 * along + wide(values(t, t)) * length;
    report.add(error_ < 0 ? 0 : error_);
  }
}

bool SingleCurves::start(std::size_t n, Report& report) {
  std::array<double, kBlock> errors{};
  if (!start_->add(exactKeys_.view(), exactValues_.view(), errors)) {
    return false;
  }
  for (double error : errors) report.add(error);
  if (n + kBlock == start_->length() && n + kBlock < mostPairs_) {
    residual_ = errors.back();
    copy(start_->inverse(), inverse_.view());
  }
  return true;
}

bool SingleCurves::addLeastSquares(Report& report) {
  const auto directions = keys_.first(kBlock);
  const auto errors = reads_.first(kBlock);
  const auto values = reads_.rowsFrom(3 * kBlock, kBlock);
  const auto inner = keyProducts_.first(kBlock);
  for (std::size_t t = 0; t < kBlock; ++t) {
    inner(t, t) += 1;
    for (std::size_t i = 0; i < valueDim_; ++i) {
      errors(t, i) = values(t, i) - errors(t, i);
    }
  }
  if (!cholesky(inner)) return false;
  solveLower(inner, errors);
  solveLower(inner, directions);
  subtractMoment(directions, inverse_.view());
  for (std::size_t t = 0; t < kBlock; ++t) {
    residual_ += sumOfSquares(rowOf(errors, t));
    report.add(residual_);
  }
  return true;
}

}  // namespace matrix_memory

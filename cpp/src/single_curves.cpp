#include "single_curves.h"

#include <array>

#include "kernels/dense.h"
#include "kernels/products.h"
#include "kernels/triangular.h"
#include "rearrange.h"
#include "sums.h"

namespace matrix_memory {

using namespace kernels;

SingleCurves::SingleCurves(std::size_t keyDim, std::size_t valueDim,
                           std::size_t mostPairs, Wanted wanted)
    : mostPairs_(mostPairs),
      wanted_(wanted),
      state_(keyDim, valueDim),
      keys_(3 * kBlock, keyDim),
      reads_(4 * kBlock, valueDim),
      keyProducts_(kBlock, 3 * kBlock),
      valueProducts_(kBlock, 2 * kBlock),
      exactKeys_(kBlock, keyDim),
      exactValues_(kBlock, valueDim) {
  if (wanted.additive) moment_ = Table<float>(keyDim, keyDim);
  if (!wanted.leastSquares) return;
  start_.emplace(keyDim, valueDim, mostPairs);
  if (start_->length() < mostPairs) inverse_ = Table<float>(keyDim, keyDim);
}

void SingleCurves::begin(std::uint64_t seed, std::uint64_t trial,
                         Report additive, Report leastSquares) {
  pairs_.emplace(seed, trial);
  additive_.emplace(additive);
  leastSquares_.emplace(leastSquares);
  n_ = 0;
  state_.clear();
  moment_.clear();
  error_ = residual_ = 0;
  if (start_) start_->begin();
  fits_ = start_.has_value();
}

bool SingleCurves::done() const {
  return n_ >= mostPairs_ || (!fits_ && !wanted_.additive);
}

std::size_t SingleCurves::advance(std::size_t pairs) {
  const std::size_t before = n_;
  do addBlock();
  while (!done() && n_ - before < pairs);
  return n_ - before;
}

void SingleCurves::addBlock() {
  const auto keys = rows(keys_, Part::kKeys);
  const auto values = rows(reads_, Part::kValues);
  const bool starting = fits_ && n_ < start_->length();
  const bool fitting = fits_ && !starting;
  if (starting) {
    pairs_->draw(keys, values, exactKeys_.view(), exactValues_.view());
  } else {
    pairs_->draw(keys, values);
  }
  multiplyAll(fitting);
  if (wanted_.additive) addAdditive();
  if (starting) fits_ = start();
  if (fitting) fits_ = addLeastSquares();
  n_ += kBlock;
  if (done()) return;
  addOuters(keys, values, state_.view());
  if (wanted_.additive) addMoment(keys, moment_.view());
}

/// All products of the block with the matrices, S read once, and of its pairs
/// with each other.
void SingleCurves::multiplyAll(bool fitting) {
  const auto keys = rows(keys_, Part::kKeys);
  if (fitting) multiply(keys, inverse_.view(), rows(keys_, Part::kFitted));
  if (wanted_.additive) {
    multiply(keys, moment_.view(), rows(keys_, Part::kMoments));
  }
  const std::size_t begin = fitting ? 0 : kBlock;
  const std::size_t end = wanted_.additive ? 3 * kBlock : kBlock;
  if (begin == end) return;
  const std::size_t count = end - begin;
  multiply(keys_.rowsFrom(begin, count), state_.view(),
           reads_.rowsFrom(begin, count));
  multiplyByTransposed(keys, keys_.rowsFrom(begin, count),
                       keyProducts_.block(0, begin, kBlock, count));
  if (wanted_.additive) {
    multiplyByTransposed(rows(reads_, Part::kValues),
                         reads_.rowsFrom(2 * kBlock, 2 * kBlock),
                         valueProducts_.view());
  }
}

void SingleCurves::addAdditive() {
  // At (t, s): k_t.k_s, k_t.C k_s, v_t.S k_s, v_t.v_s.
  const auto keys = columns(keyProducts_, Part::kKeys);
  const auto moments = columns(keyProducts_, Part::kMoments);
  const auto reads = valueProducts_.block(0, 0, kBlock, kBlock);
  const auto values = valueProducts_.block(0, kBlock, kBlock, kBlock);
  const auto keyReads = rows(reads_, Part::kKeys);
  for (std::size_t t = 0; t < kBlock; ++t) {
    // S, C and C k count the earlier pairs of the block, too.
    double read = sumOfSquares(rowOf(keyReads, t));
    double along = momentRead(t) - wide(reads(t, t));
    double length = wide(moments(t, t));
    for (std::size_t s = 0; s < t; ++s) {
      const double overlap = wide(keys(t, s));
      const double both = wide(values(t, s));
      double momentKey = wide(moments(t, s));
      double readBoth = 2 * wide(reads(s, t));
      for (std::size_t r = 0; r < t; ++r) {
        momentKey += wide(keys(s, r)) * wide(keys(t, r));
        readBoth += wide(values(s, r)) * wide(keys(t, r));
      }
      read += overlap * readBoth;
      along += overlap * wide(reads(t, s)) + both * (momentKey - overlap);
      length += overlap * overlap;
    }
    error_ += read + 2 * along + wide(values(t, t)) * length;
    additive_->add(error_ < 0 ? 0 : error_);
  }
}

/// v_t . S C k_t
double SingleCurves::momentRead(std::size_t t) {
  return wide(dot(rowOf(rows(reads_, Part::kMoments), t),
                  rowOf(rows(reads_, Part::kValues), t)));
}

bool SingleCurves::start() {
  std::array<double, kBlock> errors{};
  if (!start_->add(exactKeys_.view(), exactValues_.view(), errors)) {
    return false;
  }
  for (double error : errors) leastSquares_->add(error);
  if (n_ + kBlock == start_->length() && n_ + kBlock < mostPairs_) {
    residual_ = errors.back();
    copy(start_->inverse(), inverse_.view());
  }
  return true;
}

bool SingleCurves::addLeastSquares() {
  const auto directions = rows(keys_, Part::kFitted);
  const auto errors = rows(reads_, Part::kFitted);
  const auto values = rows(reads_, Part::kValues);
  const auto inner = columns(keyProducts_, Part::kFitted);
  for (std::size_t t = 0; t < kBlock; ++t) {
    inner(t, t) += 1;
    // The other sign of E, which its squares do not see.
    addScaled(-1, rowOf(values, t), rowOf(errors, t));
  }
  if (!cholesky(inner)) return false;
  solveLower(inner, errors);
  solveLower(inner, directions);
  subtractOuters(directions, directions, inverse_.view());
  for (std::size_t t = 0; t < kBlock; ++t) {
    residual_ += sumOfSquares(rowOf(errors, t));
    leastSquares_->add(residual_);
  }
  return true;
}

}  // namespace matrix_memory

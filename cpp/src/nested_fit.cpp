#include "nested_fit.h"

#include <algorithm>
#include <cmath>

#include "kernels/dense.h"
#include "kernels/products.h"
#include "kernels/triangular.h"
#include "rearrange.h"

namespace matrix_memory {
namespace {

using namespace kernels;

/// Deviations are about 1e-16: in single precision their squares would be
/// near the smallest numbers there are.
constexpr double kScale = 0x1p50;

/// Parts along earlier keys are taken out of a key a second time where less
/// than this is left of its squared length: rounding has then grown by as much
/// (Parlett's "twice is enough").
constexpr double kAgain = 1.0 / 16;

}  // namespace

NestedFit::NestedFit(std::size_t keyDim, std::size_t valueDim,
                     std::size_t mostPairs, std::size_t mostInBatch)
    : keys_(keyDim, mostPairs),
      values_(mostPairs, valueDim),
      basis_(mostPairs, keyDim),
      minusBasisAcross_(keyDim, mostPairs),
      amplitudes_(mostPairs, valueDim),
      minusLower_(mostPairs, mostPairs),
      deviations_(valueDim, mostPairs),
      flipped_(mostInBatch, keyDim),
      parts_(mostInBatch, mostPairs),
      inner_(mostInBatch, mostInBatch),
      left_(mostInBatch, valueDim),
      moves_(mostInBatch, mostPairs),
      amplitudesNow_(mostInBatch, valueDim),
      along_(mostInBatch, mostPairs),
      moments_(mostInBatch, mostInBatch),
      products_(mostInBatch, mostInBatch) {}

void NestedFit::begin() {
  pairs_ = 0;
  missed_ = 0;
}

void NestedFit::copyKey(std::size_t pair, std::span<double> to) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = keys_.view()(i, pair);
}

/// Takes from the fresh rows what lies along the basis so far:
/// parts = -fresh Q', fresh += parts Q.
void NestedFit::project(View<double> fresh, View<double> parts) {
  multiply(fresh, minusBasisAcross_.block(0, 0, fresh.cols, pairs_), parts);
  addProduct(parts, basis_.first(pairs_), fresh);
}

bool NestedFit::orthonormalise(View<const double> keys, double tolerance) {
  const std::size_t batch = keys.rows;
  const View<double> fresh = basis_.rowsFrom(pairs_, batch);
  const View<double> inner = inner_.block(0, 0, batch, batch);
  copy(keys, fresh);
  project(fresh, minusLower_.block(pairs_, 0, batch, pairs_));
  gram(fresh, inner);
  if (!cholesky(inner)) return false;
  bool again = false;
  for (std::size_t t = 0; t < batch; ++t) {
    const double length = squaredLength(rowOf(keys, t));
    const double left = inner(t, t) * inner(t, t);
    if (!(left > tolerance * tolerance * length)) return false;
    again = again || left < kAgain * length;
  }
  solveLower(inner, fresh);
  if (!again) return true;
  project(fresh, parts_.block(0, 0, batch, pairs_));
  gram(fresh, inner);
  if (!cholesky(inner)) return false;
  solveLower(inner, fresh);
  return true;
}

bool NestedFit::add(View<const double> keys, View<const double> values,
                    double tolerance, std::span<double> misses) {
  const std::size_t batch = keys.rows;
  if (!orthonormalise(keys, tolerance)) return false;
  const View<double> fresh = basis_.rowsFrom(pairs_, batch);
  transposeInto(1, keys, keys_.block(0, pairs_, keys.cols, batch));
  transposeInto(-1, fresh,
                minusBasisAcross_.block(0, pairs_, keys.cols, batch));
  copy(values, values_.rowsFrom(pairs_, batch));

  // What the memory so far reads for the new keys, then for one after the
  // other.
  const View<double> left = left_.first(batch);
  copy(values, left);
  addProduct(minusLower_.block(pairs_, 0, batch, pairs_),
             amplitudes_.first(pairs_), left);
  const View<double> inner = inner_.block(0, 0, batch, batch);
  multiplyByTransposed(keys, fresh, inner);
  scaleInto(-1, inner, minusLower_.block(pairs_, pairs_, batch, batch));
  const View<double> now = amplitudes_.rowsFrom(pairs_, batch);
  copy(left, now);
  solveLower(inner, now);
  measure(fresh, misses);
  pairs_ += batch;
  return true;
}

void NestedFit::measure(View<const double> fresh, std::span<double> misses) {
  const std::size_t batch = fresh.rows;
  const std::size_t all = pairs_ + batch;
  const View<double> inner = inner_.block(0, 0, batch, batch);
  const View<double> parts = parts_.block(0, 0, batch, pairs_);
  const View<float> moves = moves_.block(0, 0, batch, all);

  // Row s: how adding pair s moves the reads of those before.
  multiply(fresh, keys_.block(0, 0, fresh.cols, pairs_), parts);
  scaleInto(kScale, parts, moves.block(0, 0, batch, pairs_));
  for (std::size_t s = 0; s < batch; ++s) {
    for (std::size_t t = 0; t < batch; ++t) {
      moves(s, pairs_ + t) =
          t < s ? static_cast<float>(kScale * inner(t, s)) : 0;
    }
  }

  // What a pair misses when it is just added.
  const View<double> now = amplitudes_.rowsFrom(pairs_, batch);
  const View<double> left = left_.first(batch);
  for (std::size_t t = 0; t < batch; ++t) {
    for (std::size_t s = 0; s < batch; ++s) {
      inner(t, s) = s > t ? 0 : -inner(t, s);
    }
  }
  addProduct(inner, now, left);
  for (std::size_t t = 0; t < batch; ++t) {
    for (double& x : rowOf(left, t)) x *= kScale;
  }
  transposeInto(1, left, deviations_.block(0, pairs_, left.cols, batch));

  const View<float> deviations = deviations_.block(0, 0, left.cols, all);
  const View<float> amplitudes = amplitudesNow_.first(batch);
  copy(now, amplitudes);
  const View<float> along = along_.block(0, 0, batch, all);
  multiply(amplitudes, deviations, along);
  const View<float> moments = moments_.block(0, 0, batch, batch);
  gram(moves, moments);
  const View<float> products = products_.block(0, 0, batch, batch);
  gram(amplitudes, products);
  for (std::size_t s = 0; s < batch; ++s) {
    double change = -wide(dot(rowOf(moves, s), rowOf(along, s)));
    for (std::size_t r = 0; r < s; ++r) {
      change += wide(moments(r, s)) * wide(products(r, s));
    }
    missed_ += squaredLength(rowOf(left, s)) + 2 * change +
               wide(moments(s, s)) * wide(products(s, s));
    misses[s] = std::max(0.0, missed_) / (kScale * kScale);
  }
  subtractOuters(amplitudes, moves, deviations);
}

void NestedFit::turnIntoDualBasis() {
  // With K' = L Q the dual basis X solves L'X = Q, block by block from the last
  // rows to the first. Seen from the end L' is lower triangular.
  const std::size_t dim = basis_.cols();
  const std::size_t most = flipped_.rows();
  const View<double> minusLower = minusLower_.view();
  for (std::size_t end = dim; end > 0;) {
    const std::size_t begin = (end - 1) / most * most;
    const std::size_t rows = end - begin;
    const View<double> dual = basis_.rowsFrom(begin, rows);
    addOuters(minusLower.block(end, begin, dim - end, rows),
              basis_.rowsFrom(end, dim - end), dual);
    const View<double> inner = inner_.block(0, 0, rows, rows);
    const View<double> flipped = flipped_.first(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        inner(i, j) = -minusLower(end - 1 - j, end - 1 - i);
      }
      copy(dual.block(rows - 1 - i, 0, 1, dim), flipped.block(i, 0, 1, dim));
    }
    solveLower(inner, flipped);
    for (std::size_t i = 0; i < rows; ++i) {
      copy(flipped.block(rows - 1 - i, 0, 1, dim), dual.block(i, 0, 1, dim));
    }
    end = begin;
  }
}

}  // namespace matrix_memory

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
    : keys_(mostPairs, keyDim),
      values_(mostPairs, valueDim),
      basis_(mostPairs, keyDim),
      amplitudes_(mostPairs, valueDim),
      lower_(mostPairs, mostPairs),
      deviations_(mostPairs, valueDim),
      parts_(mostPairs, mostInBatch),
      inner_(mostInBatch, mostInBatch),
      left_(mostInBatch, valueDim),
      moves_(mostInBatch, mostPairs),
      amplitudesNow_(mostInBatch, valueDim),
      along_(mostPairs, mostInBatch),
      moments_(mostInBatch, mostInBatch),
      products_(mostInBatch, mostInBatch) {}

void NestedFit::begin() {
  pairs_ = 0;
  missed_ = 0;
}

/// Takes from the fresh rows what lies along the basis so far: parts = Q
/// fresh', fresh -= parts'Q.
void NestedFit::project(View<double> fresh) {
  const View<double> parts = parts_.block(0, 0, pairs_, fresh.rows);
  multiplyByTransposed(basis_.first(pairs_), fresh, parts);
  subtractOuters(parts, basis_.first(pairs_), fresh);
}

bool NestedFit::orthonormalise(View<const double> keys, double tolerance) {
  const std::size_t batch = keys.rows;
  const View<double> fresh = basis_.rowsFrom(pairs_, batch);
  const View<double> inner = inner_.block(0, 0, batch, batch);
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
  project(fresh);
  gram(fresh, inner);
  if (!cholesky(inner)) return false;
  solveLower(inner, fresh);
  return true;
}

bool NestedFit::add(View<const double> keys, View<const double> values,
                    double tolerance, std::span<double> misses) {
  const std::size_t batch = keys.rows;
  const View<double> fresh = basis_.rowsFrom(pairs_, batch);
  const View<double> left = left_.first(batch);
  copy(keys, keys_.rowsFrom(pairs_, batch));
  copy(keys, fresh);
  copy(values, values_.rowsFrom(pairs_, batch));
  copy(values, left);

  // What the memory so far reads for the new keys.
  project(fresh);
  const View<double> parts = parts_.block(0, 0, pairs_, batch);
  subtractOuters(parts, amplitudes_.first(pairs_), left);
  for (std::size_t t = 0; t < batch; ++t) {
    for (std::size_t s = 0; s < pairs_; ++s) {
      lower_.view()(pairs_ + t, s) = parts(s, t);
    }
  }
  if (!orthonormalise(keys, tolerance)) return false;

  // The same for one new pair after the other.
  const View<double> inner = lower_.block(pairs_, pairs_, batch, batch);
  multiplyByTransposed(keys, fresh, inner);
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
  const View<double> inner = lower_.block(pairs_, pairs_, batch, batch);
  const View<double> parts = parts_.block(0, 0, pairs_, batch);
  const View<double> own = inner_.block(0, 0, batch, batch);
  const View<float> moves = moves_.block(0, 0, batch, all);

  // Row s: how adding pair s moves the reads of those before.
  multiplyByTransposed(keys_.first(pairs_), fresh, parts);
  for (std::size_t s = 0; s < batch; ++s) {
    for (std::size_t j = 0; j < pairs_; ++j) {
      moves(s, j) = static_cast<float>(kScale * parts(j, s));
    }
    for (std::size_t t = 0; t < batch; ++t) {
      const double part = inner(t, s);
      moves(s, pairs_ + t) = s > t ? static_cast<float>(kScale * part) : 0;
      own(s, t) = s > t ? 0 : part;
    }
  }

  // What a pair misses when it is just added.
  const View<double> now = amplitudes_.rowsFrom(pairs_, batch);
  const View<double> left = left_.first(batch);
  subtractOuters(own, now, left);
  const View<float> deviations = deviations_.rowsFrom(pairs_, batch);
  scaleInto(kScale, left, deviations);

  const View<float> amplitudes = amplitudesNow_.first(batch);
  copy(now, amplitudes);
  const View<float> along = along_.block(0, 0, all, batch);
  multiplyByTransposed(deviations_.first(all), amplitudes, along);
  const View<float> moments = moments_.block(0, 0, batch, batch);
  gram(moves, moments);
  const View<float> products = products_.block(0, 0, batch, batch);
  gram(amplitudes, products);
  for (std::size_t s = 0; s < batch; ++s) {
    double change = 0;
    for (std::size_t j = 0; j < all; ++j) {
      change -= wide(moves(s, j)) * wide(along(j, s));
    }
    for (std::size_t r = 0; r < s; ++r) {
      change += wide(moments(r, s)) * wide(products(r, s));
    }
    missed_ += wide(squaredLength(rowOf(deviations, s))) + 2 * change +
               wide(moments(s, s)) * wide(products(s, s));
    misses[s] = std::max(0.0, missed_) / (kScale * kScale);
  }
  subtractOuters(moves, amplitudes, deviations_.first(all));
}

void NestedFit::turnIntoDualBasis() {
  // With K = L Q, keys as rows, the dual basis X solves L'X = Q: from the last
  // row to the first.
  const std::size_t dim = basis_.cols();
  const View<double> lower = lower_.view();
  const View<double> dual = basis_.view();
  constexpr std::size_t kRows = 8;
  for (std::size_t end = dim; end > 0;) {
    const std::size_t begin = (end - 1) / kRows * kRows;
    subtractOuters(lower.block(end, begin, dim - end, end - begin),
                   dual.block(end, 0, dim - end, dim),
                   dual.block(begin, 0, end - begin, dim));
    for (std::size_t i = end; i-- > begin;) {
      const std::size_t after = end - i - 1;
      subtractOuters(lower.block(i + 1, i, after, 1),
                     dual.block(i + 1, 0, after, dim),
                     dual.block(i, 0, 1, dim));
      for (double& x : rowOf(dual, i)) x /= lower(i, i);
    }
    end = begin;
  }
}

}  // namespace matrix_memory

#include "capacity_pairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "kernels/dense.h"
#include "matrix_memory/random.h"

namespace matrix_memory {
namespace {

/// Whole numbers below `bound` in random order, drawn one after the other
/// (Fisher and Yates); begin() starts a new draw.
class Shuffle {
 public:
  explicit Shuffle(std::size_t bound) : order_(bound) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }
  void begin() { drawn_ = 0; }
  std::size_t next(Choices& choices) {
    const std::size_t other = drawn_ + choices.below(order_.size() - drawn_);
    std::swap(order_[drawn_], order_[other]);
    return order_[drawn_++];
  }

 private:
  std::vector<std::size_t> order_;
  std::size_t drawn_ = 0;
};

struct DrawKeys {
  std::uint64_t seed;
  std::uint64_t trial;
  Matrix& keys;

  void operator()(const SphereKeys&) const {
    Normals normals(seed, trial, Stream::kKeys);
    for (std::size_t i = 0; i < keys.rows; ++i) normals.fillUnit(keys.row(i));
  }

  void operator()(const SparseKeys& sparse) const {
    Choices choices(seed, trial);
    Shuffle coordinates(keys.cols);
    const double size = 1 / std::sqrt(static_cast<double>(sparse.active));
    for (std::size_t i = 0; i < keys.rows; ++i) {
      coordinates.begin();
      for (std::size_t j = 0; j < sparse.active; ++j) {
        const std::size_t at = coordinates.next(choices);
        const bool negative = sparse.isSigned && choices.coin();
        keys(i, at) = negative ? -size : size;
      }
    }
  }

  void operator()(const CorrelatedKeys& correlated) const {
    Normals normals(seed, trial, Stream::kKeys);
    std::vector<double> common(keys.cols);
    normals.fillUnit(common);
    for (std::size_t i = 0; i < keys.rows; ++i) {
      double length = 0;
      while (length == 0) {
        normals.fillUnit(keys.row(i));
        for (double& x : keys.row(i)) x *= std::sqrt(1 - correlated.cosine);
        kernels::addScaled(std::sqrt(correlated.cosine), common, keys.row(i));
        length = std::sqrt(kernels::squaredLength(keys.row(i)));
      }
      for (double& x : keys.row(i)) x /= length;
    }
  }

  void operator()(const RowKeys& given) const {
    Choices choices(seed, trial);
    Shuffle order(given.rows.rows);
    for (std::size_t i = 0; i < keys.rows; ++i) {
      const auto row = given.rows.row(order.next(choices));
      std::copy(row.begin(), row.end(), keys.row(i).begin());
    }
  }
};

Matrix noisyQueries(const CapacityOptions& options, std::uint64_t trial,
                    const Matrix& keys) {
  Matrix queries = keys;
  Normals normals(options.seed, trial, Stream::kQueryNoise);
  std::vector<double> noise(keys.cols);
  for (std::size_t i = 0; i < keys.rows; ++i) {
    normals.fillScaled(noise);
    kernels::addScaled(options.queryNoise, noise, queries.row(i));
  }
  return queries;
}

}  // namespace

TrialPairs drawPairs(const CapacityOptions& options, std::uint64_t trial) {
  const std::size_t count = options.pairs.back();
  TrialPairs pairs{
      Matrix(count, options.keyDim), Matrix(count, options.valueDim), {}};
  std::visit(DrawKeys{options.seed, trial, pairs.keys}, options.keys);
  Normals values(options.seed, trial, Stream::kValues);
  for (std::size_t i = 0; i < count; ++i) {
    if (options.metric == Metric::kTopOne) {
      values.fillUnit(pairs.values.row(i));
    } else {
      values.fillScaled(pairs.values.row(i));
    }
  }
  if (options.queryNoise > 0) {
    pairs.queries = noisyQueries(options, trial, pairs.keys);
  }
  return pairs;
}

}  // namespace matrix_memory

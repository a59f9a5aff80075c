#include "capacity_pairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/dense.h"

namespace matrix_memory {
namespace {

/// What a key is chosen from: coordinates, rows, nothing.
std::size_t choicesOf(const CapacityOptions& options) {
  if (std::holds_alternative<SparseKeys>(options.keys)) return options.keyDim;
  const auto* given = std::get_if<RowKeys>(&options.keys);
  return given == nullptr ? 0 : given->rows.rows;
}

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

Shuffle::Shuffle(std::size_t bound) : order_(bound) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
}

std::size_t Shuffle::next(Choices& choices) {
  const std::size_t other = drawn_ + choices.below(order_.size() - drawn_);
  std::swap(order_[drawn_], order_[other]);
  return order_[drawn_++];
}

struct PairStream::DrawKey {
  PairStream& stream;
  std::span<double> key;

  void operator()(const SphereKeys&) const { stream.keys_.fillUnit(key); }

  void operator()(const SparseKeys& sparse) const {
    const double size = 1 / std::sqrt(static_cast<double>(sparse.active));
    std::fill(key.begin(), key.end(), 0.0);
    stream.shuffle_.begin();
    for (std::size_t j = 0; j < sparse.active; ++j) {
      const std::size_t at = stream.shuffle_.next(stream.choices_);
      const bool negative = sparse.isSigned && stream.choices_.coin();
      key[at] = negative ? -size : size;
    }
  }

  void operator()(const CorrelatedKeys& correlated) const {
    if (stream.common_.empty()) {
      stream.common_.resize(key.size());
      stream.keys_.fillUnit(stream.common_);
    }
    double length = 0;
    while (length == 0) {
      stream.keys_.fillUnit(key);
      for (double& x : key) x *= std::sqrt(1 - correlated.cosine);
      kernels::addScaled(std::sqrt(correlated.cosine), stream.common_, key);
      length = std::sqrt(kernels::squaredLength(key));
    }
    for (double& x : key) x /= length;
  }

  void operator()(const RowKeys& given) const {
    const auto row = given.rows.row(stream.shuffle_.next(stream.choices_));
    std::copy(row.begin(), row.end(), key.begin());
  }
};

PairStream::PairStream(const CapacityOptions& options, std::uint64_t trial)
    : options_(options),
      keys_(options.seed, trial, Stream::kKeys),
      values_(options.seed, trial, Stream::kValues),
      choices_(options.seed, trial),
      shuffle_(choicesOf(options)) {}

void PairStream::draw(std::span<double> key, std::span<double> value) {
  std::visit(DrawKey{*this, key}, options_.keys);
  if (options_.metric == Metric::kTopOne) {
    values_.fillUnit(value);
  } else {
    values_.fillScaled(value);
  }
}

TrialPairs drawPairs(const CapacityOptions& options, std::uint64_t trial) {
  const std::size_t count = options.pairs.back();
  TrialPairs pairs{
      Matrix(count, options.keyDim), Matrix(count, options.valueDim), {}};
  PairStream stream(options, trial);
  for (std::size_t i = 0; i < count; ++i) {
    stream.draw(pairs.keys.row(i), pairs.values.row(i));
  }
  if (options.queryNoise > 0) {
    pairs.queries = noisyQueries(options, trial, pairs.keys);
  }
  return pairs;
}

}  // namespace matrix_memory

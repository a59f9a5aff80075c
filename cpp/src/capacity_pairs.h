#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "matrix_memory/capacity.h"
#include "matrix_memory/random.h"
#include "matrix_memory/vectors.h"

namespace matrix_memory {

/// Whole numbers below `bound` in random order, drawn one after the other
/// (Fisher and Yates); begin() starts a new draw.
class Shuffle {
 public:
  explicit Shuffle(std::size_t bound);
  void begin() { drawn_ = 0; }
  std::size_t next(Choices& choices);

 private:
  std::vector<std::size_t> order_;
  std::size_t drawn_ = 0;
};

/// The pairs of one trial in their order, of any distribution. The first n of
/// them do not depend on how many follow.
class PairStream {
 public:
  /// The options must outlive it.
  PairStream(const CapacityOptions& options, std::uint64_t trial);

  void draw(std::span<double> key, std::span<double> value);

 private:
  struct DrawKey;

  const CapacityOptions& options_;
  Normals keys_;
  Normals values_;
  Choices choices_;
  Shuffle shuffle_;
  std::vector<double> common_;  // direction of correlated keys
};

/// What one trial stores, and what it asks.
struct TrialPairs {
  Matrix keys;
  Matrix values;
  Matrix queries;  // empty where each query is its key
  const Matrix& asked() const { return queries.rows == 0 ? keys : queries; }
};

/// All pairs of one trial at once.
TrialPairs drawPairs(const CapacityOptions& options, std::uint64_t trial);

}  // namespace matrix_memory

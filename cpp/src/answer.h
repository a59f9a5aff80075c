#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "matrix_memory/memory.h"

namespace matrix_memory {

/// What a read-out needs of a memory: its options, its state, and S as solved.
struct Readable {
  const MemoryOptions& options;
  const State& state;
  const Matrix& matrix;
  std::size_t featureDim;

  bool isCache() const { return std::holds_alternative<Cache>(options.rule); }
  Rows cachedKeys() const { return Rows(state.keys, featureDim); }
  Rows cachedValues() const { return Rows(state.values, options.valueDim); }
};

/// The answer to one query, given as features; `row` is for messages. `out`
/// holds the linear read S phi already, unless the memory is a cache.
void answer(const Readable& memory, std::span<const double> query,
            std::size_t row, std::span<double> out);

/// The weights of the cached values in that answer.
std::vector<double> cacheWeights(const Readable& memory,
                                 std::span<const double> query,
                                 std::size_t row);

}  // namespace matrix_memory

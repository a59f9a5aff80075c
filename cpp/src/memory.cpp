#include "matrix_memory/memory.h"

#include <algorithm>
#include <string>
#include <utility>

#include "kernels/dense.h"
#include "matrix_memory/error.h"
#include "solve.h"
#include "update.h"

namespace matrix_memory {
namespace {

void requireDim(const Rows& rows, std::size_t dim, const std::string& name,
                const std::string& dimName) {
  if (rows.dim() != dim) {
    throw RangeError(name + " have " + std::to_string(rows.dim()) +
                     " numbers a row, expected " + std::to_string(dim) + " (" +
                     dimName + ")");
  }
  if (rows.count() == 0) {
    throw RangeError(name + " have 0 rows, expected at least 1");
  }
  requireFinite(rows, name);
}

MemoryOptions checked(MemoryOptions options) {
  if (options.keyDim == 0) {
    throw RangeError("memory: keyDim is 0, expected at least 1");
  }
  if (options.valueDim == 0) {
    throw RangeError("memory: valueDim is 0, expected at least 1");
  }
  return options;
}

bool isFinite(const State& state) {
  return allFinite(state.matrix.data) && allFinite(state.triangle.data) &&
         allFinite(state.rotated.data);
}

}  // namespace

Memory::Memory(MemoryOptions options)
    : options_(checked(std::move(options))),
      features_(options_.features, options_.keyDim) {
  reset();
}

std::uint64_t Memory::stateBytes() const {
  return sizeof(double) *
         (std::uint64_t{state_.matrix.data.size()} +
          state_.triangle.data.size() + state_.rotated.data.size());
}

void Memory::reset() {
  state_ = emptyState(options_.rule, featureDim(), valueDim());
  solved_.reset();
}

const Matrix& Memory::fitted() const {
  const auto* rule = std::get_if<LeastSquares>(&options_.rule);
  if (rule == nullptr) return state_.matrix;
  if (!solved_) {
    solved_ = solveLeastSquares(state_.triangle, state_.rotated, rule->ridge,
                                state_.pairs);
  }
  return *solved_;
}

Matrix Memory::featuresOf(const Rows& inputs) const {
  Matrix features(inputs.count(), featureDim());
  for (std::size_t i = 0; i < inputs.count(); ++i) {
    features_.apply(inputs[i], features.row(i));
  }
  return features;
}

void Memory::write(const Rows& keys, const Rows& values) {
  requireDim(keys, keyDim(), "write: keys", "keyDim");
  requireDim(values, valueDim(), "write: values", "valueDim");
  if (keys.count() != values.count()) {
    throw RangeError("write: values have " + std::to_string(values.count()) +
                     " rows, expected " + std::to_string(keys.count()) +
                     ", one a key");
  }
  const Matrix features = featuresOf(keys);
  State next = state_;
  for (std::size_t i = 0; i < keys.count(); ++i) {
    update(options_.rule, next, features.row(i), values[i]);
  }
  if (!isFinite(next)) {
    throw RangeError(
        "write: the state would leave the range of double "
        "precision; nothing was written");
  }
  state_ = std::move(next);
  solved_.reset();
}

Matrix Memory::read(const Rows& queries) const {
  requireDim(queries, keyDim(), "read: queries", "keyDim");
  const Matrix features = featuresOf(queries);
  const Matrix& matrix = fitted();
  Matrix values(queries.count(), valueDim());
  for (std::size_t i = 0; i < queries.count(); ++i) {
    kernels::multiply(matrix.data, features.row(i), values.row(i));
    if (!allFinite(values.row(i))) {
      throw RangeError("read: row " + std::to_string(i) +
                       " overflows double precision");
    }
  }
  return values;
}

}  // namespace matrix_memory

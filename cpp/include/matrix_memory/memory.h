#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "matrix_memory/features.h"
#include "matrix_memory/normalisation.h"
#include "matrix_memory/readout.h"
#include "matrix_memory/rules.h"
#include "matrix_memory/state.h"
#include "matrix_memory/vectors.h"

/// An associative memory is four choices:
///
///     key, query -> normalise -> features -> rule -> read-out -> value
namespace matrix_memory {

struct MemoryOptions {
  std::size_t keyDim = 1;
  std::size_t valueDim = 1;
  Normalisation normalise = Normalisation::kNone;
  Features features = Identity{};
  Rule rule = Additive{};
  ReadOut read = Linear{};
};

/// Copying a memory is cloning it.
///
/// Errors, for every member: a length that does not fit, a number that is not
/// finite, and a result that would not be are RangeErrors. A call that throws
/// leaves the memory as it was.
class Memory {
 public:
  /// Throws RangeError for dimensions of zero or beyond the machine's memory.
  explicit Memory(MemoryOptions options);

  const MemoryOptions& options() const { return options_; }
  std::size_t keyDim() const { return options_.keyDim; }
  std::size_t valueDim() const { return options_.valueDim; }
  std::size_t featureDim() const { return features_.featureDim(); }

  /// Pairs written so far.
  std::uint64_t pairs() const { return state_.pairs; }

  /// What must be carried from one step to the next, in bytes.
  std::uint64_t stateBytes() const;

  /// Stores key i under value i, in order. Cost n valueDim featureDim, and one
  /// copy of the state a call (so that it can be left as it was).
  void write(const Rows& keys, const Rows& values);

  /// One row of valueDim numbers a query. Before the first write: zeros.
  Matrix read(const Rows& queries) const;

  /// A copy of S, valueDim x featureDim.
  Matrix state() const { return fitted(); }

  /// Forgets everything.
  void reset();

 private:
  const Matrix& fitted() const;
  Matrix featuresOf(const Rows& inputs) const;

  MemoryOptions options_;
  FeatureMap features_;
  State state_;
  mutable std::optional<Matrix> solved_;  // least squares, until the next write
};

}  // namespace matrix_memory

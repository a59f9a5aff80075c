#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "matrix_memory/features.h"
#include "matrix_memory/normalisation.h"
#include "matrix_memory/precision.h"
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
  Precision precision = Precision::kDouble;
};

/// Copying a memory is cloning it.
///
/// Errors, for every member: a length that does not fit, a number that is not
/// finite or out of range, and a result that would not be finite are
/// RangeErrors. A call that throws leaves the memory as it was.
class Memory {
 public:
  /// RangeError for dimensions of zero or beyond the machine's memory, for a
  /// parameter out of range and for choices that have no meaning together.
  explicit Memory(MemoryOptions options);

  /// With every default filled in.
  const MemoryOptions& options() const { return options_; }
  std::size_t keyDim() const { return options_.keyDim; }
  std::size_t valueDim() const { return options_.valueDim; }
  std::size_t featureDim() const { return features_.featureDim(); }

  /// Pairs written so far.
  std::uint64_t pairs() const { return state_.pairs; }

  /// What must be carried from one step to the next, in bytes at this
  /// precision: fixed for a matrix, growing with the pairs for a cache.
  std::uint64_t stateBytes() const { return stateBytesAfter(pairs()); }

  /// The same after any number of pairs.
  std::uint64_t stateBytesAfter(std::uint64_t pairs) const;

  /// Stores key i under value i, in order; n pairs at once are n single ones.
  /// The cost a pair is the rule's. The least squares rules, and any other near
  /// the end of the range, add a copy of the state a call, so that it can be
  /// left as it was.
  void write(const Rows& keys, const Rows& values, const Gates& gates = {});

  /// One row of valueDim numbers a query. Before the first write: zeros; from a
  /// cache or a normalised read a RangeError.
  Matrix read(const Rows& queries) const;

  /// How much of each written value comes back for one query (after the last
  /// step of several; before a threshold or a codebook). An Error for any rule
  /// but the cache.
  std::vector<double> weights(std::span<const double> query) const;

  /// -x'Wx / 2, which no read by sign ever raises. An Error for any rule but
  /// Hopfield's.
  double energy(std::span<const double> pattern) const;

  /// A copy of S, valueDim x featureDim. An Error for a cache, which has none.
  Matrix state() const;

  /// Forgets everything.
  void reset();

  /// The whole memory as bytes: options, state, a version and a checksum, the
  /// same on every machine.
  std::vector<std::uint8_t> save() const;

  /// What save() gave, to the bit. Anything else is an Error.
  static Memory restore(std::span<const std::uint8_t> bytes);

 private:
  Matrix featuresOf(const Rows& inputs, std::string_view name) const;
  void append(const Matrix& features, const Rows& values);
  void change(const Matrix& features, const Rows& values, const Gates& gates);
  const Matrix& fitted() const;

  MemoryOptions options_;
  FeatureMap features_;
  State state_;
  double reach_ = 0;  // no number of S is larger in size; infinite: unknown
  mutable std::optional<Matrix> solved_;  // least squares, until the next write
};

}  // namespace matrix_memory

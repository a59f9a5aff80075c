#pragma once

#include <cstddef>

namespace matrix_memory {

/// Part of a trial, done piece by piece, so that a caller with other duties can
/// stop within a trial. The pieces change no bit of what comes out.
class TrialWork {
 public:
  virtual ~TrialWork() = default;

  /// Does about as much as `pairs` pairs take, at least one; how many it was.
  /// Not after done().
  virtual std::size_t advance(std::size_t pairs) = 0;
  virtual bool done() const = 0;
};

}  // namespace matrix_memory

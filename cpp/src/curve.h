#pragma once

#include <span>

namespace matrix_memory {

/// The sum of squared errors of one memory after every pair of a trial, at a
/// cost that does not depend on how many came before.
class Curve {
 public:
  virtual ~Curve() = default;

  /// Forgets everything.
  virtual void begin() = 0;

  /// The sum over all pairs so far of |S k - v|^2, this one included.
  virtual double add(std::span<const double> key,
                     std::span<const double> value) = 0;
};

}  // namespace matrix_memory

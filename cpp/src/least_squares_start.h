#pragma once

#include <cstddef>
#include <span>

#include "kernels/view.h"
#include "nested_fit.h"
#include "table.h"

namespace matrix_memory {

/// The first pairs of a least squares curve, in double precision: up to n =
/// keyDim by NestedFit, then a few more, until the inverse P = (K K')^-1 is
/// small enough for single precision. (Right after n = keyDim it is about
/// 1 / condition^2: a recursion in single precision that starts there is
/// wrong from the first digit on.)
///
/// The pairs B beyond n = keyDim are solved together: with A = K_B X', X the
/// dual basis of the first pairs, M = I + A A' = L L' and E = V_B - A V_0,
/// row t of L^-1 E adds its squared length to the sum of squared errors, and
/// P = X'X - U'U with U = L^-1 A X.
class LeastSquaresStart {
 public:
  static constexpr std::size_t kBlock = 8;

  LeastSquaresStart(std::size_t keyDim, std::size_t valueDim,
                    std::size_t mostPairs);

  /// Pairs until P is handed over, whole blocks.
  std::size_t length() const { return length_; }

  void begin();

  /// Adds kBlock pairs; errors[t] becomes the sum of squared errors after pair
  /// t (not beyond mostPairs). False where the keys are too near to being
  /// dependent for what follows.
  bool add(kernels::View<const double> keys, kernels::View<const double> values,
           std::span<double> errors);

  /// P after length() pairs.
  kernels::View<const double> inverse() { return inverse_.view(); }

 private:
  bool addBeyond(kernels::View<const double> keys,
                 kernels::View<const double> values, std::span<double> errors);
  bool solveBeyond(std::size_t count);
  void invert();

  std::size_t keyDim_;
  std::size_t mostPairs_;
  std::size_t length_;
  std::size_t beyond_ = 0;  // pairs past keyDim
  NestedFit fit_;
  Table<double> inverse_;  // P
  Table<double> minusKeys_;
  Table<double> parts_;       // -A': column t for pair t beyond
  Table<double> values_;      // V_B
  Table<double> errors_;      // E, then L^-1 E
  Table<double> directions_;  // A X, then U
  Table<double> inner_;       // M, then L
};

}  // namespace matrix_memory

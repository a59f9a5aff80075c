#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "matrix_memory/vectors.h"

/// The only door to Eigen.
namespace matrix_memory {

/// A complete orthogonal decomposition of A (one row an equation), scaled by a
/// power of two so that no square of an entry leaves the range of a double.
class Decomposition {
 public:
  /// Pivots at most `tolerance` times the largest count as zero.
  Decomposition(const Rows& a, double tolerance);
  ~Decomposition();
  Decomposition(Decomposition&&) noexcept;

  std::size_t rank() const;

  /// Largest over smallest singular value of what counts; 1 at rank 0.
  double condition() const;

  /// The transpose of the least-norm X that minimises |A X - B|: one row a
  /// column of B, so that rows of B are right-hand sides' equations.
  Matrix solveTransposed(const Rows& b) const;

  /// The transpose of A^+, of A's own shape.
  Matrix pseudoInverseTransposed() const;

 private:
  /// The least-norm x for one right-hand side, which is used up.
  void solve(std::span<double> b, std::span<double> x) const;

  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <cstdint>

#include "matrix_memory/vectors.h"

/// The best fixed matrix for a set of pairs.
namespace matrix_memory {

/// Two directions of the keys count as one where a pivot (or singular value)
/// is at most rankTolerance(n, d) times the largest: 32 max(n, d) eps, about
/// 1.4e-14 for two keys in the plane. Keys that are parallel up to the rounding
/// of their coordinates are seen as parallel; an angle of 1e-6 is an angle.
double rankTolerance(std::uint64_t pairs, std::uint64_t keyDim);

struct LeastSquaresFit {
  Matrix state;          // valueDim x keyDim
  std::size_t rank = 0;  // of the keys
  double condition = 1;  // largest singular value of K over the smallest above
                         // the rank tolerance; 1 where every key is zero
};

/// S* = V K^+, the least-norm minimiser of |S K - V|_F^2 (Kohonen and Ruohonen
/// 1973); with ridge > 0 the minimiser of |S K - V|_F^2 + ridge |S|_F^2, which
/// is V K' (K K' + ridge I)^-1. Rank and condition are the keys' own.
///
/// How: a complete orthogonal decomposition of K' (of [K'; sqrt(ridge) I]), so
/// the condition number is not squared. Cost: O(n d min(n, d)), plus O(r^3) for
/// the condition at rank r. Zero keys: rank 0, state zero.
/// Errors: RangeError where keys and values differ in number, where a number
/// or the result is not finite, where ridge < 0.
LeastSquaresFit leastSquares(const Rows& keys, const Rows& values,
                             double ridge = 0);

}  // namespace matrix_memory

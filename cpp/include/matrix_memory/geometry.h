#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "matrix_memory/vectors.h"

/// The geometry of a set of keys.
namespace matrix_memory {

/// a b': row i is a_i b. The matrix that stores one pair.
Matrix outer(std::span<const double> a, std::span<const double> b);

/// G = K'K, n x n, G_ij = k_i . k_j. Symmetric to the bit. Cost n^2 d / 2.
Matrix gram(const Rows& keys);

/// One row a query: q_i . k_j. Cost (number of queries) n d.
Matrix scores(const Rows& queries, const Rows& keys);

struct DualBasis {
  Matrix vectors;        // n x d; row i is the dual of key i
  std::size_t rank = 0;  // n where the keys are independent
};

/// The vectors kd_i in the span of the keys with kd_i . k_j = 1 if i = j and 0
/// otherwise. Where the keys are dependent there are none, and row i is row i
/// of the pseudoinverse K^+ (of which S* = V K^+ is made). Rank by
/// rankTolerance(). Cost O(n d min(n, d) + n^2 d).
DualBasis dualBasis(const Rows& keys);

struct Svd {
  Matrix u;                            // rows x p, p = min(rows, cols)
  std::vector<double> singularValues;  // p, largest first
  Matrix v;                            // cols x p
};

/// matrix = u diag(s) v', thin, by one-sided Jacobi rotations
/// (accurate for small singular values too). Signs: in each column of v the
/// entry largest in size (the first of equals) is positive. O(rows cols p).
Svd svd(const Rows& matrix);

struct KeyStatistics {
  std::size_t pairs = 0;
  std::size_t rank = 0;
  double coherence = 0;  // the largest |cosine| between two keys
  std::vector<double>
      spectrum;  // eigenvalues of K K', d of them, largest first
  double effectiveDimension = 0;  // n^2 / |G|_F^2
  double additiveError = 0;       // (|G|_F^2 - n) / n
};

/// How far apart keys are kept, whatever their lengths: everything here is of
/// the keys divided by their lengths. The additive error is the expected error
/// of an additive memory of these keys with uncorrelated values of equal
/// variance; it is n / effectiveDimension - 1, so that the participation ratio
/// of the spectrum takes the place of d for keys that are not random. A zero
/// key has no direction: a RangeError naming its row. O(n^2 d).
KeyStatistics keyStatistics(const Rows& keys);

}  // namespace matrix_memory

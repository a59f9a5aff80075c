#pragma once

#include <variant>

/// The third choice of a memory: how one more pair changes what is kept. k is
/// the feature vector of the key.
namespace matrix_memory {

/// S += v k' (Kohonen 1972; Anderson 1972). Order does not matter.
struct Additive {};

/// S = V K^+, or V K' (K K' + ridge I)^-1 (Kohonen and Ruohonen 1973). What is
/// kept are the sums K K' = R'R and V K' = Z'R in factored form, R upper
/// triangular, so that solving does not square the condition number; a write
/// costs O(f (f + m)) for f features and m value numbers, the first read after
/// a write O(f^3 + f^2 m).
struct LeastSquares {
  double ridge = 0;
};

using Rule = std::variant<Additive, LeastSquares>;

}  // namespace matrix_memory

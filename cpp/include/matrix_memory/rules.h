#pragma once

#include <span>
#include <string_view>
#include <variant>
#include <vector>

/// The third choice of a memory: how one more pair (k, v) changes what is
/// kept. k is the feature vector of the key, f its length, m the length of v.
namespace matrix_memory {

/// S += v k' (Kohonen 1972; Anderson 1972; linear attention). Order does not
/// matter. O(f m) a pair, like the next three.
struct Additive {};

/// S = S Diag(a) + v k': a forgets, one number for all features (RetNet,
/// Mamba-2) or one each (gated linear attention). a in [0, 1].
struct Decay {
  std::vector<double> decay{1.0};  // one number, or one a feature
};

/// S += beta (v - S k) k' (Widrow and Hoff 1960; Schlag, Irie, Schmidhuber
/// 2021). beta in [0, 2]; beta |k|^2 = 1 overwrites what k read before, and S
/// stays bounded as long as beta |k|^2 <= 2.
struct Delta {
  double beta = 1;
};

/// S = a S, then the delta rule (Yang, Kautz, Hatamizadeh 2025).
struct GatedDelta {
  double decay = 1;
  double beta = 1;
};

/// g = P k / (mu + k.P k), S += (v - S k) g', P = (P - g (P k)') / mu, from
/// P = I / ridge (Plackett 1950): with mu = 1 always V K' (K K' + ridge I)^-1.
/// P is double whatever the memory's precision. A zero key changes nothing.
/// O(f (f + m)) a pair.
struct RecursiveLeastSquares {
  double ridge = 1;       // above 0
  double forgetting = 1;  // mu, in (0, 1]
};

/// S = V K^+, or V K' (K K' + ridge I)^-1 (Kohonen and Ruohonen 1973). What is
/// kept are the sums K K' = R'R and V K' = Z'R in factored form, R upper
/// triangular, so that solving does not square the condition number; a write
/// costs O(f (f + m)), the first read after one O(f^3 + f^2 m).
struct LeastSquares {
  double ridge = 0;
};

/// Keeps every pair: the key-value cache of softmax attention.
struct Cache {};

/// W += x x' with zero diagonal, for patterns x of +-1 (Hopfield 1982). Key and
/// value are the same pattern.
struct Hopfield {};

using Rule = std::variant<Additive, Decay, Delta, GatedDelta,
                          RecursiveLeastSquares, LeastSquares, Cache, Hopfield>;

/// "additive", "decay", and so on, for messages.
std::string_view nameOf(const Rule& rule);

/// What overrides a rule's own parameters in one call of write(); empty where
/// nothing does. For n pairs and f features:
struct Gates {
  std::span<const double> beta = {};   // 1 or n numbers in [0, 2]
  std::span<const double> decay = {};  // 1, n or n x f numbers in [0, 1]
};

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "matrix_memory/vectors.h"

/// The second choice of a memory: the feature map phi of keys and queries. d is
/// the length of the input.
namespace matrix_memory {

/// phi(x) = x; d features.
struct Identity {};

/// x + 1 for x > 0, e^x otherwise; d features, all positive (Katharopoulos,
/// Vyas, Pappas, Fleuret 2020, eq. 7).
struct EluPlusOne {};

/// max(x, 0); d features.
struct Relu {};

/// 1, x, and x x' / sqrt(2): phi(x).phi(y) = 1 + s + s^2 / 2 with s = x.y, the
/// exponential to second order; 1 + d + d^2 features (Arora et al. 2024).
struct Taylor {};

/// r = relu([x; -x]); for j = 1 .. nu the products of r with itself shifted by
/// j; 2 d nu features (Schlag, Irie, Schmidhuber 2021, eq. 38). nu < 2 d.
struct Dpfp {
  std::size_t nu = 1;
};

/// Positive random features M^-1/2 exp(w.x - |x|^2 / 2) for M directions w:
/// independent normal ones, or (lower variance) orthogonal in blocks of d with
/// the lengths of normal ones. On average phi(x).phi(y) = exp(x.y)
/// (Choromanski et al. 2021, lemma 1).
struct Favor {
  std::size_t count = 0;  // M; 0 stands for 4 d
  std::uint64_t seed = 1;
  bool orthogonal = true;
};

/// The k entries largest in size stay, the first of equals; the others become
/// zero. d features.
struct TopK {
  std::size_t k = 1;
};

/// The signs of random projections as +-1 / sqrt(bits): two inputs agree in a
/// bit with probability 1 - angle / pi (Charikar 2002).
struct Lsh {
  std::size_t bits = 1;
  std::uint64_t seed = 1;
};

using Features =
    std::variant<Identity, EluPlusOne, Relu, Taylor, Dpfp, Favor, TopK, Lsh>;

/// Whether no feature is ever below zero.
bool neverNegative(const Features& features);

/// How many features a map of vectors of that length has. RangeError for a
/// parameter out of range.
std::uint64_t featureCount(const Features& choice, std::size_t inputDim);

/// A feature map for vectors of one length, with the directions that it draws.
class FeatureMap {
 public:
  /// RangeError for a parameter out of range and for more features than can be
  /// held.
  FeatureMap(const Features& choice, std::size_t inputDim);

  /// The choice with its defaults filled in.
  const Features& choice() const { return choice_; }
  std::size_t inputDim() const { return inputDim_; }
  std::size_t featureDim() const { return featureDim_; }

  /// out = phi(input); out has featureDim() numbers. What overflows is left
  /// infinite or NaN for the caller to find.
  void apply(std::span<const double> input, std::span<double> out) const;

 private:
  Features choice_;
  std::size_t inputDim_;
  std::size_t featureDim_;
  Matrix directions_;  // Favor, Lsh: one a row
};

/// phi of each row. RangeError where a feature would not be finite.
Matrix features(const Rows& rows, const Features& choice);

}  // namespace matrix_memory

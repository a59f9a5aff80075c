#pragma once

#include <cstddef>
#include <optional>
#include <variant>

#include "matrix_memory/vectors.h"

/// The fourth choice of a memory: what a read gives back. q is the feature
/// vector of the query; with a cache, "S q" is sum of v_i (k_i . q).
namespace matrix_memory {

/// S q.
struct Linear {};

/// S q / (z . q) with z the sum of the keys, decayed as S is: linear attention
/// (Katharopoulos et al. 2020, eq. 4), with a cache a kernel smoother (Tsai et
/// al. 2019). For the additive rule, decay and the cache. A zero denominator is
/// a RangeError.
struct Normalised {};

/// With a cache: sum of v_i softmax(b k_i.q)_i (Vaswani et al. 2017). Several
/// steps make it a modern Hopfield network (Ramsauer et al. 2021): before each
/// further one, q becomes the weighted mean of the keys. topK: only the k
/// largest scores, the first of equals, take part.
/// With any other rule: S q becomes the softmax-weighted mean of the codebook's
/// rows, whose scores are their dot products with it.
struct Softmax {
  std::optional<double> inverseTemperature = {};  // b; 1 / sqrt(keyDim)
  std::size_t steps = 1;
  std::size_t topK = 0;  // 0: all
  Matrix codebook = {};  // rows of valueDim; empty with a cache
};

enum class ThresholdKind { kSoft, kHard };

/// Entries of S q smaller in size than `at` become zero; soft also moves the
/// others towards zero by `at` (Donoho and Johnstone 1994).
struct Threshold {
  ThresholdKind kind = ThresholdKind::kSoft;
  double at = 0;
};

/// The codebook's row with the largest dot product with S q, the first of
/// equals.
struct Nearest {
  Matrix codebook;  // rows of valueDim
};

/// Hopfield: x starts as the query; unit after unit in index order becomes the
/// sign of (W x)_i, a zero keeps it, until a sweep changes nothing or `steps`
/// sweeps are done. Any other rule: the sign of each entry of S q, zero for
/// zero.
struct Sign {
  std::size_t steps = 100;
};

using ReadOut =
    std::variant<Linear, Normalised, Softmax, Threshold, Nearest, Sign>;

}  // namespace matrix_memory

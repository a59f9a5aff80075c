#pragma once

#include <optional>

#include "matrix_memory/features.h"
#include "matrix_memory/vectors.h"

/// The parallel form: every query against every pair at once.
namespace matrix_memory {

struct AttentionOptions {
  std::optional<Features> kernel = {};            // none: softmax; else weights
                                                  // phi(q).phi(k)
  std::optional<double> inverseTemperature = {};  // softmax: 1 / sqrt(keyDim)
  bool normalise = true;                          // weights sum to one
  bool causal = false;                            // query i sees keys 0 .. i
};

struct Attention {
  Matrix weights;  // one row a query, one number a key
  Matrix output;   // one row a query: weights times values
};

/// Softmax attention (Vaswani et al. 2017) or its linear kin (Katharopoulos et
/// al. 2020). Reading a cache, or an additive memory query by query, gives the
/// same rows. O(queries n (d + m)). RangeError where a sum of weights is zero
/// or a result not finite.
Attention attention(const Rows& queries, const Rows& keys, const Rows& values,
                    const AttentionOptions& options = {});

}  // namespace matrix_memory

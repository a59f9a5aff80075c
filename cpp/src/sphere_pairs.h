#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/view.h"
#include "matrix_memory/random.h"

namespace matrix_memory {

/// The pairs of a trial with keys uniform on the sphere, in single precision:
/// those of PairStream but for its rounding.
class SpherePairs {
 public:
  SpherePairs(std::uint64_t seed, std::uint64_t trial)
      : keys_(seed, trial, Stream::kKeys),
        values_(seed, trial, Stream::kValues) {}

  /// The next pairs, one a row.
  void draw(kernels::View<float> keys, kernels::View<float> values);

  /// In double precision, too: the very numbers of PairStream.
  void draw(kernels::View<float> keys, kernels::View<float> values,
            kernels::View<double> exactKeys, kernels::View<double> exactValues);

 private:
  Normals keys_;
  Normals values_;
};

}  // namespace matrix_memory

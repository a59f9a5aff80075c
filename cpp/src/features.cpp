#include "matrix_memory/features.h"

#include <algorithm>

namespace matrix_memory {

FeatureMap::FeatureMap(const Features& choice, std::size_t inputDim)
    : choice_(choice), inputDim_(inputDim), featureDim_(inputDim) {}

void FeatureMap::apply(std::span<const double> input,
                       std::span<double> out) const {
  std::copy(input.begin(), input.end(), out.begin());
}

}  // namespace matrix_memory

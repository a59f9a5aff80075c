#include "sphere_pairs.h"

#include <cmath>

#include "rearrange.h"

namespace matrix_memory {

using kernels::View;

void SpherePairs::draw(View<float> keys, View<float> values) {
  draw(keys, values, {nullptr, 0, 0}, {nullptr, 0, 0});
}

void SpherePairs::draw(View<float> keys, View<float> values,
                       View<double> exactKeys, View<double> exactValues) {
  const double root = std::sqrt(static_cast<double>(values.cols));
  const auto share = static_cast<float>(1 / root);
  for (std::size_t t = 0; t < keys.rows; ++t) {
    const auto key = rowOf(keys, t);
    const auto value = rowOf(values, t);
    const double scale = keys_.fillDirection(key);
    values_.fill(value);
    if (exactKeys.rows != 0) {
      for (std::size_t i = 0; i < key.size(); ++i) {
        exactKeys(t, i) = wide(key[i]) * scale;
      }
      for (std::size_t i = 0; i < value.size(); ++i) {
        exactValues(t, i) = wide(value[i]) / root;
      }
    }
    const auto length = static_cast<float>(scale);
    for (float& x : key) x *= length;
    for (float& x : value) x *= share;
  }
}

}  // namespace matrix_memory

#include "kernels/dense.h"

#include "kernels/reference.h"

namespace matrix_memory::kernels {

double dot(std::span<const double> a, std::span<const double> b) {
  return reference::dot(a, b);
}
float dot(std::span<const float> a, std::span<const float> b) {
  return reference::dot(a, b);
}

void addScaled(double factor, std::span<const double> x, std::span<double> y) {
  reference::addScaled(factor, x, y);
}
void addScaled(float factor, std::span<const float> x, std::span<float> y) {
  reference::addScaled(factor, x, y);
}

void rotate(double c, double s, std::span<double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double before = x[i];
    x[i] = c * before + s * y[i];
    y[i] = c * y[i] - s * before;
  }
}

}  // namespace matrix_memory::kernels

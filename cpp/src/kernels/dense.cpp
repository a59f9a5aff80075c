#include "kernels/dense.h"

namespace matrix_memory::kernels {

double dot(std::span<const double> a, std::span<const double> b) {
  const std::size_t n = a.size();
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  if (i < n) s0 += a[i] * b[i];
  if (i + 1 < n) s1 += a[i + 1] * b[i + 1];
  if (i + 2 < n) s2 += a[i + 2] * b[i + 2];
  return (s0 + s1) + (s2 + s3);
}

void addScaled(double factor, std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i) y[i] += factor * x[i];
}

void addOuter(std::span<const double> a, std::span<const double> b,
              std::span<double> matrix) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    addScaled(a[i], b, matrix.subspan(i * b.size(), b.size()));
  }
}

void multiply(std::span<const double> matrix, std::span<const double> x,
              std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = dot(matrix.subspan(i * x.size(), x.size()), x);
  }
}

void rotate(double c, double s, std::span<double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double before = x[i];
    x[i] = c * before + s * y[i];
    y[i] = c * y[i] - s * before;
  }
}

}  // namespace matrix_memory::kernels

#include "givens.h"

#include <algorithm>
#include <cmath>

#include "kernels/dense.h"

namespace matrix_memory {
namespace {

double largestSize(std::span<const double> vector) {
  double largest = 0;
  for (double x : vector) largest = std::max(largest, std::abs(x));
  return largest;
}

}  // namespace

void rotateIn(std::span<double> key, std::span<double> value, Matrix& triangle,
              Matrix& rotated, double tolerance) {
  const double rounding = tolerance * largestSize(key);
  for (std::size_t i = 0; i < key.size(); ++i) {
    const double pivot = triangle(i, i);
    const double entry = key[i];
    if (entry == 0) continue;
    if (pivot == 0 && std::abs(entry) <= rounding) continue;
    const double length = std::hypot(pivot, entry);
    const double c = pivot / length;
    const double s = entry / length;
    kernels::rotate(c, s, triangle.row(i).subspan(i), key.subspan(i));
    kernels::rotate(c, s, rotated.row(i), value);
  }
}

}  // namespace matrix_memory

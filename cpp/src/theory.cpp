#include "matrix_memory/theory.h"

#include <algorithm>

#include "matrix_memory/error.h"

namespace matrix_memory::theory {
namespace {

void requirePositive(std::size_t n, std::size_t d) {
  if (n == 0) throw RangeError("theory: n is 0, expected at least 1");
  if (d == 0) throw RangeError("theory: d is 0, expected at least 1");
}

}  // namespace

double additive(std::size_t n, std::size_t d) {
  requirePositive(n, d);
  return static_cast<double>(n - 1) / static_cast<double>(d);
}

double leastSquares(std::size_t n, std::size_t d) {
  requirePositive(n, d);
  return std::max(0.0, 1 - static_cast<double>(d) / static_cast<double>(n));
}

}  // namespace matrix_memory::theory

#include "sums.h"

#include <cstddef>

namespace matrix_memory {
namespace {

template <class Real>
double sum(std::span<const Real> numbers) {
  double sums[4] = {};
  const std::size_t whole = numbers.size() & ~std::size_t{3};
  for (std::size_t i = 0; i < whole; i += 4) {
    for (std::size_t j = 0; j < 4; ++j) {
      const auto x = static_cast<double>(numbers[i + j]);
      sums[j] += x * x;
    }
  }
  for (std::size_t i = whole; i < numbers.size(); ++i) {
    const auto x = static_cast<double>(numbers[i]);
    sums[i - whole] += x * x;
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

double sumOfSquares(std::span<const float> numbers) { return sum(numbers); }
double sumOfSquares(std::span<const double> numbers) { return sum(numbers); }

}  // namespace matrix_memory

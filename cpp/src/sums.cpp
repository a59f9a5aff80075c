#include "sums.h"

#include <cstddef>

#include "kernels/lanes.h"

namespace matrix_memory {
namespace {

using kernels::load;
using Pair = kernels::VectorOf<double, 16>::Type;
using Narrow = kernels::VectorOf<float, 8>::Type;

Pair widened(const double* numbers) { return load<Pair>(numbers); }
Pair widened(const float* numbers) {
  return __builtin_convertvector(load<Narrow>(numbers), Pair);
}

template <class Real>
double sum(std::span<const Real> numbers) {
  Pair sums[2] = {};
  const std::size_t whole = numbers.size() & ~std::size_t{3};
  for (std::size_t i = 0; i < whole; i += 4) {
    for (std::size_t j = 0; j < 2; ++j) {
      const Pair x = widened(&numbers[i + 2 * j]);
      sums[j] += x * x;
    }
  }
  for (std::size_t i = whole; i < numbers.size(); ++i) {
    const auto x = static_cast<double>(numbers[i]);
    sums[(i - whole) / 2][i % 2] += x * x;
  }
  return (sums[0][0] + sums[0][1]) + (sums[1][0] + sums[1][1]);
}

}  // namespace

double sumOfSquares(std::span<const float> numbers) { return sum(numbers); }
double sumOfSquares(std::span<const double> numbers) { return sum(numbers); }

}  // namespace matrix_memory

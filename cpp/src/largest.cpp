#include "largest.h"

#include <algorithm>
#include <numeric>

namespace matrix_memory {

std::vector<std::size_t> largestFirst(std::span<const double> numbers,
                                      std::size_t count) {
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(
      order.begin(), middle, order.end(), [&](std::size_t a, std::size_t b) {
        return numbers[a] > numbers[b] || (numbers[a] == numbers[b] && a < b);
      });
  return order;
}

}  // namespace matrix_memory

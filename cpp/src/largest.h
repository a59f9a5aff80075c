#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace matrix_memory {

/// The indices of all numbers, those of the `count` largest first, the first of
/// equals before the others; the rest follows in no order.
std::vector<std::size_t> largestFirst(std::span<const double> numbers,
                                      std::size_t count);

}  // namespace matrix_memory

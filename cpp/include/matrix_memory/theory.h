#pragma once

#include <cstddef>

/// Closed forms: the expected read error of a memory of n pairs, as a fraction
/// of the squared length of a value. Keys are independent and uniform on the
/// unit sphere in d dimensions, values independent with mean zero.
///
/// All of them take n >= 1 and d >= 1 and throw RangeError otherwise.
namespace matrix_memory::theory {

/// S = V K': (n - 1) / d. Exact.
double additive(std::size_t n, std::size_t d);

/// S = V K^+: max(0, 1 - d / n). Exact.
double leastSquares(std::size_t n, std::size_t d);

}  // namespace matrix_memory::theory

#pragma once

#include <cstddef>
#include <span>
#include <string_view>

/// What a memory's state is rounded to after every pair.
namespace matrix_memory {

/// Arithmetic is double throughout; single, bfloat16 and half round the state
/// to the nearest number of that format (ties to even, subnormals kept) after
/// each pair, as a model in mixed precision does.
enum class Precision { kDouble, kSingle, kBfloat16, kHalf };

/// The nearest number of the format; infinite beyond its range.
double rounded(double x, Precision precision);

/// rounded() of each; does nothing for double.
void roundAll(std::span<double> numbers, Precision precision);

/// The largest finite number of the format.
double largestOf(Precision precision);

/// 8, 4, 2 and 2.
std::size_t bytesOf(Precision precision);

/// "double precision", "single precision", "bfloat16", "half precision".
std::string_view nameOf(Precision precision);

}  // namespace matrix_memory

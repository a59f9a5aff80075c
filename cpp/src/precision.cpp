#include "matrix_memory/precision.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "bits.h"

namespace matrix_memory {
namespace {

/// A binary format: bits of the significand (the hidden one included), the
/// exponent of its smallest normal number, its largest number.
struct Format {
  int significand;
  int smallestExponent;
  double largest;
};

constexpr Format kBfloat16{8, -126, 0x1.FEp127};
constexpr Format kHalf{11, -14, 65504};

double roundedTo(double x, const Format& format) {
  if (!std::isfinite(x) || x == 0) return x;
  const auto biased =
      static_cast<int>((bitCast<std::uint64_t>(x) >> 52) & 0x7FF);
  const int exponent = std::max(biased - 1023, format.smallestExponent);
  // The distance of neighbours in the format; x / spacing is exact.
  const double spacing = std::ldexp(1.0, exponent - (format.significand - 1));
  const double nearest = std::nearbyint(x / spacing) * spacing;
  return std::abs(nearest) > format.largest
             ? std::copysign(std::numeric_limits<double>::infinity(), x)
             : nearest;
}

/// The conversion of an infinite result is defined by IEEE 754; asking first
/// keeps it defined in C++ too.
double roundedToSingle(double x) {
  constexpr double kLargest = std::numeric_limits<float>::max();
  constexpr double kMidway = 0x1.FFFFFFp127;
  if (std::isfinite(x) && std::abs(x) > kLargest) {
    return std::copysign(std::abs(x) < kMidway
                             ? kLargest
                             : std::numeric_limits<double>::infinity(),
                         x);
  }
  return static_cast<double>(static_cast<float>(x));
}

}  // namespace

double rounded(double x, Precision precision) {
  switch (precision) {
    case Precision::kSingle:
      return roundedToSingle(x);
    case Precision::kBfloat16:
      return roundedTo(x, kBfloat16);
    case Precision::kHalf:
      return roundedTo(x, kHalf);
    case Precision::kDouble:
      break;
  }
  return x;
}

void roundAll(std::span<double> numbers, Precision precision) {
  if (precision == Precision::kDouble) return;
  if (precision == Precision::kSingle) {
    for (double& x : numbers) {
      constexpr double kLargest = std::numeric_limits<float>::max();
      x = std::abs(x) <= kLargest ? static_cast<double>(static_cast<float>(x))
                                  : roundedToSingle(x);
    }
    return;
  }
  for (double& x : numbers) x = rounded(x, precision);
}

double largestOf(Precision precision) {
  switch (precision) {
    case Precision::kSingle:
      return std::numeric_limits<float>::max();
    case Precision::kBfloat16:
      return kBfloat16.largest;
    case Precision::kHalf:
      return kHalf.largest;
    case Precision::kDouble:
      break;
  }
  return std::numeric_limits<double>::max();
}

std::size_t bytesOf(Precision precision) {
  switch (precision) {
    case Precision::kSingle:
      return 4;
    case Precision::kBfloat16:
    case Precision::kHalf:
      return 2;
    case Precision::kDouble:
      break;
  }
  return 8;
}

std::string_view nameOf(Precision precision) {
  switch (precision) {
    case Precision::kSingle:
      return "single precision";
    case Precision::kBfloat16:
      return "bfloat16";
    case Precision::kHalf:
      return "half precision";
    case Precision::kDouble:
      break;
  }
  return "double precision";
}

}  // namespace matrix_memory

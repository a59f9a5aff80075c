#include "matrix_memory/normalisation.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "kernels/dense.h"
#include "message.h"

namespace matrix_memory {
namespace {

/// The Euclidean length, also where a square would leave the range.
double lengthOf(std::span<const double> vector) {
  const double sum = kernels::squaredLength(vector);
  constexpr double kSmall = 1e-280;
  if (std::isfinite(sum) && sum > kSmall) return std::sqrt(sum);
  double largest = 0;
  for (double x : vector) largest = std::max(largest, std::abs(x));
  if (largest == 0) return 0;
  double scaled = 0;
  for (double x : vector) scaled += (x / largest) * (x / largest);
  return largest * std::sqrt(scaled);
}

void divide(std::span<double> vector, double divisor, std::string_view name,
            std::size_t row, const char* what) {
  if (divisor == 0) {
    refuse({name, ": row ", row, " cannot be normalised, its ", what, " is 0"});
  }
  for (double& x : vector) x /= divisor;
}

double sumOf(std::span<const double> vector) {
  double sum = 0;
  for (double x : vector) sum += x;
  return sum;
}

}  // namespace

void normaliseInput(Normalisation choice, std::span<double> vector,
                    std::string_view name, std::size_t row) {
  const auto count = static_cast<double>(vector.size());
  switch (choice) {
    case Normalisation::kUnit:
      divide(vector, lengthOf(vector), name, row, "length");
      break;
    case Normalisation::kRms:
      divide(vector, lengthOf(vector) / std::sqrt(count), name, row,
             "mean square");
      break;
    case Normalisation::kLayer: {
      // Equal numbers have no deviation, whatever rounding makes of their mean.
      const bool equal = std::all_of(vector.begin(), vector.end(),
                                     [&](double x) { return x == vector[0]; });
      const double mean = sumOf(vector) / count;
      for (double& x : vector) x = equal ? 0 : x - mean;
      divide(vector, lengthOf(vector) / std::sqrt(count), name, row,
             "standard deviation");
      break;
    }
    case Normalisation::kNone:
    case Normalisation::kSum:
      break;
  }
}

void normaliseFeatures(Normalisation choice, std::span<double> features,
                       std::string_view name, std::size_t row) {
  if (choice != Normalisation::kSum) return;
  divide(features, sumOf(features), name, row, "sum of features");
}

}  // namespace matrix_memory

#include <algorithm>
#include <cmath>
#include <limits>

#include "update.h"

namespace matrix_memory {
namespace {

using Vector = std::span<const double>;

double largestSize(Vector numbers) {
  double largest = 0;
  for (double x : numbers) largest = std::max(largest, std::abs(x));
  return largest;
}

/// The bound one pair later. Decay only shrinks, and beta is at most 2.
struct ReachAfterPair {
  double reach;
  Vector key;
  Vector value;

  double operator()(const Additive&) const {
    return reach + largestSize(key) * std::max(1.0, largestSize(value));
  }
  double operator()(const Decay&) const { return (*this)(Additive{}); }
  double operator()(const Hopfield&) const { return (*this)(Additive{}); }

  double operator()(const Delta&) const {
    double sum = 0;
    for (double x : key) sum += std::abs(x);
    const double error = 2 * (largestSize(value) + reach * sum);
    return reach + error * std::max(1.0, largestSize(key));
  }
  double operator()(const GatedDelta&) const { return (*this)(Delta{}); }

  template <class Other>
  double operator()(const Other&) const {
    return std::numeric_limits<double>::infinity();
  }
};

}  // namespace

double reachAfter(const Written& pairs, double reach) {
  // More than any rounding adds, that of the shortest format included.
  constexpr double kRounding = 1 + 0x1p-7;
  for (std::size_t i = 0; i < pairs.values.count(); ++i) {
    reach = kRounding * std::visit(ReachAfterPair{reach, pairs.keys.row(i),
                                                  pairs.values[i]},
                                   pairs.rule);
  }
  return reach;
}

double reachOf(const State& state) {
  if (!state.inverse.data.empty()) {
    return std::numeric_limits<double>::infinity();
  }
  return std::max(largestSize(state.matrix.data),
                  largestSize(state.normaliser));
}

}  // namespace matrix_memory

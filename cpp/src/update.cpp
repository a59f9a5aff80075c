#include "update.h"

#include <vector>

#include "givens.h"
#include "kernels/dense.h"
#include "matrix_memory/least_squares.h"

namespace matrix_memory {
namespace {

using Vector = std::span<const double>;

void change(const Additive&, State& state, Vector key, Vector value) {
  kernels::addOuter(value, key, state.matrix.data);
}

void change(const LeastSquares&, State& state, Vector key, Vector value) {
  std::vector<double> keyLeft(key.begin(), key.end());
  std::vector<double> valueLeft(value.begin(), value.end());
  rotateIn(keyLeft, valueLeft, state.triangle, state.rotated,
           rankTolerance(key.size(), key.size()));
}

}  // namespace

State emptyState(const Rule& rule, std::size_t featureDim,
                 std::size_t valueDim) {
  State state;
  if (std::holds_alternative<LeastSquares>(rule)) {
    state.triangle = Matrix(featureDim, featureDim);
    state.rotated = Matrix(featureDim, valueDim);
  } else {
    state.matrix = Matrix(valueDim, featureDim);
  }
  return state;
}

void update(const Rule& rule, State& state, Vector key, Vector value) {
  std::visit([&](const auto& chosen) { change(chosen, state, key, value); },
             rule);
  ++state.pairs;
}

}  // namespace matrix_memory

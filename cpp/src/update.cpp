#include "update.h"

#include <cmath>
#include <vector>

#include "givens.h"
#include "kernels/dense.h"
#include "matrix_memory/least_squares.h"
#include "message.h"

namespace matrix_memory {
namespace {

using Vector = std::span<const double>;
using Buffer = std::vector<double>;

/// S = S Diag(a), and z likewise.
void decayBy(Vector decay, State& state) {
  const auto apply = [&](std::span<double> row) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      row[j] *= decay[decay.size() == 1 ? 0 : j];
    }
  };
  for (std::size_t i = 0; i < state.matrix.rows; ++i)
    apply(state.matrix.row(i));
  apply(state.normaliser);
}

/// v - S k
Buffer missing(const State& state, Vector key, Vector value) {
  Buffer error(value.size());
  kernels::multiply(state.matrix.data, key, error);
  for (std::size_t i = 0; i < error.size(); ++i) error[i] = value[i] - error[i];
  return error;
}

struct Change {
  State& state;
  Vector key;
  Vector value;
  const PairGates& gates;

  void operator()(const Additive&) const {
    kernels::addOuter(value, key, state.matrix.data);
    if (!state.normaliser.empty()) {
      kernels::addScaled(1, key, state.normaliser);
    }
  }

  void operator()(const Decay&) const {
    decayBy(gates.decay, state);
    (*this)(Additive{});
  }

  void operator()(const Delta&) const {
    Buffer error = missing(state, key, value);
    for (double& x : error) x *= gates.beta;
    kernels::addOuter(error, key, state.matrix.data);
  }

  void operator()(const GatedDelta&) const {
    decayBy(gates.decay, state);
    (*this)(Delta{});
  }

  void operator()(const RecursiveLeastSquares& rule) const {
    if (kernels::squaredLength(key) == 0) return;
    Buffer inverseKey(key.size());
    kernels::multiply(state.inverse.data, key, inverseKey);
    const double length = rule.forgetting + kernels::dot(key, inverseKey);
    if (!std::isfinite(length)) {
      refuse({"write: a key is too long for double precision here"});
    }
    Buffer gain = inverseKey;
    for (double& x : gain) x /= length;
    kernels::addOuter(missing(state, key, value), gain, state.matrix.data);
    Matrix& inverse = state.inverse;
    for (std::size_t i = 0; i < inverse.rows; ++i) {
      for (std::size_t j = 0; j < inverse.cols; ++j) {
        // (i, j) and (j, i) get the same bits: P stays symmetric.
        const double change = inverseKey[i] * inverseKey[j] / length;
        inverse(i, j) = (inverse(i, j) - change) / rule.forgetting;
      }
    }
  }

  void operator()(const LeastSquares&) const {
    Buffer keyLeft(key.begin(), key.end());
    Buffer valueLeft(value.begin(), value.end());
    rotateIn(keyLeft, valueLeft, state.triangle, state.rotated,
             rankTolerance(key.size(), key.size()));
  }

  void operator()(const Hopfield&) const {
    kernels::addOuter(value, key, state.matrix.data);
    for (std::size_t i = 0; i < state.matrix.rows; ++i) state.matrix(i, i) = 0;
  }

  void operator()(const Cache&) const {}
};

}  // namespace

State emptyState(const MemoryOptions& options, std::size_t featureDim) {
  State state;
  if (std::holds_alternative<Cache>(options.rule)) return state;
  if (std::holds_alternative<LeastSquares>(options.rule)) {
    state.triangle = Matrix(featureDim, featureDim);
    state.rotated = Matrix(featureDim, options.valueDim);
    return state;
  }
  state.matrix = Matrix(options.valueDim, featureDim);
  if (std::holds_alternative<Normalised>(options.read)) {
    state.normaliser.resize(featureDim);
  }
  if (const auto* rule = std::get_if<RecursiveLeastSquares>(&options.rule)) {
    state.inverse = Matrix(featureDim, featureDim);
    for (std::size_t i = 0; i < featureDim; ++i) {
      state.inverse(i, i) = 1 / rule->ridge;
    }
  }
  return state;
}

void update(const Rule& rule, State& state, Vector key, Vector value,
            const PairGates& gates, Precision precision) {
  std::visit(Change{state, key, value, gates}, rule);
  roundAll(state.matrix.data, precision);
  roundAll(state.normaliser, precision);
  roundAll(state.triangle.data, precision);
  roundAll(state.rotated.data, precision);
  ++state.pairs;
}

}  // namespace matrix_memory

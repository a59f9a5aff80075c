#include "update.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "givens.h"
#include "kernels/dense.h"
#include "matrix_memory/least_squares.h"
#include "message.h"
#include "views.h"

namespace matrix_memory {
namespace {

using Vector = std::span<const double>;
using Buffer = std::vector<double>;

/// numbers = numbers Diag(a)
void decayBy(Vector decay, std::span<double> numbers) {
  if (decay.size() != 1) {
    kernels::multiplyEach(decay, numbers);
    return;
  }
  for (double& x : numbers) x *= decay[0];
}

/// A block of rows of S, as they change with one pair. No row needs another, so
/// that every block can take all pairs while it is near.
struct RowsAndPair {
  kernels::View<double> rows;
  std::size_t first;
  Vector key;
  Vector value;            // of these rows
  const PairGates& gates;  // one decay a column, if any
  std::span<double> error;

  void operator()(const Additive&) const {
    kernels::addOuter(value, key, rows);
  }

  void operator()(const Decay&) const {
    decay();
    (*this)(Additive{});
  }

  void operator()(const Delta&) const {
    kernels::multiply(rows, key, error);
    for (std::size_t i = 0; i < error.size(); ++i) {
      error[i] = (value[i] - error[i]) * gates.beta;
    }
    kernels::addOuter(error, key, rows);
  }

  void operator()(const GatedDelta&) const {
    decay();
    (*this)(Delta{});
  }

  void operator()(const Hopfield&) const {
    (*this)(Additive{});
    for (std::size_t i = 0; i < rows.rows; ++i) rows(i, first + i) = 0;
  }

  /// Other rules have more than S.
  template <class Other>
  void operator()(const Other&) const {}

  /// S = S Diag(a)
  void decay() const {
    for (std::size_t i = 0; i < rows.rows; ++i) {
      kernels::multiplyEach(gates.decay, {rows.row(i), rows.cols});
    }
  }
};

PairGates gatesOf(const Written& pairs, std::size_t index) {
  return gatesOf(pairs.rule, pairs.gates, index, pairs.values.count(),
                 pairs.keys.cols);
}

void updateRows(const Written& pairs, Matrix& matrix) {
  if (std::holds_alternative<Additive>(pairs.rule) &&
      pairs.precision == Precision::kDouble && pairs.values.count() > 1) {
    kernels::addOuters(viewOf(pairs.values), viewOf(pairs.keys),
                       viewOf(matrix));
    return;
  }
  constexpr std::size_t kBlock = 4096;  // numbers: 32 KB
  const std::size_t most =
      std::clamp<std::size_t>(kBlock / matrix.cols, 8, 512);
  Buffer error(std::min(most, matrix.rows));
  Buffer decay(matrix.cols);
  for (std::size_t i = 0; i < matrix.rows; i += most) {
    const std::size_t rows = std::min(most, matrix.rows - i);
    const std::span<double> block =
        std::span(matrix.data).subspan(i * matrix.cols, rows * matrix.cols);
    for (std::size_t t = 0; t < pairs.values.count(); ++t) {
      PairGates gates = gatesOf(pairs, t);
      if (gates.decay.size() == 1) {
        std::fill(decay.begin(), decay.end(), gates.decay[0]);
        gates.decay = decay;
      }
      std::visit(RowsAndPair{{block, rows, matrix.cols},
                             i,
                             pairs.keys.row(t),
                             pairs.values[t].subspan(i, rows),
                             gates,
                             std::span(error).first(rows)},
                 pairs.rule);
      roundAll(block, pairs.precision);
    }
  }
}

void updateNormaliser(const Written& pairs, std::span<double> normaliser) {
  for (std::size_t t = 0; t < pairs.values.count(); ++t) {
    const PairGates gates = gatesOf(pairs, t);
    if (!gates.decay.empty()) decayBy(gates.decay, normaliser);
    kernels::addScaled(1, pairs.keys.row(t), normaliser);
    roundAll(normaliser, pairs.precision);
  }
}

void recurse(const RecursiveLeastSquares& rule, State& state, Vector key,
             Vector value) {
  if (kernels::squaredLength(key) == 0) return;
  Buffer inverseKey(key.size());
  kernels::multiply(state.inverse.data, key, inverseKey);
  const double length = rule.forgetting + kernels::dot(key, inverseKey);
  if (!std::isfinite(length)) {
    refuse({"write: a key is too long for double precision here"});
  }
  Buffer gain = inverseKey;
  for (double& x : gain) x /= length;
  Buffer error(value.size());
  kernels::multiply(state.matrix.data, key, error);
  for (std::size_t i = 0; i < error.size(); ++i) error[i] = value[i] - error[i];
  kernels::addOuter(error, gain, state.matrix.data);
  // P k (P k)' / length with the root of the length on either side: (i, j) and
  // (j, i) get the same bits, and P stays symmetric.
  const double root = std::sqrt(std::abs(length));
  for (double& x : inverseKey) x /= root;
  for (std::size_t i = 0; i < gain.size(); ++i) {
    gain[i] = length > 0 ? -inverseKey[i] : inverseKey[i];
  }
  kernels::addOuter(gain, inverseKey, state.inverse.data);
  if (rule.forgetting == 1) return;
  for (double& x : state.inverse.data) x /= rule.forgetting;
}

void rotate(State& state, Vector key, Vector value) {
  Buffer keyLeft(key.begin(), key.end());
  Buffer valueLeft(value.begin(), value.end());
  rotateIn(keyLeft, valueLeft, state.triangle, state.rotated,
           rankTolerance(key.size(), key.size()));
}

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

void update(const Written& pairs, State& state) {
  const auto* recursive = std::get_if<RecursiveLeastSquares>(&pairs.rule);
  if (recursive != nullptr ||
      std::holds_alternative<LeastSquares>(pairs.rule)) {
    for (std::size_t t = 0; t < pairs.values.count(); ++t) {
      if (recursive != nullptr) {
        recurse(*recursive, state, pairs.keys.row(t), pairs.values[t]);
      } else {
        rotate(state, pairs.keys.row(t), pairs.values[t]);
      }
      roundAll(state.matrix.data, pairs.precision);
      roundAll(state.triangle.data, pairs.precision);
      roundAll(state.rotated.data, pairs.precision);
    }
  } else {
    updateRows(pairs, state.matrix);
    if (!state.normaliser.empty()) updateNormaliser(pairs, state.normaliser);
  }
  state.pairs += pairs.values.count();
}

}  // namespace matrix_memory

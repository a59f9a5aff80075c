#include "matrix_memory/memory.h"

#include <cmath>
#include <string>
#include <utility>

#include "answer.h"
#include "choices.h"
#include "kernels/dense.h"
#include "matrix_memory/error.h"
#include "message.h"
#include "solve.h"
#include "update.h"
#include "views.h"

namespace matrix_memory {
namespace {

void requireRows(const Rows& rows, std::size_t dim, std::string_view name,
                 std::string_view dimName) {
  if (rows.dim() != dim) {
    refuse({name, " have ", rows.dim(), " numbers a row, expected ", dim, " (",
            dimName, ")"});
  }
  if (rows.count() == 0) {
    refuse({name, " have 0 rows, expected at least 1"});
  }
  requireFinite(rows, name);
}

void requirePatterns(const Rows& keys, const Rows& values) {
  for (std::size_t i = 0; i < keys.count(); ++i) {
    for (std::size_t j = 0; j < keys.dim(); ++j) {
      if (std::abs(keys[i][j]) != 1 || keys[i][j] != values[i][j]) {
        refuse(
            {"write: row ", i,
             " is no pattern: hopfield stores rows of +-1, each under itself "
             "(key and value the same)"});
      }
    }
  }
}

bool isFinite(const State& state) {
  return allFinite(state.matrix.data) && allFinite(state.normaliser) &&
         allFinite(state.inverse.data) && allFinite(state.triangle.data) &&
         allFinite(state.rotated.data);
}

[[noreturn]] void refuseOverflow(Precision precision) {
  refuse({"write: the state would leave the range of ", nameOf(precision),
          "; nothing was written"});
}

}  // namespace

Memory::Memory(MemoryOptions options)
    : options_(checkedChoices(std::move(options))),
      features_(options_.features, options_.keyDim) {
  reset();
}

void Memory::reset() {
  state_ = emptyState(options_, featureDim());
  reach_ = 0;
  solved_.reset();
}

std::uint64_t Memory::stateBytesAfter(std::uint64_t pairs) const {
  const std::uint64_t bytes = bytesOf(options_.precision);
  if (std::holds_alternative<Cache>(options_.rule)) {
    return pairs * (featureDim() + valueDim()) * bytes;
  }
  const std::uint64_t rounded =
      state_.matrix.data.size() + state_.normaliser.size() +
      state_.triangle.data.size() + state_.rotated.data.size();
  return rounded * bytes + state_.inverse.data.size() * sizeof(double);
}

Matrix Memory::featuresOf(const Rows& inputs, std::string_view name) const {
  Matrix result(inputs.count(), featureDim());
  std::vector<double> input(keyDim());
  for (std::size_t i = 0; i < inputs.count(); ++i) {
    input.assign(inputs[i].begin(), inputs[i].end());
    normaliseInput(options_.normalise, input, name, i);
    features_.apply(input, result.row(i));
    normaliseFeatures(options_.normalise, result.row(i), name, i);
    if (!allFinite(result.row(i))) {
      refuse({name, ": row ", i,
              " has features beyond the range of double precision"});
    }
  }
  return result;
}

void Memory::write(const Rows& keys, const Rows& values, const Gates& gates) {
  requireRows(keys, keyDim(), "write: keys", "keyDim");
  requireRows(values, valueDim(), "write: values", "valueDim");
  if (keys.count() != values.count()) {
    refuse({"write: values have ", values.count(), " rows, expected ",
            keys.count(), ", one a key"});
  }
  checkGates(options_.rule, gates, keys.count(), featureDim());
  if (std::holds_alternative<Hopfield>(options_.rule)) {
    requirePatterns(keys, values);
  }
  const Matrix features = featuresOf(keys, "write: keys");
  if (std::holds_alternative<Cache>(options_.rule)) {
    append(features, values);
  } else {
    change(features, values, gates);
  }
}

void Memory::append(const Matrix& features, const Rows& values) {
  std::vector<double> keyNumbers = features.data;
  std::vector<double> valueNumbers(values.data().begin(), values.data().end());
  roundAll(keyNumbers, options_.precision);
  roundAll(valueNumbers, options_.precision);
  if (!allFinite(keyNumbers) || !allFinite(valueNumbers)) {
    refuseOverflow(options_.precision);
  }
  // Memory may run out in the second insertion: the first is undone then.
  const std::size_t before = state_.keys.size();
  state_.keys.insert(state_.keys.end(), keyNumbers.begin(), keyNumbers.end());
  try {
    state_.values.insert(state_.values.end(), valueNumbers.begin(),
                         valueNumbers.end());
  } catch (...) {
    state_.keys.resize(before);
    throw;
  }
  state_.pairs += values.count();
}

void Memory::change(const Matrix& features, const Rows& values,
                    const Gates& gates) {
  const Written pairs{options_.rule, features, values, gates,
                      options_.precision};
  const double reach = reachAfter(pairs, reach_);
  if (reach < largestOf(options_.precision)) {
    update(pairs, state_);
    reach_ = reach;
  } else {
    State next = state_;
    update(pairs, next);
    if (!isFinite(next)) refuseOverflow(options_.precision);
    state_ = std::move(next);
    reach_ = reachOf(state_);
  }
  solved_.reset();
}

const Matrix& Memory::fitted() const {
  const auto* rule = std::get_if<LeastSquares>(&options_.rule);
  if (rule == nullptr) return state_.matrix;
  if (!solved_) {
    Matrix solution = solveLeastSquares(state_.triangle, state_.rotated,
                                        rule->ridge, state_.pairs);
    if (!allFinite(solution.data)) {
      refuse(
          {"read: the fitted matrix is beyond the range of double precision"});
    }
    solved_ = std::move(solution);
  }
  return *solved_;
}

Matrix Memory::read(const Rows& queries) const {
  requireRows(queries, keyDim(), "read: queries", "keyDim");
  const Matrix features = featuresOf(queries, "read: queries");
  Matrix values(queries.count(), valueDim());
  if (pairs() == 0) {
    if (std::holds_alternative<Cache>(options_.rule) ||
        std::holds_alternative<Normalised>(options_.read)) {
      refuse(
          {"read: nothing is written yet, so there is nothing to "
           "take a mean of"});
    }
    return values;
  }
  const Readable memory{options_, state_, fitted(), featureDim()};
  if (!memory.isCache()) {
    kernels::multiplyByTransposed(viewOf(features), viewOf(memory.matrix),
                                  viewOf(values));
  }
  for (std::size_t i = 0; i < queries.count(); ++i) {
    answer(memory, features.row(i), i, values.row(i));
  }
  return values;
}

std::vector<double> Memory::weights(std::span<const double> query) const {
  if (!std::holds_alternative<Cache>(options_.rule)) {
    throw Error(
        textOf({"weights: only a cache keeps its pairs apart; the rule ",
                nameOf(options_.rule), " has no weights"}));
  }
  const Rows rows(query, query.empty() ? 1 : query.size());
  requireRows(rows, keyDim(), "weights: queries", "keyDim");
  const Matrix features = featuresOf(rows, "weights: queries");
  if (pairs() == 0) return {};
  return cacheWeights({options_, state_, state_.matrix, featureDim()},
                      features.row(0), 0);
}

double Memory::energy(std::span<const double> pattern) const {
  if (!std::holds_alternative<Hopfield>(options_.rule)) {
    throw Error(textOf({"energy: only hopfield has one, the rule is ",
                        nameOf(options_.rule)}));
  }
  const Rows rows(pattern, pattern.empty() ? 1 : pattern.size());
  requireRows(rows, keyDim(), "energy: patterns", "keyDim");
  std::vector<double> field(pattern.size());
  kernels::multiply(state_.matrix.data, pattern, field);
  const double energy = -kernels::dot(pattern, field) / 2;
  if (!std::isfinite(energy)) {
    refuse({"energy: the result overflows double precision"});
  }
  return energy;
}

Matrix Memory::state() const {
  if (std::holds_alternative<Cache>(options_.rule)) {
    throw Error("state: a cache keeps its pairs and has no matrix");
  }
  return fitted();
}

}  // namespace matrix_memory

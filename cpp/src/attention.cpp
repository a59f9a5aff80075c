#include "matrix_memory/attention.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "cache.h"
#include "kernels/dense.h"
#include "message.h"

namespace matrix_memory {
namespace {

void check(const Rows& queries, const Rows& keys, const Rows& values) {
  const auto mismatch = [](const char* what, std::size_t actual,
                           std::size_t expected, const char* of) {
    if (actual == expected) return;
    refuse({"attention: ", what, " ", actual, ", expected ", expected, of});
  };
  mismatch("the dimension of keys is", keys.dim(), queries.dim(),
           " as for the queries");
  mismatch("the number of values is", values.count(), keys.count(),
           ", one a key");
  if (queries.count() == 0 || keys.count() == 0) {
    refuse({"attention: there are no rows, expected at least 1"});
  }
  requireFinite(queries, "attention: queries");
  requireFinite(keys, "attention: keys");
  requireFinite(values, "attention: values");
}

/// Scores become weights that sum to one; `row` is for the message.
void normaliseSum(std::span<double> weights, std::size_t row) {
  double sum = 0;
  for (double weight : weights) sum += weight;
  if (sum == 0) {
    refuse({"attention: the weights of row ", row,
            " sum to 0 and cannot be normalised"});
  }
  for (double& weight : weights) weight /= sum;
}

void weigh(std::span<double> scores, bool isSoftmax, double inverseTemperature,
           bool normalise, std::size_t row) {
  if (!allFinite(scores)) return;  // reported with the result
  if (isSoftmax && normalise) {
    softmaxInPlace(scores, inverseTemperature, 0);
  } else if (isSoftmax) {
    for (double& x : scores) x = std::exp(inverseTemperature * x);
  } else if (normalise) {
    normaliseSum(scores, row);
  }
}

}  // namespace

Attention attention(const Rows& queries, const Rows& keys, const Rows& values,
                    const AttentionOptions& options) {
  check(queries, keys, values);
  const Features kernel = options.kernel.value_or(Identity{});
  const Matrix queryFeatures = features(queries, kernel);
  const Matrix keyFeatures = features(keys, kernel);
  const double b = options.inverseTemperature.value_or(
      1 / std::sqrt(static_cast<double>(keys.dim())));
  if (!std::isfinite(b) || b < 0) {
    refuse({"attention: inverseTemperature is ", b,
            ", expected a finite number of at least 0"});
  }
  Attention result{Matrix(queries.count(), keys.count()),
                   Matrix(queries.count(), values.dim())};
  for (std::size_t i = 0; i < queries.count(); ++i) {
    const std::size_t seen =
        options.causal ? std::min(i + 1, keys.count()) : keys.count();
    const auto weights = result.weights.row(i).first(seen);
    kernels::multiply(Rows(keyFeatures).first(seen).data(),
                      queryFeatures.row(i), weights);
    weigh(weights, !options.kernel, b, options.normalise, i);
    weightedSum(weights, values, result.output.row(i));
    if (!allFinite(weights) || !allFinite(result.output.row(i))) {
      refuse({"attention: row ", i, " overflows double precision"});
    }
  }
  return result;
}

}  // namespace matrix_memory

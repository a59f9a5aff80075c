#include "cache.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "kernels/dense.h"
#include "largest.h"
#include "message.h"

namespace matrix_memory {
namespace {

/// Scores outside the `count` largest become -infinity: no weight.
void keepLargest(std::span<double> scores, std::size_t count) {
  const std::vector<std::size_t> order = largestFirst(scores, count);
  for (std::size_t i = count; i < order.size(); ++i) {
    scores[order[i]] = -static_cast<double>(INFINITY);
  }
}

std::vector<double> scoresOf(const Rows& keys, std::span<const double> query) {
  std::vector<double> scores(keys.count());
  kernels::multiply(keys.data(), query, scores);
  if (!allFinite(scores)) {
    refuse({"read: the scores of a query overflow double precision"});
  }
  return scores;
}

}  // namespace

void softmaxInPlace(std::span<double> scores, double inverseTemperature,
                    std::size_t topK) {
  const double largest = *std::max_element(scores.begin(), scores.end());
  if (topK > 0 && topK < scores.size()) keepLargest(scores, topK);
  double sum = 0;
  for (double& x : scores) {
    // b = 0 weighs all alike, even where their difference overflows.
    const double exponent =
        inverseTemperature == 0 ? 0 : inverseTemperature * (x - largest);
    x = std::isinf(x) ? 0 : std::exp(exponent);
    sum += x;
  }
  for (double& x : scores) x /= sum;
}

void weightedSum(std::span<const double> weights, const Rows& rows,
                 std::span<double> out) {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    kernels::addScaled(weights[i], rows[i], out);
  }
}

std::vector<double> softmaxWeights(const Softmax& read, const Rows& keys,
                                   std::span<const double> query) {
  std::vector<double> current(query.begin(), query.end());
  for (std::size_t step = 1;; ++step) {
    std::vector<double> weights = scoresOf(keys, current);
    softmaxInPlace(weights, *read.inverseTemperature, read.topK);
    if (step == read.steps) return weights;
    const std::vector<double> before = current;
    weightedSum(weights, keys, current);
    // At a fixed point every further step gives the same.
    if (before == current) return weights;
  }
}

std::vector<double> kernelWeights(const Rows& keys,
                                  std::span<const double> query, bool normalise,
                                  std::size_t row) {
  std::vector<double> weights = scoresOf(keys, query);
  if (!normalise) return weights;
  double sum = 0;
  for (double weight : weights) sum += weight;
  if (sum == 0) {
    refuse({"read: the weights of row ", row,
            " sum to 0, and a normalised read divides by that"});
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace matrix_memory

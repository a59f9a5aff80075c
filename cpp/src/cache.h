#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "matrix_memory/readout.h"
#include "matrix_memory/vectors.h"

/// Reading a set of pairs by weighing them: the cache, and codebooks.
namespace matrix_memory {

/// Scores become softmax weights: the largest is subtracted first, then comes
/// the temperature, so that neither overflows. With topK > 0 only the topK
/// largest, the first of equals, get a weight.
void softmaxInPlace(std::span<double> scores, double inverseTemperature,
                    std::size_t topK);

/// sum of weight_i row_i
void weightedSum(std::span<const double> weights, const Rows& rows,
                 std::span<double> out);

/// The weights of the rows whose keys are `keys` for one query, after all of
/// the read-out's steps.
std::vector<double> softmaxWeights(const Softmax& read, const Rows& keys,
                                   std::span<const double> query);

/// query . key_i, divided by their sum where `normalise`; RangeError naming the
/// row of the query where that is zero.
std::vector<double> kernelWeights(const Rows& keys,
                                  std::span<const double> query, bool normalise,
                                  std::size_t row);

}  // namespace matrix_memory

#include "matrix_memory/attention.h"

#include <cmath>

#include "matrix_memory/memory.h"
#include "support.h"

namespace matrix_memory {
namespace {

using test::expectNear;
using test::expectRangeError;
using test::gaussian;
using test::matrixOf;
using test::product;
using test::sphere;

TEST(Attention, IsReadingASoftmaxCache) {
  const Matrix keys = gaussian(7, 4, 1);
  const Matrix values = gaussian(7, 3, 2);
  const Matrix queries = gaussian(5, 4, 3);
  Memory cache(
      {.keyDim = 4, .valueDim = 3, .rule = Cache{}, .read = Softmax{}});
  cache.write(keys, values);
  const Attention result = attention(queries, keys, values);
  expectNear(result.output.data, cache.read(queries).data, 1e-14);
  expectNear(result.weights.row(2), cache.weights(queries.row(2)), 1e-15);
  expectNear(result.output.data, product(result.weights, values).data, 1e-14);
}

TEST(Attention, CausalIsWritingAndReadingInTurn) {
  const Matrix keys = sphere(8, 3, 1);
  const Matrix values = gaussian(8, 2, 2);
  const Matrix queries = sphere(8, 3, 3);
  const auto turns = [&](MemoryOptions options) {
    options.keyDim = 3;
    options.valueDim = 2;
    Memory memory(options);
    std::vector<double> reads;
    for (std::size_t i = 0; i < 8; ++i) {
      memory.write(Rows(keys).slice(i, i + 1), Rows(values).slice(i, i + 1));
      const Matrix read = memory.read(Rows(queries).slice(i, i + 1));
      reads.insert(reads.end(), read.data.begin(), read.data.end());
    }
    return reads;
  };
  const auto parallel = [&](AttentionOptions options) {
    options.causal = true;
    return attention(queries, keys, values, options).output.data;
  };
  expectNear(parallel({}), turns({.rule = Cache{}, .read = Softmax{}}), 1e-14);
  expectNear(parallel({.kernel = Identity{}, .normalise = false}), turns({}),
             1e-13);
  expectNear(parallel({.kernel = EluPlusOne{}}),
             turns({.features = EluPlusOne{}, .read = Normalised{}}), 1e-13);
  expectNear(parallel({.kernel = Favor{}}),
             turns({.features = Favor{}, .read = Normalised{}}), 1e-13);
}

TEST(Attention, CausalWeightsSeeNoLaterKey) {
  const Attention result = attention(gaussian(4, 2, 1), gaussian(6, 2, 2),
                                     gaussian(6, 1, 3), {.causal = true});
  for (std::size_t i = 0; i < 4; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < 6; ++j) {
      sum += result.weights(i, j);
      EXPECT_EQ(result.weights(i, j) == 0, j > i);
    }
    EXPECT_NEAR(sum, 1, 1e-15);
  }
}

TEST(Attention, WithoutNormalisingIsThePlainKernel) {
  const Matrix keys = gaussian(3, 2, 1);
  const Matrix queries = gaussian(2, 2, 2);
  const Attention result =
      attention(queries, keys, gaussian(3, 1, 3),
                {.inverseTemperature = 0.5, .normalise = false});
  EXPECT_NEAR(result.weights(1, 2),
              std::exp(0.5 * test::dot(queries.row(1), keys.row(2))), 1e-14);
}

TEST(Attention, RefusesWhatItCannotWeigh) {
  const Matrix one = matrixOf({{1, 0}});
  const Matrix value = matrixOf({{1}});
  expectRangeError(
      [&] {
        attention(matrixOf({{1, 1}, {0, 1}}), one, value,
                  {.kernel = Identity{}});
      },
      {"attention", "row 1", "sum to 0"});
  expectRangeError(
      [&] {
        attention(matrixOf({{1e4, 0}}), one, value, {.normalise = false});
      },
      {"attention", "row 0", "overflows"});
  expectRangeError([&] { attention(value, one, value); }, {"keys", "2"});
  expectRangeError([&] { attention(one, one, gaussian(2, 1, 1)); },
                   {"values", "2", "expected 1"});
  expectRangeError(
      [&] { attention(one, one, value, {.inverseTemperature = -1}); },
      {"inverseTemperature is -1"});
}

}  // namespace
}  // namespace matrix_memory

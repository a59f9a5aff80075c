#include <cmath>
#include <numeric>

#include "matrix_memory/geometry.h"
#include "matrix_memory/memory.h"
#include "support.h"

namespace matrix_memory {
namespace {

using test::expectNear;
using test::expectRangeError;
using test::gaussian;
using test::matrixOf;
using test::sphere;

TEST(KeyStatistics, OfOrthogonalKeysAreIdeal) {
  const KeyStatistics result = keyStatistics(matrixOf({{2, 0, 0}, {0, -3, 0}}));
  EXPECT_EQ(result.pairs, 2u);
  EXPECT_EQ(result.rank, 2u);
  EXPECT_EQ(result.coherence, 0);
  EXPECT_EQ(result.effectiveDimension, 2);
  EXPECT_EQ(result.additiveError, 0);
  expectNear(result.spectrum, std::vector<double>{1, 1, 0}, 1e-15);
}

TEST(KeyStatistics, AgreeWithTheGramMatrixAndTheSpectrum) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Matrix keys = gaussian(1 + (seed * 5) % 13, 1 + seed % 7, seed);
    const KeyStatistics result = keyStatistics(keys);
    const auto n = static_cast<double>(keys.rows);
    double squares = 0;
    for (double x : result.spectrum) squares += x * x;
    EXPECT_EQ(result.spectrum.size(), keys.cols);
    EXPECT_NEAR(
        std::accumulate(result.spectrum.begin(), result.spectrum.end(), 0.0), n,
        1e-12 * n);
    EXPECT_NEAR(result.effectiveDimension, n * n / squares, 1e-11 * n);
    EXPECT_NEAR(result.additiveError, n / result.effectiveDimension - 1, 1e-11);
    EXPECT_EQ(result.rank, std::min(keys.rows, keys.cols));
    Matrix longer = keys;
    for (double& x : longer.row(0)) x *= 100;
    EXPECT_NEAR(keyStatistics(longer).additiveError, result.additiveError,
                1e-12);
  }
}

TEST(KeyStatistics, PredictTheAdditiveErrorForRandomValues) {
  const Matrix keys = sphere(12, 5, 3);
  const double expected = keyStatistics(keys).additiveError;
  constexpr int kTrials = 2000;
  double sum = 0;
  double squares = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    Matrix values = gaussian(12, 4, 100 + std::uint64_t(trial));
    for (double& x : values.data) x /= 2;  // E|v|^2 = 1
    Memory memory({.keyDim = 5, .valueDim = 4});
    memory.write(keys, values);
    const Matrix read = memory.read(keys);
    const double error = test::squaredDistance(read.data, values.data) / 12;
    sum += error / kTrials;
    squares += error * error / kTrials;
  }
  EXPECT_NEAR(sum, expected, 4.5 * std::sqrt((squares - sum * sum) / kTrials));
}

TEST(KeyStatistics, OfParallelAndOfManyRandomKeys) {
  const KeyStatistics parallel =
      keyStatistics(matrixOf({{1, 2}, {-2, -4}, {3, 6}}));
  EXPECT_EQ(parallel.rank, 1u);
  EXPECT_NEAR(parallel.coherence, 1, 1e-15);
  EXPECT_NEAR(parallel.effectiveDimension, 1, 1e-14);
  EXPECT_NEAR(parallel.additiveError, 2, 1e-14);
  EXPECT_NEAR(keyStatistics(sphere(600, 16, 1)).effectiveDimension, 16, 0.5);
}

TEST(KeyStatistics, RefuseAZeroKeyByRow) {
  expectRangeError(
      [] {
        keyStatistics(matrixOf({{1, 0}, {0, 0}}));
      },
      {"keyStatistics: keys", "row 1"});
}

}  // namespace
}  // namespace matrix_memory

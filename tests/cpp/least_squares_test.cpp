#include "matrix_memory/least_squares.h"

#include <cmath>
#include <limits>

#include "matrix_memory/geometry.h"
#include "support.h"

namespace matrix_memory {
namespace {

using test::expectNear;
using test::expectRangeError;
using test::gaussian;
using test::matrixOf;
using test::product;
using test::sphere;
using test::transpose;

constexpr double kPi = 3.14159265358979323846;

Matrix readAll(const Matrix& state, const Matrix& keys) {
  return product(keys, transpose(state));
}

TEST(LeastSquares, HasTheGoldenStateAtSixtyDegrees) {
  const auto fit = leastSquares(matrixOf({{1, 0}, {0.5, std::sqrt(0.75)}}),
                                matrixOf({{1, 0}, {0, 1}}));
  EXPECT_EQ(fit.rank, 2u);
  EXPECT_NEAR(fit.condition, std::sqrt(3.0), 1e-14);
  expectNear(fit.state.data,
             std::vector<double>{1, -0.5773502691896258, 0, 1.1547005383792517},
             1e-15);
}

TEST(LeastSquares, ReadsIndependentKeysExactly) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const std::size_t d = 1 + seed % 12;
    const std::size_t n = 1 + (seed * 5) % d;
    const Matrix keys = gaussian(n, d, seed);
    const Matrix values = gaussian(n, 1 + seed % 4, seed + 50);
    const auto fit = leastSquares(keys, values);
    EXPECT_EQ(fit.rank, n);
    expectNear(readAll(fit.state, keys).data, values.data, 1e-9);
  }
}

TEST(LeastSquares, IsTheSumOfValuesTimesDuals) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Matrix keys = gaussian(2 + seed % 9, 1 + seed % 5, seed);
    const Matrix values = gaussian(keys.rows, 3, seed + 50);
    expectNear(leastSquares(keys, values).state.data,
               product(transpose(values), dualBasis(keys).vectors).data, 1e-9);
  }
}

TEST(LeastSquares, LeavesAResidualOrthogonalToTheKeys) {
  const Matrix keys = gaussian(40, 6, 3);
  const Matrix values = gaussian(40, 5, 4);
  Matrix residual = readAll(leastSquares(keys, values).state, keys);
  for (std::size_t i = 0; i < residual.data.size(); ++i) {
    residual.data[i] -= values.data[i];
  }
  for (double x : product(transpose(residual), keys).data) {
    EXPECT_NEAR(x, 0, 1e-12);
  }
}

TEST(LeastSquares, RidgeIsTheDenseClosedForm) {
  for (double ridge : {1e-6, 0.1, 3.0}) {
    const Matrix keys = gaussian(9, 4, 8);
    const Matrix values = gaussian(9, 3, 9);
    Matrix moment = product(transpose(keys), keys);
    for (std::size_t i = 0; i < 4; ++i) moment(i, i) += ridge;
    const auto fit = leastSquares(keys, values, ridge);
    expectNear(product(fit.state, moment).data,
               product(transpose(values), keys).data, 1e-12);
    EXPECT_EQ(fit.rank, 4u);
    EXPECT_EQ(fit.condition, leastSquares(keys, values).condition);
  }
}

TEST(LeastSquares, SmallRidgeOfDependentKeysTendsToThePseudoinverse) {
  const Matrix keys = matrixOf({{1, 0}, {0, 1}, {1, 1}, {2, 2}});
  const Matrix values = gaussian(4, 2, 1);
  const Matrix limit = leastSquares(keys, values).state;
  expectNear(leastSquares(keys, values, 1e-9).state.data, limit.data, 1e-8);
  const Matrix line = matrixOf({{1, 1}, {-2, -2}});
  expectNear(leastSquares(line, gaussian(2, 2, 2), 1e-300).state.data,
             leastSquares(line, gaussian(2, 2, 2)).state.data, 1e-14);
}

TEST(LeastSquares, SeesParallelKeysByRank) {
  for (double angle = 0.01; angle < 2 * kPi; angle += 0.13) {
    const double x = std::cos(angle);
    const double y = std::sin(angle);
    const Matrix values = matrixOf({{1, 0}, {0, 1}});
    const auto fitWith = [&](double x2, double y2) {
      return leastSquares(matrixOf({{x, y}, {x2, y2}}), values);
    };
    const double opposite = std::atan2(y, x) + kPi;
    const auto parallel = fitWith(-2 * x, -2 * y);
    EXPECT_EQ(parallel.rank, 1u);
    EXPECT_EQ(parallel.condition, 1);
    // K = k (1, -2), so S* = V (1, -2)' k' / 5.
    expectNear(parallel.state.data,
               std::vector<double>{x / 5, y / 5, -2 * x / 5, -2 * y / 5},
               1e-14);
    EXPECT_EQ(fitWith(std::cos(opposite), std::sin(opposite)).rank, 1u);
    const auto close = fitWith(std::cos(angle + 1e-6), std::sin(angle + 1e-6));
    EXPECT_EQ(close.rank, 2u);
    EXPECT_NEAR(close.condition, 2e6, 1e3);
  }
}

TEST(LeastSquares, StretchesByTheHalfAnglesOfKeysAndValues) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const double t = 0.1 + 0.075 * static_cast<double>(seed);
    const double p = 0.05 + 0.0771 * static_cast<double>((seed * 7) % 40);
    const Matrix state =
        leastSquares(matrixOf({{1, 0}, {std::cos(t), std::sin(t)}}),
                     matrixOf({{1, 0}, {std::cos(p), std::sin(p)}}))
            .state;
    const auto sigma = svd(state).singularValues;
    const double even = std::cos(p / 2) / std::cos(t / 2);
    const double odd = std::sin(p / 2) / std::sin(t / 2);
    EXPECT_NEAR(sigma[0], std::max(even, odd), 1e-12);
    EXPECT_NEAR(sigma[1], std::min(even, odd), 1e-12);
  }
}

TEST(LeastSquares, OfZeroKeysIsZero) {
  const auto fit = leastSquares(Matrix(2, 3), gaussian(2, 2, 1));
  EXPECT_EQ(fit.rank, 0u);
  EXPECT_EQ(fit.condition, 1);
  EXPECT_EQ(fit.state.data, std::vector<double>(6));
}

TEST(LeastSquares, HoldsAtTheEndsOfTheRange) {
  const auto large = leastSquares(matrixOf({{1e200, 0}, {0, 1e200}}),
                                  matrixOf({{1e200, 0}, {0, 1}}));
  expectNear(large.state.data, std::vector<double>{1, 0, 0, 1e-200}, 1e-14);
  const auto small =
      leastSquares(matrixOf({{1e-200, 0}}), matrixOf({{1e-200, 0}}));
  EXPECT_DOUBLE_EQ(small.state(0, 0), 1);
  expectRangeError(
      [] { leastSquares(matrixOf({{1e-200}}), matrixOf({{1e200}})); },
      {"leastSquares"});
}

TEST(LeastSquares, NamesTheArgumentItRefuses) {
  const Matrix one = matrixOf({{1, 0}});
  expectRangeError([&] { leastSquares(one, gaussian(2, 1, 1)); },
                   {"values", "2", "expected 1"});
  expectRangeError([&] { leastSquares(one, one, -1); }, {"ridge", "-1"});
  expectRangeError([&] { leastSquares(one, one, NAN); }, {"ridge", "nan"});
  expectRangeError(
      [&] {
        leastSquares(matrixOf({{1, NAN}}), one);
      },
      {"keys", "row 0"});
  expectRangeError([&] { leastSquares(one, matrixOf({{INFINITY}})); },
                   {"values", "inf"});
}

}  // namespace
}  // namespace matrix_memory

#include "matrix_memory/geometry.h"

#include <cmath>
#include <limits>

#include "support.h"

namespace matrix_memory {
namespace {

using test::dot;
using test::expectNear;
using test::expectRangeError;
using test::gaussian;
using test::matrixOf;
using test::product;
using test::sphere;
using test::transpose;

constexpr double kPi = 3.14159265358979323846;
constexpr double kHuge = std::numeric_limits<double>::max();

TEST(Outer, IsEveryProduct) {
  const std::vector<double> a{1, 2, 3};
  const std::vector<double> b{4, 5};
  const Matrix result = outer(a, b);
  EXPECT_EQ(result.rows, 3u);
  EXPECT_EQ(result.cols, 2u);
  EXPECT_EQ(result.data, (std::vector<double>{4, 5, 8, 10, 12, 15}));
}

TEST(Outer, RefusesOverflow) {
  const std::vector<double> a{kHuge};
  const std::vector<double> b{10};
  expectRangeError([&] { outer(a, b); }, {"outer"});
}

TEST(Gram, IsEveryDotProductAndSymmetric) {
  const Matrix keys = gaussian(5, 7, 2);
  const Matrix result = gram(keys);
  expectNear(result.data, product(keys, transpose(keys)).data, 1e-13);
  EXPECT_EQ(result.data, transpose(result).data);
}

TEST(Scores, AreOneRowAQuery) {
  const Matrix queries = gaussian(3, 9, 1);
  const Matrix keys = gaussian(4, 9, 2);
  const Matrix result = scores(queries, keys);
  EXPECT_EQ(result.rows, 3u);
  expectNear(result.data, product(queries, transpose(keys)).data, 1e-13);
}

TEST(Scores, RefuseRowsOfOtherLengths) {
  expectRangeError([] { scores(gaussian(3, 2, 1), gaussian(3, 4, 1)); },
                   {"scores: keys", "4", "expected 2"});
}

TEST(DualBasis, HasTheGoldenDualsAtSixtyDegrees) {
  const DualBasis basis = dualBasis(matrixOf({{1, 0}, {0.5, std::sqrt(0.75)}}));
  EXPECT_EQ(basis.rank, 2u);
  expectNear(basis.vectors.data,
             std::vector<double>{1, -0.5773502691896258, 0, 1.1547005383792517},
             1e-15);
}

TEST(DualBasis, ReadsOneForItsOwnKeyAndZeroForTheOthers) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const std::size_t d = 1 + seed % 9;
    const std::size_t n = 1 + (seed * 7) % d;
    const Matrix keys = gaussian(n, d, seed);
    const DualBasis basis = dualBasis(keys);
    ASSERT_EQ(basis.rank, n);
    const Matrix identity = product(basis.vectors, transpose(keys));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        EXPECT_NEAR(identity(i, j), i == j ? 1 : 0, 1e-10);
      }
    }
  }
}

TEST(DualBasis, OfUnitKeysHasLengthOneOverTheSine) {
  for (double angle = 0.05; angle < kPi; angle += 0.11) {
    const DualBasis basis =
        dualBasis(matrixOf({{1, 0}, {std::cos(angle), std::sin(angle)}}));
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(std::sqrt(dot(basis.vectors.row(i), basis.vectors.row(i))),
                  1 / std::sin(angle), 1e-11);
    }
  }
}

/// The four equations that define K^+, K being d x n.
void expectPseudoInverse(const Matrix& keys, const Matrix& inverse) {
  const Matrix k = transpose(keys);
  const Matrix kp = product(k, inverse);
  const Matrix pk = product(inverse, k);
  expectNear(product(kp, k).data, k.data, 1e-10);
  expectNear(product(pk, inverse).data, inverse.data, 1e-10);
  expectNear(kp.data, transpose(kp).data, 1e-10);
  expectNear(pk.data, transpose(pk).data, 1e-10);
}

TEST(DualBasis, OfDependentKeysIsThePseudoinverse) {
  const Matrix three = matrixOf({{1, 0}, {0.6, 0.8}, {0, 1}});
  const DualBasis basis = dualBasis(three);
  EXPECT_EQ(basis.rank, 2u);
  expectPseudoInverse(three, basis.vectors);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::size_t rank = 1 + seed % 3;
    const Matrix keys = product(gaussian(3 + seed % 4, rank, seed),
                                gaussian(rank, 2 + seed % 5, seed + 100));
    const DualBasis low = dualBasis(keys);
    EXPECT_EQ(low.rank, std::min({rank, keys.rows, keys.cols}));
    expectPseudoInverse(keys, low.vectors);
  }
}

TEST(DualBasis, SeesParallelKeysAndNearlyParallelOnes) {
  for (double angle = 0.01; angle < 2 * kPi; angle += 0.17) {
    const double x = std::cos(angle);
    const double y = std::sin(angle);
    const auto rankWith = [&](double x2, double y2) {
      return dualBasis(matrixOf({{x, y}, {x2, y2}})).rank;
    };
    const double opposite = std::atan2(y, x) + kPi;
    EXPECT_EQ(rankWith(-2 * x, -2 * y), 1u);
    EXPECT_EQ(rankWith(std::cos(opposite), std::sin(opposite)), 1u);
    EXPECT_EQ(rankWith(std::cos(angle + 1e-6), std::sin(angle + 1e-6)), 2u);
    EXPECT_EQ(rankWith(0, 0), 1u);
  }
}

TEST(DualBasis, OfZeroKeysIsZero) {
  const DualBasis basis = dualBasis(Matrix(3, 2));
  EXPECT_EQ(basis.rank, 0u);
  EXPECT_EQ(basis.vectors.data, std::vector<double>(6));
}

void expectDecomposition(const Matrix& matrix, double tolerance) {
  const Svd result = svd(matrix);
  const std::size_t p = std::min(matrix.rows, matrix.cols);
  ASSERT_EQ(result.singularValues.size(), p);
  ASSERT_EQ(result.u.rows, matrix.rows);
  ASSERT_EQ(result.v.rows, matrix.cols);
  Matrix scaled = result.u;
  for (std::size_t i = 0; i < scaled.rows; ++i) {
    for (std::size_t j = 0; j < p; ++j) {
      scaled(i, j) *= result.singularValues[j];
    }
  }
  expectNear(product(scaled, transpose(result.v)).data, matrix.data, tolerance);
  for (const Matrix& factor : {result.u, result.v}) {
    const Matrix identity = product(transpose(factor), factor);
    for (std::size_t i = 0; i < p; ++i) {
      for (std::size_t j = 0; j < p; ++j) {
        EXPECT_NEAR(identity(i, j), i == j ? 1 : 0, 1e-13);
      }
    }
  }
  for (std::size_t j = 0; j < p; ++j) {
    if (j > 0) {
      EXPECT_GE(result.singularValues[j - 1], result.singularValues[j]);
    }
    double largest = 0;
    for (std::size_t i = 0; i < result.v.rows; ++i) {
      if (std::abs(result.v(i, j)) > std::abs(largest)) {
        largest = result.v(i, j);
      }
    }
    EXPECT_GT(largest, 0) << "column " << j;
  }
}

TEST(SingularValues, DecomposeEveryShape) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    expectDecomposition(gaussian(1 + seed % 7, 1 + (seed * 3) % 8, seed),
                        1e-12);
  }
  expectDecomposition(Matrix(3, 2), 0);
  expectDecomposition(matrixOf({{1, 2}, {2, 4}, {3, 6}}), 1e-14);
  expectDecomposition(matrixOf({{5}}), 0);
}

TEST(SingularValues, AreGoldenForTheStateOfTwoKeysAtSixtyDegrees) {
  const Svd result =
      svd(matrixOf({{1, -0.5773502691896258}, {0, 1.1547005383792517}}));
  EXPECT_NEAR(result.singularValues[0], 1.41421356, 1e-8);
  EXPECT_NEAR(result.singularValues[1], 0.81649658, 1e-8);
}

TEST(SingularValues, StayFiniteAtTheEndsOfTheRange) {
  const Svd large = svd(matrixOf({{1e300, 0}, {0, 1e290}}));
  EXPECT_DOUBLE_EQ(large.singularValues[0], 1e300);
  EXPECT_DOUBLE_EQ(large.singularValues[1], 1e290);
  const Svd small = svd(matrixOf({{0, 1e-310}, {1e-300, 0}}));
  EXPECT_DOUBLE_EQ(small.singularValues[0], 1e-300);
  EXPECT_TRUE(allFinite(small.u.data));
  expectRangeError(
      [] {
        svd(matrixOf({{kHuge, kHuge}, {kHuge, kHuge}}));
      },
      {"svd"});
}

TEST(Geometry, RefusesNumbersThatAreNotFinite) {
  const Matrix bad = matrixOf({{1, NAN}});
  expectRangeError([&] { gram(bad); }, {"gram: keys", "row 0", "number 1"});
  expectRangeError([&] { dualBasis(bad); }, {"dualBasis: keys"});
  expectRangeError([&] { svd(bad); }, {"svd: matrix"});
  expectRangeError([&] { gram(matrixOf({{kHuge, kHuge}})); }, {"gram"});
}

}  // namespace
}  // namespace matrix_memory

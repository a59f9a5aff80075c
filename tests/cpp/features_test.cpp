#include "matrix_memory/features.h"

#include <cmath>

#include "support.h"

namespace matrix_memory {
namespace {

using test::dot;
using test::expectNear;
using test::expectRangeError;
using test::gaussian;
using test::matrixOf;
using test::sphere;

std::vector<double> phi(const Features& choice, std::vector<double> x) {
  return features(matrixOf({x}), choice).data;
}

TEST(Features, HaveTheirGoldenValues) {
  EXPECT_EQ(phi(Identity{}, {-1, 2}), (std::vector<double>{-1, 2}));
  EXPECT_EQ(phi(EluPlusOne{}, {-1, 0, 2}),
            (std::vector<double>{std::exp(-1), 1, 3}));
  EXPECT_EQ(phi(Relu{}, {-1, 2}), (std::vector<double>{0, 2}));
  EXPECT_EQ(phi(Dpfp{}, {-1, -2}), (std::vector<double>{0, 0, 0, 2}));
  EXPECT_EQ(phi(TopK{2}, {1, -3, 2, 3}), (std::vector<double>{0, -3, 0, 3}));
  EXPECT_EQ(phi(TopK{1}, {1, -1}), (std::vector<double>{1, 0}));
}

TEST(Features, HaveTheirNumber) {
  const std::vector<std::pair<Features, std::size_t>> cases{
      {Identity{}, 5},        {Taylor{}, 31}, {Dpfp{3}, 30}, {Favor{}, 20},
      {Favor{.count = 7}, 7}, {TopK{2}, 5},   {Lsh{9}, 9}};
  for (const auto& [choice, count] : cases) {
    EXPECT_EQ(FeatureMap(choice, 5).featureDim(), count);
  }
}

TEST(Taylor, HasTheKernelToSecondOrder) {
  const Matrix x = gaussian(2, 6, 1);
  const double s = dot(x.row(0), x.row(1));
  const Matrix mapped = features(x, Taylor{});
  EXPECT_NEAR(dot(mapped.row(0), mapped.row(1)), 1 + s + s * s / 2, 1e-12);
}

struct Mean {
  double mean = 0;
  double error = 0;
};

Mean meanOf(const std::vector<double>& sample) {
  const auto n = static_cast<double>(sample.size());
  Mean result;
  for (double x : sample) result.mean += x / n;
  for (double x : sample) result.error += std::pow(x - result.mean, 2);
  result.error = std::sqrt(result.error / (n - 1) / n);
  return result;
}

TEST(Favor, IsTheExponentialOnAverage) {
  for (bool orthogonal : {false, true}) {
    const Matrix x = sphere(2, 4, 8);
    std::vector<double> kernels;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
      const Matrix mapped = features(
          x, Favor{.count = 8, .seed = seed, .orthogonal = orthogonal});
      kernels.push_back(dot(mapped.row(0), mapped.row(1)));
    }
    const Mean result = meanOf(kernels);
    EXPECT_NEAR(result.mean, std::exp(dot(x.row(0), x.row(1))),
                4.5 * result.error);
  }
}

TEST(Favor, HasTheVarianceOfTheFormula) {
  const std::size_t count = 4;
  const std::vector<double> x{0.4, -0.2, 0.1};
  const std::vector<double> y{0.3, 0.5, -0.2};
  std::vector<double> squares;
  for (std::uint64_t seed = 1; seed <= 8000; ++seed) {
    const Matrix mapped =
        features(matrixOf({x, y}),
                 Favor{.count = count, .seed = seed, .orthogonal = false});
    squares.push_back(
        std::pow(dot(mapped.row(0), mapped.row(1)) - std::exp(dot(x, y)), 2));
  }
  double both = 0;
  for (std::size_t i = 0; i < 3; ++i) both += std::pow(x[i] + y[i], 2);
  const double expected =
      std::exp(both + 2 * dot(x, y)) * (1 - std::exp(-both)) / count;
  const Mean result = meanOf(squares);
  EXPECT_NEAR(result.mean, expected, 4.5 * result.error);
}

/// The directions themselves: w.x - |x|^2 / 2 at the axes.
Matrix directionsOf(const Favor& favor, std::size_t d) {
  Matrix axes(d, d);
  for (std::size_t i = 0; i < d; ++i) axes(i, i) = 1;
  const Matrix mapped = features(axes, favor);
  Matrix directions(favor.count, d);
  for (std::size_t i = 0; i < favor.count; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      directions(i, j) =
          std::log(mapped(j, i) * std::sqrt(double(favor.count))) + 0.5;
    }
  }
  return directions;
}

TEST(Favor, HasOrthogonalDirectionsInBlocksOfTheDimension) {
  const Matrix w = directionsOf({.count = 10, .seed = 2}, 4);
  for (std::size_t i = 0; i < 10; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double overlap = dot(w.row(i), w.row(j));
      if (i / 4 == j / 4) {
        EXPECT_NEAR(overlap, 0, 1e-12);
      } else {
        EXPECT_GT(std::abs(overlap), 1e-6);
      }
    }
  }
}

TEST(Favor, HasDirectionsAsLongAsNormalVectors) {
  for (bool orthogonal : {false, true}) {
    const Matrix w =
        directionsOf({.count = 4000, .seed = 3, .orthogonal = orthogonal}, 4);
    double squares = 0;
    double fourths = 0;
    for (std::size_t i = 0; i < w.rows; ++i) {
      const double square = dot(w.row(i), w.row(i));
      squares += square / 4000;
      fourths += square * square / 4000;
    }
    // |w|^2 has mean d and variance 2 d.
    EXPECT_NEAR(squares, 4, 4.5 * std::sqrt(8.0 / 4000));
    EXPECT_NEAR(fourths - squares * squares, 8, 1.2);
  }
}

TEST(Favor, IsPositiveAndNamesWhatOverflows) {
  for (double x : features(gaussian(5, 3, 1), Favor{}).data) EXPECT_GT(x, 0);
  EXPECT_EQ(phi(Favor{}, {1e200, 0}), std::vector<double>(8));
  expectRangeError(
      [] {
        phi(Taylor{}, {1e200, 1e200});
      },
      {"features", "row 0"});
}

TEST(Lsh, BitsAgreeAsOftenAsTheAngleSays) {
  constexpr std::size_t kBits = 40000;
  for (double angle : {0.3, 1.2, 2.6}) {
    const Matrix mapped =
        features(matrixOf({{1, 0}, {std::cos(angle), std::sin(angle)}}),
                 Lsh{.bits = kBits, .seed = 4});
    // Features are +-1 / sqrt(bits): the product is agreement minus the rest.
    const double agreement = (1 + dot(mapped.row(0), mapped.row(1))) / 2;
    const double expected = 1 - angle / M_PI;
    EXPECT_NEAR(agreement, expected,
                4.5 * std::sqrt(expected * (1 - expected) / kBits));
  }
}

TEST(Features, ChangeWithTheSeedAlone) {
  const Matrix x = gaussian(1, 4, 1);
  EXPECT_EQ(features(x, Lsh{20, 7}).data, features(x, Lsh{20, 7}).data);
  EXPECT_NE(features(x, Lsh{20, 7}).data, features(x, Lsh{20, 8}).data);
  EXPECT_NE(features(x, Favor{.seed = 1}).data,
            features(x, Favor{.seed = 2}).data);
}

TEST(Features, RefuseParametersOutOfRange) {
  const auto make = [](const Features& choice) {
    return [=] { FeatureMap(choice, 3); };
  };
  expectRangeError(make(Dpfp{0}), {"nu is 0", "1 to 5"});
  expectRangeError(make(Dpfp{6}), {"nu is 6", "1 to 5"});
  expectRangeError(make(TopK{0}), {"k is 0"});
  expectRangeError(make(TopK{4}), {"k is 4", "1 to 3"});
  expectRangeError(make(Lsh{0}), {"bits is 0"});
  expectRangeError([] { FeatureMap(Taylor{}, std::size_t{1} << 31); },
                   {"features", "too many"});
}

}  // namespace
}  // namespace matrix_memory

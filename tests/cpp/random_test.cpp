#include "matrix_memory/random.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "json.h"
#include "support.h"

namespace matrix_memory {
namespace {

using test::dot;
using test::expectRangeError;
using test::Json;

std::uint32_t bitsOf(double normal) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(normal));
}

std::string hashOf(const Matrix& normals) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (double x : normals.data) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      hash = (hash ^ ((bitsOf(x) >> shift) & 255)) * 0x100000001B3;
    }
  }
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) {
    text[i] = "0123456789abcdef"[(hash >> (60 - 4 * i)) & 15];
  }
  return text;
}

TEST(Random, GivesTheGoldenBits) {
  const Json golden = Json::golden("random.json");
  ASSERT_EQ(golden["seeds"].items().size(), 3u);
  for (const Json& seed : golden["seeds"].items()) {
    const auto number = static_cast<std::uint64_t>(seed["seed"].number());
    const Matrix normals = randomRows(RandomKind::kGaussian, 100, 100, number);
    const auto bits = seed["gaussianBits"].numbers();
    ASSERT_EQ(bits.size(), 16u);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      EXPECT_EQ(bitsOf(normals.data[i]), bits[i]) << "normal " << i;
    }
    EXPECT_EQ(hashOf(normals), seed["gaussianHash10000"].string());
    EXPECT_EQ(randomRows(RandomKind::kSphere, 3, 5, number).data,
              seed["sphere3x5"].numbers());
    EXPECT_EQ(randomRows(RandomKind::kSign, 4, 6, number).data,
              seed["sign"].numbers());
    Normals values(number, 7, Stream::kValues);
    for (double expected : seed["valuesTrial7Bits"].numbers()) {
      EXPECT_EQ(std::bit_cast<std::uint32_t>(values.next()), expected);
    }
  }
}

/// xoshiro128+ as published, one lane, seeded as random.h defines it.
class ReferenceLane {
 public:
  ReferenceLane(std::uint64_t seed, std::uint64_t trial, std::uint64_t stream,
                std::size_t lane) {
    const std::uint64_t state = mix64(mix64(seed) + trial);
    for (std::size_t word = 0; word < 4; ++word) {
      const std::size_t number = 4 * word + lane;
      const std::uint64_t output =
          mix64(state + (8 * stream + number / 2 + 1) * 0x9E3779B97F4A7C15);
      s_[word] =
          static_cast<std::uint32_t>(number % 2 == 0 ? output : output >> 32);
    }
  }

  std::uint32_t next() {
    const std::uint32_t result = s_[0] + s_[3];
    const std::uint32_t t = s_[1] << 9;
    s_[2] ^= s_[0];
    s_[3] ^= s_[1];
    s_[1] ^= s_[2];
    s_[0] ^= s_[3];
    s_[2] ^= t;
    s_[3] = (s_[3] << 11) | (s_[3] >> 21);
    return result;
  }

 private:
  std::uint32_t s_[4];
};

TEST(RandomStream, IsFourLanesOfXoshiro) {
  for (const auto& [seed, trial] :
       {std::pair{0u, 0u}, {1u, 0u}, {1u, 1u}, {77u, 123456u}}) {
    for (std::uint64_t stream = 0; stream < 5; ++stream) {
      RandomStream actual(seed, trial, static_cast<Stream>(stream));
      std::vector<ReferenceLane> lanes;
      for (std::size_t l = 0; l < 4; ++l) {
        lanes.emplace_back(seed, trial, stream, l);
      }
      for (int i = 0; i < 100; ++i) {
        const auto outputs = actual.next();
        for (std::size_t l = 0; l < 4; ++l) {
          ASSERT_EQ(outputs[l], lanes[l].next());
        }
      }
    }
  }
}

TEST(Normals, FollowTheBoxMullerFormula) {
  RandomStream stream(5, 0, Stream::kKeys);
  Normals normals(5, 0, Stream::kKeys);
  for (int block = 0; block < 2000; ++block) {
    const auto x = stream.next();
    const auto y = stream.next();
    float actual[8];
    for (float& z : actual) z = normals.next();
    for (std::size_t l = 0; l < 4; ++l) {
      const double u = ((x[l] >> 8) + 1) * 0x1p-24;
      const double radius = std::sqrt(-2 * std::log(u));
      const double angle = 2 * M_PI * (y[l] >> 8) * 0x1p-24;
      ASSERT_NEAR(actual[l], radius * std::cos(angle), 1e-6 * (1 + radius));
      ASSERT_NEAR(actual[4 + l], radius * std::sin(angle), 1e-6 * (1 + radius));
    }
  }
}

TEST(Normals, FillGivesWhatNextGivesInPiecesOfAnyLength) {
  Normals one(9, 3, Stream::kValues);
  Normals other(9, 3, Stream::kValues);
  for (std::size_t length = 0; length < 40; ++length) {
    std::vector<float> numbers(length);
    other.fill(numbers);
    for (float x : numbers) ASSERT_EQ(x, one.next()) << "length " << length;
    std::vector<double> wide(length + 60);
    other.fill(wide);
    for (double x : wide) ASSERT_EQ(x, one.next()) << "length " << length;
  }
}

TEST(Normals, ADirectionIsAUnitVectorBeforeItIsScaled) {
  Normals one(4, 0, Stream::kKeys);
  Normals other(4, 0, Stream::kKeys);
  for (std::size_t dim : {1u, 2u, 5u, 8u, 31u}) {
    std::vector<double> unit(dim);
    std::vector<float> numbers(dim);
    one.fillUnit(unit);
    const double scale = other.fillDirection(numbers);
    for (std::size_t i = 0; i < dim; ++i) {
      EXPECT_EQ(static_cast<double>(numbers[i]) * scale, unit[i]);
    }
  }
}

/// sqrt(n) times the largest distance between the distribution of a sample and
/// the normal one. Above 1.95 once in a thousand samples.
double kolmogorovSmirnov(std::vector<double> sample) {
  const auto count = static_cast<double>(sample.size());
  std::sort(sample.begin(), sample.end());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double p = 0.5 * std::erfc(-sample[i] / std::sqrt(2.0));
    const auto below = static_cast<double>(i);
    distance = std::max({distance, p - below / count, (below + 1) / count - p});
  }
  return distance * std::sqrt(count);
}

TEST(Normals, PassKolmogorovAndSmirnov) {
  EXPECT_LT(kolmogorovSmirnov(test::gaussian(1, 1000000, 3).data), 1.95);
}

TEST(Normals, OfTheSamePlaceInManyTrialsPassToo) {
  // One number a trial: what a seeding that is not random would spoil.
  for (std::size_t place : {0u, 5u}) {
    std::vector<double> sample;
    double neighbours = 0;
    for (std::uint64_t trial = 0; trial < 200000; ++trial) {
      std::array<float, 8> block;
      Normals(1, trial, Stream::kKeys).fill(block);
      sample.push_back(block[place]);
      if (trial > 0) neighbours += sample[trial] * sample[trial - 1];
    }
    EXPECT_LT(kolmogorovSmirnov(sample), 1.95) << "place " << place;
    EXPECT_LT(std::abs(neighbours), 4.5 * std::sqrt(200000.0));
  }
}

TEST(Normals, HaveTheMomentsOfTheNormalDistribution) {
  constexpr double kCount = 400000;
  const Matrix sample = test::gaussian(1, static_cast<std::size_t>(kCount), 11);
  double moments[5] = {};
  for (double x : sample.data) {
    double power = 1;
    for (double& moment : moments) {
      moment += power / kCount;
      power *= x;
    }
  }
  const double root = std::sqrt(kCount);
  EXPECT_NEAR(moments[1], 0, 4.5 / root);
  EXPECT_NEAR(moments[2], 1, 4.5 * std::sqrt(2.0) / root);
  EXPECT_NEAR(moments[3], 0, 4.5 * std::sqrt(15.0) / root);
  EXPECT_NEAR(moments[4], 3, 4.5 * std::sqrt(96.0) / root);
}

double correlation(const Matrix& a, const Matrix& b) {
  return dot(a.data, b.data) / static_cast<double>(a.data.size());
}

TEST(Random, SeedsAndLagsAreUncorrelated) {
  constexpr std::size_t kCount = 100000;
  const double limit = 4.5 / std::sqrt(double{kCount});
  const Matrix one = test::gaussian(1, kCount, 1);
  EXPECT_LT(std::abs(correlation(one, test::gaussian(1, kCount, 2))), limit);
  for (std::size_t lag : {1u, 4u, 8u, 64u}) {
    Matrix shifted = one;
    std::rotate(shifted.data.begin(),
                shifted.data.begin() + static_cast<std::ptrdiff_t>(lag),
                shifted.data.end());
    EXPECT_LT(std::abs(correlation(one, shifted)), limit) << "lag " << lag;
  }
}

TEST(Random, StreamsAndTrialsAreUncorrelated) {
  constexpr int kCount = 100000;
  Normals keys(1, 0, Stream::kKeys);
  Normals values(1, 0, Stream::kValues);
  Normals later(1, 1, Stream::kKeys);
  double keysValues = 0;
  double keysLater = 0;
  for (int i = 0; i < kCount; ++i) {
    const double key = keys.next();
    keysValues += key * values.next() / kCount;
    keysLater += key * later.next() / kCount;
  }
  EXPECT_LT(std::abs(keysValues), 4.5 / std::sqrt(kCount));
  EXPECT_LT(std::abs(keysLater), 4.5 / std::sqrt(kCount));
}

TEST(Random, CoordinatesAreIndependent) {
  // For each two of sixteen: the numbers, and their squares less one. A right
  // generator has one of these 240 sums beyond its bound once in 1200 samples.
  constexpr std::size_t kDim = 16;
  constexpr std::size_t kCount = 40000;
  const Matrix rows = test::gaussian(kCount, kDim, 17);
  const double root = std::sqrt(double{kCount});
  for (std::size_t i = 0; i < kDim; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      double numbers = 0;
      double squares = 0;
      for (std::size_t row = 0; row < kCount; ++row) {
        const double x = rows(row, i);
        const double y = rows(row, j);
        numbers += x * y;
        squares += (x * x - 1) * (y * y - 1);
      }
      EXPECT_LT(std::abs(numbers), 4.65 * root) << i << " and " << j;
      EXPECT_LT(std::abs(squares), 4.65 * 2 * root) << i << " and " << j;
    }
  }
}

TEST(Random, SphereRowsHaveLengthOneAndNoPreferredDirection) {
  for (std::size_t dim : {1u, 2u, 3u, 7u, 64u}) {
    const Matrix rows = test::sphere(2000, dim, 9);
    std::vector<double> mean(dim);
    for (std::size_t i = 0; i < rows.rows; ++i) {
      EXPECT_NEAR(dot(rows.row(i), rows.row(i)), 1, 1e-14);
      for (std::size_t j = 0; j < dim; ++j) mean[j] += rows(i, j) / 2000;
    }
    for (double m : mean) {
      EXPECT_LT(std::abs(m), 4.5 / std::sqrt(2000.0 * double(dim)));
    }
  }
}

TEST(Random, SphereCosinesHaveVarianceOneOverDim) {
  const std::size_t dim = 8;
  const Matrix rows = test::sphere(20000, dim, 4);
  double sum = 0;
  for (std::size_t i = 0; i + 1 < rows.rows; i += 2) {
    sum += std::pow(dot(rows.row(i), rows.row(i + 1)), 2) / 10000;
  }
  EXPECT_NEAR(sum, 1.0 / dim, 4.5 * std::sqrt(2.0) / dim / 100);
}

TEST(Random, SignsAreBalanced) {
  const Matrix signs = randomRows(RandomKind::kSign, 100, 100, 1);
  for (double x : signs.data) EXPECT_EQ(std::abs(x), 1);
  EXPECT_LT(
      std::abs(std::accumulate(signs.data.begin(), signs.data.end(), 0.0)),
      450);
}

TEST(Random, FewerRowsAreTheFirstOfMore) {
  const Matrix many = test::sphere(10, 3, 21);
  const Matrix few = test::sphere(4, 3, 21);
  EXPECT_TRUE(std::equal(few.data.begin(), few.data.end(), many.data.begin()));
}

TEST(Choices, AreUniformAndBelowTheirBound) {
  Choices choices(1, 0);
  std::vector<int> counts(7);
  for (int i = 0; i < 70000; ++i) ++counts.at(choices.below(7));
  for (int count : counts) EXPECT_NEAR(count, 10000, 4.5 * 93);
  int heads = 0;
  for (int i = 0; i < 10000; ++i) heads += choices.coin() ? 1 : 0;
  EXPECT_NEAR(heads, 5000, 225);
  EXPECT_EQ(choices.below(1), 0u);
}

TEST(Random, RefusesEmptyShapesAndLargeSeeds) {
  expectRangeError([] { randomRows(RandomKind::kSphere, 0, 3, 1); },
                   {"count", "0"});
  expectRangeError([] { randomRows(RandomKind::kSphere, 3, 0, 1); },
                   {"dim", "0"});
  expectRangeError(
      [] { randomRows(RandomKind::kSign, 1, 1, std::uint64_t{1} << 53); },
      {"seed", "2^53"});
}

}  // namespace
}  // namespace matrix_memory

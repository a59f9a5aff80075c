#include "matrix_memory/theory.h"

#include <array>
#include <cmath>
#include <numeric>

#include "matrix_memory/capacity.h"
#include "matrix_memory/least_squares.h"
#include "support.h"

namespace matrix_memory {
namespace {

using test::expectRangeError;

TEST(Theory, AdditiveReachesOneAtOneMoreThanTheDimension) {
  EXPECT_EQ(theory::additive(1, 16), 0);
  EXPECT_EQ(theory::additive(17, 16), 1);
  EXPECT_EQ(theory::additive(9, 16), 0.5);
}

TEST(Theory, LeastSquaresIsZeroUpToTheDimensionAndOneHalfAtTwice) {
  EXPECT_EQ(theory::leastSquares(1, 8), 0);
  EXPECT_EQ(theory::leastSquares(8, 8), 0);
  EXPECT_EQ(theory::leastSquares(16, 8), 0.5);
}

/// The error of a memory measured, with its standard error.
struct Measured {
  std::vector<double> mean;
  std::vector<double> error;
};

Measured measure(const Rule& rule, std::size_t d,
                 const std::vector<std::size_t>& pairs, std::uint64_t trials,
                 double queryNoise = 0, const ReadOut& read = Linear{}) {
  CapacityRun run(
      {.keyDim = d,
       .valueDim = 3,
       .pairs = pairs,
       .seed = 11,
       .memories = {{.keyDim = d, .valueDim = 3, .rule = rule, .read = read}},
       .queryNoise = queryNoise},
      0, trials);
  run.step(trials);
  return {run.mean(), run.standardError()};
}

/// Agreement with an exact law at every n.
template <class Law>
void expectLaw(const Rule& rule, std::size_t d,
               const std::vector<std::size_t>& pairs, Law law,
               double queryNoise = 0) {
  const Measured measured = measure(rule, d, pairs, 500, queryNoise);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_NEAR(measured.mean[i], law(pairs[i]),
                std::max(4.5 * measured.error[i], 1e-9))
        << nameOf(rule) << ", d " << d << ", n " << pairs[i];
  }
}

TEST(Theory, DecayAgreesWithMonteCarlo) {
  for (std::size_t d : {2u, 7u}) {
    for (double decay : {0.0, 0.6, 0.95, 1.0}) {
      expectLaw(Decay{{decay}}, d, {1, 2, 5, 20},
                [&](std::size_t n) { return theory::decay(n, d, decay); });
    }
  }
}

TEST(Theory, DeltaAgreesWithMonteCarlo) {
  for (std::size_t d : {2u, 5u, 12u}) {
    for (double beta : {0.0, 0.25, 1.0, 1.5, 2.0}) {
      expectLaw(Delta{beta}, d, {1, 2, 7, 20},
                [&](std::size_t n) { return theory::delta(n, d, beta); });
    }
  }
}

TEST(Theory, GatedDeltaAgreesWithMonteCarlo) {
  for (std::size_t d : {3u, 8u}) {
    for (const auto& [decay, beta] :
         {std::pair{0.9, 1.0}, {0.5, 0.5}, {0.97, 1.5}, {0.0, 1.0}}) {
      expectLaw(GatedDelta{decay, beta}, d, {1, 3, 16},
                [&, a = decay, b = beta](std::size_t n) {
                  return theory::gatedDelta(n, d, a, b);
                });
    }
  }
}

TEST(Theory, DeltaIsTheMeanOverTheAges) {
  for (double beta : {0.3, 1.0, 2.0}) {
    for (std::size_t n : {1u, 4u, 30u}) {
      double sum = 0;
      for (std::size_t age = 0; age < n; ++age) {
        sum += theory::deltaByAge(age, n, 6, beta);
      }
      EXPECT_NEAR(theory::delta(n, 6, beta), sum / double(n), 1e-13);
    }
  }
}

/// The closed form of one pair's error under the delta rule.
double deltaClosedForm(double a, double n, double d, double beta) {
  const double mu = 1 - beta / d;
  const double rho = 1 - (2 * beta - beta * beta) / d;
  const double fade = 1 - 2 * beta / d + 2 * beta * beta / (d * (d + 2));
  double A = 1;
  double N = 1;
  for (int i = 0; i < a; ++i) {
    A = A * fade + beta * beta * N / (d * (d + 2));
    N *= rho;
  }
  const double j = n - a;
  const double s = beta * d * (1 - std::pow(rho, j - 1)) / (2 - beta);
  return (s / d) * ((1 - beta) * (1 - beta) * A + N - A) + 1 -
         2 * beta * std::pow(mu, a) + beta * beta * A +
         beta * (1 - std::pow(rho, a)) / (2 - beta);
}

TEST(Theory, DeltaByAgeIsItsClosedForm) {
  for (double beta : {0.25, 1.0, 1.5}) {
    for (std::size_t age : {0u, 1u, 5u, 19u}) {
      EXPECT_NEAR(theory::deltaByAge(age, 20, 16, beta),
                  deltaClosedForm(double(age), 20, 16, beta), 1e-13);
    }
  }
}

TEST(Theory, OfAgesIsEveryAgeAtOnce) {
  for (std::size_t n : {1u, 2u, 25u}) {
    for (double beta : {0.0, 0.25, 1.0, 2.0}) {
      const auto ages = theory::gatedDeltaOfAges(n, 7, 1, beta);
      ASSERT_EQ(ages.size(), n);
      for (std::size_t age = 0; age < n; ++age) {
        EXPECT_NEAR(ages[age], theory::deltaByAge(age, n, 7, beta), 1e-13);
      }
    }
    const auto mean = [&](const std::vector<double>& ages) {
      return std::accumulate(ages.begin(), ages.end(), 0.0) / double(n);
    };
    for (double decay : {0.0, 0.6, 0.99, 1.0}) {
      EXPECT_NEAR(mean(theory::decayOfAges(n, 7, decay)),
                  theory::decay(n, 7, decay), 1e-13);
      EXPECT_NEAR(mean(theory::gatedDeltaOfAges(n, 7, decay, 0.8)),
                  theory::gatedDelta(n, 7, decay, 0.8), 1e-13);
    }
  }
}

TEST(Theory, DeltaHasItsLargeDimensionLimit) {
  const std::size_t d = 2000;
  const std::size_t n = 2 * d;
  for (std::size_t age : {200u, 2000u}) {
    EXPECT_NEAR(theory::deltaByAge(age, n, d, 1),
                (2 - std::exp(-2.0)) * (1 - std::exp(-double(age) / d)), 2e-3);
  }
  EXPECT_LT(theory::delta(3670, d, 1), 1);  // the mean passes 1 at 1.84 d
  EXPECT_GT(theory::delta(3690, d, 1), 1);
}

TEST(Theory, HasItsLimits) {
  EXPECT_EQ(theory::delta(10, 4, 0), 1);
  EXPECT_TRUE(std::isfinite(theory::delta(1000, 4, 2)));
  EXPECT_NEAR(theory::decay(10, 4, 1), theory::additive(10, 4), 1e-15);
  EXPECT_EQ(theory::softmax(1, 4, 1), 0);
  EXPECT_EQ(theory::hopfieldFlip(0), 0);
  EXPECT_NEAR(theory::gatedDelta(12, 5, 1, 0.5), theory::delta(12, 5, 0.5), 0);
  EXPECT_NEAR(theory::decay(5, 3, 0), 4.0 / 5 * (1 + 1.0 / 3), 1e-15);
  for (std::size_t n : {1u, 7u, 8u, 9u, 24u}) {
    EXPECT_NEAR(theory::ridge(n, 8, 0), theory::leastSquares(n, 8), 1e-15);
  }
  EXPECT_EQ(theory::ridge(8, 8, 0, 0.5), INFINITY);
  EXPECT_NEAR(theory::ridge(20, 8, 1e100, 1), 1, 1e-12);
  EXPECT_FALSE(std::isnan(theory::softmax(5, 4, 1e300)));
}

TEST(Theory, NoiseGainAgreesWithMonteCarloWhereExact) {
  const double s = 0.3;
  for (const auto& [n, d] : {std::pair<std::size_t, std::size_t>{1, 1},
                             {4, 1},
                             {1, 9},
                             {3, 9},
                             {4, 9}}) {
    const double dim = double(d);
    expectLaw(
        LeastSquares{}, d, {n},
        [&, d = d](std::size_t pairs) {
          return theory::leastSquares(pairs, d) +
                 s * s / dim * theory::leastSquaresNoiseGain(pairs, d);
        },
        s);
    expectLaw(
        Additive{}, d, {n},
        [&, d = d](std::size_t pairs) {
          return theory::additive(pairs, d) +
                 s * s / dim * theory::additiveNoiseGain(pairs, d);
        },
        s);
  }
}

TEST(Theory, NoiseGainOfLeastSquaresIsInfiniteAroundTheDimension) {
  for (std::size_t n : {7u, 8u, 9u}) {
    EXPECT_EQ(theory::leastSquaresNoiseGain(n, 8), INFINITY);
  }
  EXPECT_EQ(theory::leastSquaresNoiseGain(3, 16), 3 * 14.0 / 12);
}

TEST(Theory, NoiseGainBeyondTheDimensionIsWithinThreePercent) {
  const std::size_t d = 16;
  for (std::size_t n : {32u, 48u}) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      Matrix values = test::gaussian(n, 4, seed + 1000);
      for (double& x : values.data) x /= 2;
      for (double x :
           leastSquares(test::sphere(n, d, seed), values).state.data) {
        sum += x * x / 300;
      }
    }
    EXPECT_NEAR(theory::leastSquaresNoiseGain(n, d) / sum, 1, 0.03);
  }
}

TEST(Theory, RidgeIsAsCloseToMonteCarloAsItsHeaderSays) {
  struct Case {
    std::size_t d;
    std::size_t n;
    double relative;
    double absolute;
  };
  for (const auto& [d, n, relative, absolute] :
       {Case{4, 2, 0, 0.05}, Case{4, 4, 0.05, 0}, Case{4, 8, 0.05, 0},
        Case{16, 8, 0.03, 0}, Case{16, 16, 0.03, 0}, Case{16, 32, 0.03, 0}}) {
    for (const auto& [lambda, noise] :
         {std::pair{0.1, 0.0}, {0.3, 0.5}, {1.0, 0.2}}) {
      const Measured measured =
          measure(LeastSquares{lambda}, d, {n}, 400, noise);
      const double law = theory::ridge(n, d, lambda, noise);
      EXPECT_NEAR(measured.mean[0], law,
                  relative * law + absolute + 3 * measured.error[0])
          << "d " << d << " n " << n << " ridge " << lambda;
    }
  }
}

TEST(Theory, BestRidgeIsTheBest) {
  for (std::size_t n : {4u, 16u, 40u}) {
    const double best = theory::bestRidge(n, 16, 0.5);
    EXPECT_EQ(best, 0.25 * double(n) / 16);
    const double least = theory::ridge(n, 16, best, 0.5);
    for (double factor : {0.5, 0.9, 1.1, 2.0}) {
      EXPECT_GT(theory::ridge(n, 16, factor * best, 0.5), least);
    }
  }
}

TEST(Theory, SoftmaxIsAsCloseToMonteCarloAsItsHeaderSays) {
  for (std::size_t d : {8u, 16u}) {
    for (double part : {0.5, 1.0}) {
      const double b = part * std::sqrt(double(d));
      const Measured measured = measure(Cache{}, d, {8, 24}, 600, 0,
                                        Softmax{.inverseTemperature = b});
      for (std::size_t i = 0; i < 2; ++i) {
        const double law = theory::softmax(i == 0 ? 8 : 24, d, b);
        const double close = i == 1 || part < 1 ? 0.06 * law : 0.04;
        EXPECT_NEAR(measured.mean[i], law, close + 3 * measured.error[i])
            << "d " << d << " b " << b;
      }
    }
  }
}

TEST(Theory, HopfieldFlipHasItsKnownNumbers) {
  for (const auto& [load, flip] : {std::pair{0.105, 0.0010},
                                   {0.138, 0.0036},
                                   {0.185, 0.0100},
                                   {0.37, 0.0501}}) {
    EXPECT_NEAR(theory::hopfieldFlip(load), flip, 6e-5);
  }
}

TEST(Theory, HopfieldFlipIsTheFractionOfUnstableBits) {
  constexpr std::size_t kUnits = 200;
  constexpr std::size_t kPatterns = 40;
  std::size_t flips = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Matrix patterns =
        randomRows(RandomKind::kSign, kPatterns, kUnits, seed);
    Memory memory({.keyDim = kUnits, .valueDim = kUnits, .rule = Hopfield{}});
    memory.write(patterns, patterns);
    const Matrix fields = memory.read(patterns);
    for (std::size_t i = 0; i < fields.data.size(); ++i) {
      flips += fields.data[i] * patterns.data[i] < 0 ? 1 : 0;
    }
  }
  EXPECT_NEAR(double(flips) / (10 * kUnits * kPatterns),
              theory::hopfieldFlip(0.2), 0.002);
}

TEST(Theory, RefusesArgumentsOutOfRange) {
  expectRangeError([] { theory::additive(0, 3); }, {"n is 0"});
  expectRangeError([] { theory::leastSquares(3, 0); }, {"d is 0"});
  expectRangeError([] { theory::decay(1, 1, 1.5); }, {"decay is 1.5"});
  expectRangeError([] { theory::delta(1, 1, -1); }, {"beta is -1"});
  expectRangeError([] { theory::gatedDelta(1, 1, NAN, 1); }, {"decay is nan"});
  expectRangeError([] { theory::decayOfAges(3, 1, 1.5); }, {"decay is 1.5"});
  expectRangeError([] { theory::gatedDeltaOfAges(0, 1, 1, 1); }, {"n is 0"});
  expectRangeError([] { theory::gatedDeltaOfAges(3, 1, 1, 3); }, {"beta is 3"});
  expectRangeError([] { theory::deltaByAge(3, 3, 1, 1); },
                   {"age is 3", "to 2"});
  expectRangeError([] { theory::ridge(1, 1, -1); }, {"ridge is -1"});
  expectRangeError([] { theory::bestRidge(1, 1, INFINITY); }, {"queryNoise"});
  expectRangeError([] { theory::softmax(1, 1, -1); }, {"inverseTemperature"});
  expectRangeError([] { theory::hopfieldFlip(-1); }, {"load"});
}

}  // namespace
}  // namespace matrix_memory

#include "matrix_memory/capacity.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "matrix_memory/least_squares.h"
#include "matrix_memory/theory.h"
#include "support.h"

namespace matrix_memory {
namespace {

using test::expectRangeError;
using test::squaredDistance;

std::vector<std::size_t> upTo(std::size_t n) {
  std::vector<std::size_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

CapacityOptions both(std::size_t d, std::size_t m,
                     std::vector<std::size_t> pairs, std::uint64_t seed = 1) {
  const MemoryOptions additive{.keyDim = d, .valueDim = m};
  MemoryOptions fitted = additive;
  fitted.rule = LeastSquares{};
  return {.keyDim = d,
          .valueDim = m,
          .pairs = std::move(pairs),
          .seed = seed,
          .memories = {additive, fitted}};
}

/// One trial's errors the long way: write n pairs, read them all.
struct Direct {
  Matrix keys;
  Matrix values;

  Direct(std::size_t n, std::size_t d, std::size_t m, std::uint64_t seed,
         std::uint64_t trial)
      : keys(n, d), values(n, m) {
    Normals keyNormals(seed, trial, Stream::kKeys);
    Normals valueNormals(seed, trial, Stream::kValues);
    for (std::size_t i = 0; i < n; ++i) {
      keyNormals.fillUnit(keys.row(i));
      valueNormals.fillScaled(values.row(i));
    }
  }

  double error(const Matrix& state, std::size_t n) const {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<double> read;
      for (std::size_t i = 0; i < state.rows; ++i) {
        read.push_back(test::dot(state.row(i), keys.row(j)));
      }
      sum += squaredDistance(read, values.row(j));
    }
    return sum / static_cast<double>(n);
  }

  double additive(std::size_t n) const {
    Memory memory({.keyDim = keys.cols, .valueDim = values.cols});
    memory.write(Rows(keys).first(n), Rows(values).first(n));
    return error(memory.state(), n);
  }

  double fitted(std::size_t n) const {
    return error(leastSquares(Rows(keys).first(n), Rows(values).first(n)).state,
                 n);
  }
};

TEST(Capacity, EveryTrialAgreesWithTheDirectSumAtEveryN) {
  for (const auto& [d, m, n] : {std::array<std::size_t, 3>{1, 1, 6},
                                {2, 3, 9},
                                {5, 1, 20},
                                {8, 8, 24},
                                {16, 4, 40}}) {
    for (std::uint64_t trial : {0u, 11u}) {
      CapacityRun run(both(d, m, upTo(n), 3), trial, 1);
      EXPECT_EQ(run.step(5), 0u);
      const auto mean = run.mean();
      const Direct direct(n, d, m, 3, trial);
      for (std::size_t i = 0; i < n; ++i) {
        const double fitted = direct.fitted(i + 1);
        EXPECT_NEAR(mean[i], direct.additive(i + 1),
                    1e-5 * theory::additive(i + 1, d) + 1e-15);
        EXPECT_NEAR(mean[n + i], fitted, 5e-5 * fitted + 1e-15);
      }
    }
  }
}

TEST(Capacity, UpToTheDimensionLeastSquaresIsMeasuredNotWritten) {
  CapacityRun run(both(12, 12, upTo(12)), 0, 4);
  run.step(4);
  const auto mean = run.mean();
  for (std::size_t n = 2; n <= 12; ++n) {
    EXPECT_GT(mean[12 + n - 1], 0) << n;
    EXPECT_LT(mean[12 + n - 1], 1e-18) << n;
  }
}

TEST(Capacity, ReportedPairsDoNotDependOnTheOthers) {
  CapacityRun all(both(6, 4, upTo(20)), 0, 3);
  CapacityRun few(both(6, 4, {3, 6, 7, 20}), 0, 3);
  all.step(3);
  few.step(3);
  const auto every = all.mean();
  const auto some = few.mean();
  std::size_t i = 0;
  for (std::size_t n : {3, 6, 7, 20}) {
    EXPECT_EQ(some[i], every[n - 1]);
    EXPECT_EQ(some[4 + i], every[20 + n - 1]);
    ++i;
  }
}

TEST(Capacity, AgreesWithTheLaws) {
  for (const auto& [d, m, n, trials] :
       {std::array<std::size_t, 4>{1, 1, 4, 4000},
        {2, 5, 8, 4000},
        {8, 8, 24, 600},
        {16, 2, 40, 200}}) {
    CapacityRun run(both(d, m, upTo(n), 5), 0, trials);
    run.step(trials);
    const auto mean = run.mean();
    const auto error = run.standardError();
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_NEAR(mean[i], theory::additive(i + 1, d),
                  std::max(4.5 * error[i], 1e-9))
          << "additive d " << d << " n " << i + 1;
      EXPECT_NEAR(mean[n + i], theory::leastSquares(i + 1, d),
                  std::max(4.5 * error[n + i], 1e-9))
          << "least squares d " << d << " n " << i + 1;
    }
  }
}

TEST(Capacity, HasTheVarianceOfTheExactFormulas) {
  constexpr double kTrials = 6000;
  const double d = 6, m = 3, n = 9;
  CapacityRun run(both(6, 3, {9}, 8), 0, 6000);
  run.step(6000);
  const auto error = run.standardError();
  const double additive = 2 * (n - 1) / (n * m) *
                              (3 / (d * (d + 2)) + 2 * (n - 2) / (d * d) +
                               (n - 2) * (n - 3) / (d * d * d)) +
                          4 * (n - 1) * (d - 1) / (n * d * d * (d + 2));
  const double fitted = 2 * (n - d) / (n * n * m);
  EXPECT_NEAR(error[0] * error[0] * kTrials / additive, 1, 0.1);
  EXPECT_NEAR(error[1] * error[1] * kTrials / fitted, 1, 0.1);
}

TEST(Capacity, StepsSayWhatRemains) {
  CapacityRun run(both(2, 2, {1, 3}), 10, 7);
  expectRangeError([&] { run.mean(); }, {"no trial"});
  EXPECT_EQ(run.step(0), 7u);
  EXPECT_EQ(run.step(3), 4u);
  EXPECT_EQ(run.trials(), 3u);
  EXPECT_EQ(run.step(100), 0u);
  EXPECT_EQ(run.step(1), 0u);
  EXPECT_EQ(run.trials(), 7u);
}

TEST(Capacity, PiecesChangeNoBit) {
  CapacityOptions options = both(9, 4, {1, 2, 11, 40});
  const auto add = [&](auto rule, auto read) {
    MemoryOptions memory{.keyDim = 9, .valueDim = 4};
    memory.rule = rule;
    memory.read = read;
    options.memories.push_back(memory);
  };
  add(Delta{}, Linear{});
  add(Decay{{.9}}, Linear{});
  add(LeastSquares{.ridge = .1}, Linear{});
  add(Cache{}, Softmax{});
  add(Additive{}, Threshold{.at = .2});
  for (const Metric metric : {Metric::kSquaredError, Metric::kTopOne}) {
    for (const Against against : {Against::kPairs, Against::kAge}) {
      options.metric = metric;
      options.against = against;
      CapacityRun whole(options, 3, 5);
      whole.step(5);
      for (const std::size_t pieces : {1, 3, 8, 64, 1000}) {
        CapacityRun run(options, 3, 5);
        EXPECT_EQ(run.advance(0), 5u);
        std::size_t calls = 1;
        while (run.advance(pieces) > 0) ++calls;
        EXPECT_EQ(run.partial(), whole.partial());
        // Most of a block, or of what is left of a report, goes beyond.
        EXPECT_GE(calls * (pieces + 8), 5 * 40u);
        // Begun within a trial, ended by a step.
        CapacityRun mixed(options, 3, 5);
        mixed.advance(pieces);
        mixed.step(5);
        EXPECT_EQ(mixed.partial(), whole.partial());
      }
    }
  }
}

TEST(Capacity, ATrialThatWasRefusedIsRefusedAgain) {
  CapacityOptions options = both(2, 2, {1, 2});
  Matrix rows(2, 2);
  rows(0, 0) = rows(1, 1) = 1e200;
  options.keys = RowKeys{rows};
  CapacityRun run(options, 0, 4);
  for (int i = 0; i < 3; ++i) {
    expectRangeError([&] { run.advance(1000); }, {"overflows"});
    EXPECT_EQ(run.trials(), 0u);
  }
}

TEST(Capacity, RefusesOptionsWithoutMeaning) {
  const auto make = [](CapacityOptions options) {
    return [=] { CapacityRun(options, 0, 1); };
  };
  expectRangeError(make(both(0, 1, {1})), {"keyDim"});
  expectRangeError(make(both(1, 0, {1})), {"valueDim"});
  expectRangeError(make(both(1, 1, {})), {"pairs"});
  expectRangeError(make(both(1, 1, {0, 1})), {"pairs", "0"});
  expectRangeError(make(both(1, 1, {3, 3})), {"pairs", "3"});
  expectRangeError(make(both(1, 1, {1}, std::uint64_t{1} << 53)), {"seed"});
  CapacityOptions odd = both(2, 2, {1});
  odd.memories[1].keyDim = 3;
  expectRangeError(make(odd), {"memory 1", "3 to 2", "expected 2 to 2"});
  odd.memories.clear();
  expectRangeError(make(odd), {"memories"});
  expectRangeError(
      [] { CapacityRun(both(1, 1, {1}), std::uint64_t{1} << 53, 1); },
      {"2^53"});
}

TEST(Capacity, LeastBytesAreThoseOfTheMemoriesAndTheCurve) {
  const auto add = [](CapacityOptions& run, auto rule, auto features) {
    MemoryOptions memory{.keyDim = 7, .valueDim = 5};
    memory.rule = rule;
    memory.features = features;
    run.memories.push_back(memory);
  };
  CapacityOptions run = both(7, 5, {1, 4, 300});
  add(run, Cache{}, EluPlusOne{});
  add(run, Delta{}, Taylor{});
  add(run, RecursiveLeastSquares{}, Dpfp{.nu = 3});
  add(run, LeastSquares{}, Favor{.count = 40});
  add(run, Decay{}, Lsh{.bits = 11});
  for (const Against against : {Against::kPairs, Against::kAge}) {
    run.against = against;
    const std::size_t reported = against == Against::kAge ? 300 : 3;
    const std::size_t curve =
        2 * sizeof(double) * run.memories.size() * reported;
    double held = static_cast<double>(curve);
    for (const MemoryOptions& memory : run.memories) {
      held += static_cast<double>(Memory(memory).stateBytesAfter(300));
    }
    EXPECT_EQ(leastBytes(run), held);
  }
}

TEST(Capacity, LeastBytesOfWhatWouldNeverFit) {
  constexpr std::size_t huge = (std::size_t{1} << 31) - 1;
  CapacityOptions run = both(huge, huge, {huge});
  run.memories[0].features = Taylor{};
  // Features of the first, twice a square for the second; the curve is nothing.
  const double d = huge;
  EXPECT_NEAR(leastBytes(run) / (8 * (d * d * d + 2 * d * d)), 1, 1e-6);
  run.memories[0].features = Dpfp{.nu = 2 * huge};
  expectRangeError([&] { leastBytes(run); }, {"nu"});
}

}  // namespace
}  // namespace matrix_memory

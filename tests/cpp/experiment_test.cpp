#include <cmath>

#include "matrix_memory/capacity.h"
#include "matrix_memory/geometry.h"
#include "matrix_memory/presets.h"
#include "matrix_memory/theory.h"
#include "support.h"

/// CapacityRun with other memories, keys, queries and metrics than the plain.
namespace matrix_memory {
namespace {

using test::expectRangeError;

CapacityOptions experiment(std::size_t d, std::vector<MemoryOptions> memories,
                           std::vector<std::size_t> pairs) {
  for (MemoryOptions& memory : memories) memory.keyDim = memory.valueDim = d;
  return {.keyDim = d,
          .valueDim = d,
          .pairs = std::move(pairs),
          .seed = 3,
          .memories = std::move(memories)};
}

struct Result {
  std::vector<double> mean;
  std::vector<double> error;
};

Result run(const CapacityOptions& options, std::uint64_t trials) {
  CapacityRun run(options, 0, trials);
  run.step(trials);
  return {run.mean(), run.standardError()};
}

TEST(Experiment, RunsEveryPresetButHopfield) {
  for (const Preset& each : presets()) {
    // In few dimensions some keys have no feature that DPFP sees.
    CapacityOptions options =
        experiment(16, {preset(each.name, 16, 16)}, {1, 3, 8});
    if (each.name == "hopfield") {
      expectRangeError([&] { CapacityRun(options, 0, 1); },
                       {"memory 0", "hopfield", "Gaussian"});
      continue;
    }
    const Result result = run(options, 3);
    for (double x : result.mean) {
      EXPECT_TRUE(std::isfinite(x) && x >= 0) << each.name;
    }
  }
}

TEST(Experiment, ReportedPairsDoNotDependOnTheOthers) {
  const auto options = [](std::vector<std::size_t> pairs) {
    CapacityOptions result = experiment(
        4, {{.rule = Delta{}}, {.rule = LeastSquares{0.1}}, {.rule = Cache{}}},
        std::move(pairs));
    result.queryNoise = 0.5;
    result.keys = SparseKeys{.active = 2};
    return result;
  };
  const auto all = run(options({1, 2, 3, 4, 5, 6}), 4).mean;
  const auto few = run(options({2, 6}), 4).mean;
  for (std::size_t memory = 0; memory < 3; ++memory) {
    EXPECT_EQ(few[2 * memory], all[6 * memory + 1]);
    EXPECT_EQ(few[2 * memory + 1], all[6 * memory + 5]);
  }
}

TEST(Experiment, SparseKeysHaveTheOverlapsOfTheFormulas) {
  const double d = 12;
  const double s = 3;
  CapacityOptions options = experiment(12, {{}}, {2});
  options.keys = SparseKeys{.active = 3};
  const Result signedKeys = run(options, 4000);
  EXPECT_NEAR(signedKeys.mean[0], 1 / d, 4.5 * signedKeys.error[0]);
  options.keys = SparseKeys{.active = 3, .isSigned = false};
  const Result plain = run(options, 4000);
  EXPECT_NEAR(plain.mean[0],
              s * s / (d * d) + (1 - s / d) * (1 - s / d) / (d - 1),
              4.5 * plain.error[0]);
}

TEST(Experiment, CorrelatedKeysHaveACosineNearTheirs) {
  CapacityOptions options = experiment(40, {{}}, {2});
  for (double cosine : {0.0, 0.5, 1.0}) {
    options.keys = CorrelatedKeys{cosine};
    const Result result = run(options, 1500);
    // One other pair: the squared cosine, c^2 with a spread of order 1 / d.
    EXPECT_NEAR(result.mean[0], cosine * cosine, 0.04);
  }
  options.keyDim = options.valueDim = 1;
  options.memories = {{.keyDim = 1, .valueDim = 1}};
  options.keys = CorrelatedKeys{0.5};
  EXPECT_EQ(run(options, 20).mean.size(), 1u);
}

TEST(Experiment, RowsAreDrawnWithoutReplacement) {
  CapacityOptions options = experiment(3, {{}}, {3});
  Matrix rows(3, 3);
  for (std::size_t i = 0; i < 3; ++i) rows(i, i) = 1;
  options.keys = RowKeys{rows};
  // Three different axes, each once: exact.
  EXPECT_EQ(run(options, 50).mean[0], 0);
  const Matrix keys = test::sphere(3, 3, 5);
  options.keys = RowKeys{keys};
  const Result result = run(options, 3000);
  EXPECT_NEAR(result.mean[0], keyStatistics(keys).additiveError,
              4.5 * result.error[0]);
}

TEST(Experiment, QueryNoiseAddsItsGain) {
  CapacityOptions options = experiment(8, {{}, {.rule = LeastSquares{}}}, {3});
  options.queryNoise = 0.6;
  const Result result = run(options, 1500);
  EXPECT_NEAR(result.mean[0], 2.0 / 8 + 0.36 / 8 * 3, 4.5 * result.error[0]);
  EXPECT_NEAR(result.mean[1], 0.36 / 8 * theory::leastSquaresNoiseGain(3, 8),
              4.5 * result.error[1]);
}

TEST(Experiment, TopOneIsTheFractionOfRightAnswers) {
  CapacityOptions options = experiment(
      16,
      {{},
       {.rule = LeastSquares{}},
       {.rule = Cache{}, .read = Softmax{.inverseTemperature = 1000}}},
      {1, 4, 16, 60});
  options.metric = Metric::kTopOne;
  const Result result = run(options, 40);
  EXPECT_EQ(result.mean[0], 1);
  EXPECT_GT(result.mean[1], 0.95);
  EXPECT_LT(result.mean[3], 0.6);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(result.mean[4 + i], 1);
  EXPECT_GT(result.mean[7], result.mean[3]);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(result.mean[8 + i], 1);
}

TEST(Experiment, TopOneHasTheMeasuredFractionAtItsLaw) {
  // 2 n ln n = .75 d^2.
  CapacityOptions options = experiment(64, {{}}, {273});
  options.metric = Metric::kTopOne;
  EXPECT_NEAR(run(options, 2).mean[0], 0.72, 0.05);
}

TEST(Experiment, TiesAreNotRight) {
  CapacityOptions options =
      experiment(3, {{.read = Threshold{ThresholdKind::kHard, 1e9}}}, {1, 2});
  options.metric = Metric::kTopOne;
  EXPECT_EQ(run(options, 10).mean, (std::vector<double>{1, 0}));
}

CapacityOptions againstAge(std::vector<MemoryOptions> memories, std::size_t n) {
  CapacityOptions options = experiment(6, std::move(memories), {2, n});
  options.against = Against::kAge;
  return options;
}

TEST(Experiment, AgainstAgeEveryPairHasItsOwnError) {
  const std::vector<MemoryOptions> memories{
      {},
      {.rule = LeastSquares{}},
      {.rule = Decay{{0.9}}},
      {.rule = Delta{0.7}},
      {.rule = GatedDelta{.decay = 0.95, .beta = 1.1}}};
  constexpr std::size_t kPairs = 14;
  const Result result = run(againstAge(memories, kPairs), 3000);
  const auto decay = theory::decayOfAges(kPairs, 6, 0.9);
  const auto delta = theory::gatedDeltaOfAges(kPairs, 6, 1, 0.7);
  const auto gated = theory::gatedDeltaOfAges(kPairs, 6, 0.95, 1.1);
  ASSERT_EQ(result.mean.size(), 5 * kPairs);
  for (std::size_t age = 0; age < kPairs; ++age) {
    const double laws[] = {theory::additive(kPairs, 6),
                           theory::leastSquares(kPairs, 6), decay[age],
                           delta[age], gated[age]};
    for (std::size_t memory = 0; memory < 5; ++memory) {
      const std::size_t at = memory * kPairs + age;
      EXPECT_NEAR(result.mean[at], laws[memory], 4.5 * result.error[at])
          << "memory " << memory << " age " << age;
    }
  }
}

TEST(Experiment, TheMeanOverAgesIsTheErrorOfAllPairs) {
  for (const Metric metric : {Metric::kSquaredError, Metric::kTopOne}) {
    CapacityOptions options = againstAge(
        {{}, {.rule = Delta{}}, {.rule = Cache{}, .read = Softmax{}}}, 9);
    options.metric = metric;
    options.queryNoise = 0.3;
    const Result aged = run(options, 5);
    options.against = Against::kPairs;
    const Result all = run(options, 5);
    for (std::size_t memory = 0; memory < 3; ++memory) {
      double mean = 0;
      for (std::size_t age = 0; age < 9; ++age) {
        mean += aged.mean[9 * memory + age] / 9;
      }
      EXPECT_NEAR(mean, all.mean[2 * memory + 1], 1e-13);
    }
  }
}

TEST(Experiment, AgainstAgeIsAnExperimentOfItsOwn) {
  CapacityOptions options = againstAge({{.rule = Delta{}}}, 5);
  CapacityRun whole(options, 0, 7);
  whole.step(7);
  EXPECT_EQ(whole.stateBytes(), (std::vector<double>{288}));
  CapacityRun merged(options, 0, 0);
  for (std::uint64_t first : {4u, 0u}) {
    CapacityRun part(options, first, first == 4 ? 3 : 4);
    part.step(7);
    merged.absorb(part.partial());
  }
  EXPECT_EQ(merged.partial(), whole.partial());
  // Only the largest n counts, and so does it for the name of the experiment.
  options.pairs = {5};
  CapacityRun(options, 0, 0).absorb(whole.partial());
  options.pairs = {1, 2, 3, 4, 5};
  options.against = Against::kPairs;
  expectRangeError([&] { CapacityRun(options, 0, 0).absorb(whole.partial()); },
                   {"another experiment"});
}

TEST(Experiment, SaysWhatTheMemoriesCarry) {
  const CapacityRun some(experiment(4, {{}, {.rule = Cache{}}}, {1, 10}), 0, 0);
  EXPECT_EQ(some.stateBytes(), (std::vector<double>{128, 128, 64, 640}));
}

TEST(Experiment, SplitsOfAnyMemoryGiveTheSameBits) {
  CapacityOptions options = experiment(
      4, {{.rule = Delta{}}, {.rule = Cache{}, .read = Softmax{}}}, {3, 7});
  options.queryNoise = 0.1;
  CapacityRun whole(options, 0, 11);
  whole.step(11);
  CapacityRun merged(options, 0, 0);
  for (std::uint64_t first : {7u, 0u, 3u}) {
    const std::uint64_t end = first == 7 ? 11 : first == 0 ? 3 : 7;
    CapacityRun part(options, first, end - first);
    part.step(11);
    merged.absorb(part.partial());
  }
  EXPECT_EQ(merged.partial(), whole.partial());
  options.queryNoise = 0.2;
  expectRangeError([&] { CapacityRun(options, 0, 0).absorb(whole.partial()); },
                   {"another experiment"});
}

TEST(Experiment, RefusesKeysAndNoiseWithoutMeaning) {
  const auto with = [](auto change) {
    CapacityOptions options = experiment(3, {{}}, {1, 5});
    change(options);
    return [=] { CapacityRun(options, 0, 1); };
  };
  expectRangeError(with([](auto& o) { o.keys = SparseKeys{.active = 4}; }),
                   {"active is 4", "1 to 3"});
  expectRangeError(with([](auto& o) { o.keys = SparseKeys{.active = 0}; }),
                   {"active is 0"});
  expectRangeError(with([](auto& o) { o.keys = CorrelatedKeys{1.5}; }),
                   {"cosine is 1.5"});
  expectRangeError(with([](auto& o) { o.keys = RowKeys{Matrix(4, 3)}; }),
                   {"rows are 4", "at least 5"});
  expectRangeError(with([](auto& o) { o.keys = RowKeys{Matrix(9, 2)}; }),
                   {"rows have 2", "expected 3"});
  expectRangeError(with([](auto& o) { o.queryNoise = -1; }),
                   {"queryNoise is -1"});
}

TEST(Experiment, RefusesAMemoryThatDivergesAndKeepsTheTrialsBefore) {
  CapacityOptions options = experiment(2, {{.rule = Delta{2}}}, {400});
  Matrix rows = test::gaussian(400, 2, 1);
  for (double& x : rows.data) x *= 30;
  options.keys = RowKeys{rows};
  CapacityRun run(options, 0, 2);
  expectRangeError([&] { run.step(1); }, {"trial 0", "overflows"});
  EXPECT_EQ(run.trials(), 0u);
  options.memories[0].precision = Precision::kSingle;
  expectRangeError([&] { CapacityRun(options, 0, 1).step(1); }, {"write"});
}

}  // namespace
}  // namespace matrix_memory

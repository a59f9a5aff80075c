#include <algorithm>
#include <cmath>
#include <numeric>

#include "matrix_memory/capacity.h"
#include "matrix_memory/least_squares.h"
#include "matrix_memory/theory.h"
#include "support.h"

/// Whole curves in one pass, through CapacityRun: accuracy, and that no path
/// through the engine gives another answer than reading all pairs would.
namespace matrix_memory {
namespace {

std::vector<std::size_t> upTo(std::size_t n) {
  std::vector<std::size_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

CapacityOptions experiment(std::size_t d, std::size_t m, std::size_t n,
                           std::vector<MemoryOptions> memories,
                           KeyDistribution keys = SphereKeys{}) {
  for (MemoryOptions& memory : memories) {
    memory.keyDim = d;
    memory.valueDim = m;
  }
  return {.keyDim = d,
          .valueDim = m,
          .pairs = upTo(n),
          .seed = 17,
          .memories = std::move(memories),
          .keys = std::move(keys)};
}

std::vector<double> errorsOf(const CapacityOptions& options,
                             std::uint64_t first, std::uint64_t trials = 1) {
  CapacityRun run(options, first, trials);
  run.step(trials);
  return run.mean();
}

/// The pairs of a trial on the sphere, drawn as random.h says.
class Trial {
 public:
  Trial(const CapacityOptions& options, std::uint64_t trial)
      : keys(options.pairs.back(), options.keyDim),
        values(options.pairs.back(), options.valueDim) {
    Normals keyNormals(options.seed, trial, Stream::kKeys);
    Normals valueNormals(options.seed, trial, Stream::kValues);
    for (std::size_t i = 0; i < keys.rows; ++i) {
      keyNormals.fillUnit(keys.row(i));
      valueNormals.fillScaled(values.row(i));
    }
  }

  /// Mean error of S = V K' for each n, by the Gram matrices of keys and
  /// values: S k_j - v_j = sum over i of v_i (k_i.k_j - [i = j]).
  std::vector<double> additive() const {
    std::vector<double> errors;
    Matrix missed(keys.rows, values.cols);
    for (std::size_t n = 0; n < keys.rows; ++n) {
      double sum = 0;
      for (std::size_t j = 0; j <= n; ++j) {
        const double overlap = test::dot(keys.row(n), keys.row(j));
        for (std::size_t i = 0; i < values.cols; ++i) {
          missed(j, i) += values(n, i) * (overlap - (j == n ? 1 : 0));
          if (j < n) missed(n, i) += values(j, i) * overlap;
        }
      }
      for (std::size_t j = 0; j <= n; ++j) {
        sum += test::dot(missed.row(j), missed.row(j));
      }
      errors.push_back(sum / static_cast<double>(n + 1));
    }
    return errors;
  }

  /// Mean error of S = V K^+ for each n, by a QR decomposition that is updated
  /// with Givens rotations.
  std::vector<double> leastSquares() const {
    const std::size_t d = keys.cols;
    std::vector<double> errors;
    Matrix triangle(d, d + values.cols);
    double residual = 0;
    for (std::size_t n = 0; n < keys.rows; ++n) {
      std::vector<double> row(keys.row(n).begin(), keys.row(n).end());
      row.insert(row.end(), values.row(n).begin(), values.row(n).end());
      for (std::size_t i = 0; i < d; ++i) {
        const double length = std::hypot(triangle(i, i), row[i]);
        if (length == 0) continue;
        const double c = triangle(i, i) / length;
        const double s = row[i] / length;
        for (std::size_t j = i; j < row.size(); ++j) {
          const double above = triangle(i, j);
          triangle(i, j) = c * above + s * row[j];
          row[j] = c * row[j] - s * above;
        }
      }
      const auto left = std::span<const double>(row).subspan(d);
      residual += test::dot(left, left);
      errors.push_back(residual / static_cast<double>(n + 1));
    }
    return errors;
  }

  Matrix keys;
  Matrix values;
};

const MemoryOptions kAdditive{};
const MemoryOptions kLeastSquares{.rule = LeastSquares{}};

/// The largest relative differences over trials: of one trial, and of the mean.
struct Worst {
  double trial = 0;
  double mean = 0;
};

struct Worsts {
  Worst additive;
  Worst leastSquares;
};

Worsts compare(std::size_t d, std::size_t m, std::size_t n,
               std::size_t trials) {
  const CapacityOptions options =
      experiment(d, m, n, {kAdditive, kLeastSquares});
  std::vector<double> sums(4 * n);
  Worsts worst;
  for (std::size_t t = 0; t < trials; ++t) {
    const Trial trial(options, t);
    const auto errors = errorsOf(options, t);
    const auto additive = trial.additive();
    const auto fitted = trial.leastSquares();
    for (std::size_t i = 0; i < n; ++i) {
      // One pair has no error, and two as good as none where they happen to be
      // orthogonal: the law is the measure then.
      const double size =
          std::max(additive[i], theory::additive(i + 1, d)) + 1e-15;
      worst.additive.trial = std::max(worst.additive.trial,
                                      std::abs(errors[i] - additive[i]) / size);
      if (i >= d) {
        worst.leastSquares.trial =
            std::max(worst.leastSquares.trial,
                     std::abs(errors[n + i] - fitted[i]) / fitted[i]);
      } else {
        // Zero, but for what is measured of rounding.
        EXPECT_LT(errors[n + i], 1e-15) << "d " << d << " n " << i + 1;
      }
      sums[i] += errors[i];
      sums[n + i] += errors[n + i];
      sums[2 * n + i] += additive[i];
      sums[3 * n + i] += fitted[i];
    }
  }
  for (std::size_t i = 1; i < n; ++i) {
    worst.additive.mean =
        std::max(worst.additive.mean, std::abs(sums[i] / sums[2 * n + i] - 1));
    if (i < d) continue;
    worst.leastSquares.mean = std::max(
        worst.leastSquares.mean, std::abs(sums[n + i] / sums[3 * n + i] - 1));
  }
  return worst;
}

/// What the general way makes of the same memories: a threshold of zero changes
/// nothing but wants every read.
std::vector<MemoryOptions> slowly(std::vector<MemoryOptions> memories) {
  for (MemoryOptions& memory : memories) {
    memory.read = Threshold{ThresholdKind::kHard, 0};
  }
  return memories;
}

TEST(Engine, AHundredTrialsAreAsAccurateAsPromised) {
  for (const auto& [d, m, n] :
       {std::array<std::size_t, 3>{32, 32, 96}, {24, 1, 64}, {7, 12, 40}}) {
    const Worsts worst = compare(d, m, n, 100);
    EXPECT_LT(worst.additive.trial, 1e-5) << "d " << d;
    EXPECT_LT(worst.additive.mean, 1e-6) << "d " << d;
    EXPECT_LT(worst.leastSquares.trial, 5e-5) << "d " << d;
    EXPECT_LT(worst.leastSquares.mean, 1e-6) << "d " << d;
  }
}

TEST(Engine, StaysAccurateInSixtyFourDimensions) {
  const Worsts worst = compare(64, 64, 160, 4);
  EXPECT_LT(worst.additive.trial, 1e-5);
  EXPECT_LT(worst.leastSquares.trial, 5e-5);
}

TEST(Engine, IsRightForEveryShapeAndLength) {
  // Ends before, at and after n = d and inside of blocks.
  for (std::size_t d : {1u, 2u, 3u, 7u, 8u, 9u, 15u, 16u, 17u}) {
    for (std::size_t m : {1u, 3u, 8u, 11u}) {
      for (std::size_t n : {d - d / 2, d, d + 1, d + 9, d + 17}) {
        const Worsts worst = compare(d, m, n, 2);
        EXPECT_LT(worst.additive.trial, 1e-5) << d << " " << m << " " << n;
        EXPECT_LT(worst.leastSquares.trial, 5e-5) << d << " " << m << " " << n;
      }
    }
  }
}

TEST(Engine, TenThousandPairsStayAccurate) {
  const CapacityOptions options =
      experiment(64, 8, 10000, {kAdditive, kLeastSquares});
  const auto errors = errorsOf(options, 0);
  const auto fitted = Trial(options, 0).leastSquares();
  for (std::size_t i = 64; i < 10000; ++i) {
    ASSERT_NEAR(errors[10000 + i] / fitted[i], 1, 5e-5) << "n " << i + 1;
  }
  CapacityOptions last = options;
  last.pairs = {10000};
  last.memories = slowly({options.memories[0]});
  EXPECT_NEAR(errors[9999] / errorsOf(last, 0)[0], 1, 1e-5);
}

TEST(Engine, HowManyPairsFollowChangesNoBit) {
  const std::vector<MemoryOptions> memories{
      kAdditive, kLeastSquares, {.rule = Delta{0.5}}};
  constexpr std::size_t kMost = 40;
  const auto all = errorsOf(experiment(10, 3, kMost, memories), 5);
  for (std::size_t n = 1; n < kMost; ++n) {
    const auto some = errorsOf(experiment(10, 3, n, memories), 5);
    for (std::size_t memory = 0; memory < 3; ++memory) {
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(some[memory * n + i], all[memory * kMost + i])
            << "memory " << memory << " n " << i + 1 << " of " << n;
      }
    }
  }
}

TEST(Engine, OtherMemoriesBesideItChangeNoBit) {
  const auto alone = errorsOf(experiment(9, 5, 30, {kLeastSquares}), 2);
  const auto beside = errorsOf(
      experiment(9, 5, 30,
                 {kAdditive, {.rule = Cache{}}, kLeastSquares, kLeastSquares}),
      2);
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(beside[60 + i], alone[i]);
    EXPECT_EQ(beside[90 + i], alone[i]);
  }
}

TEST(Engine, NearlyParallelKeysAreNoTrap) {
  // In the plane some pairs of keys are parallel but for less than 1e-4.
  const CapacityOptions options = experiment(2, 2, 4, {kLeastSquares});
  std::size_t found = 0;
  for (std::uint64_t t = 0; t < 40000; ++t) {
    const Trial trial(options, t);
    const double sine = trial.keys(0, 0) * trial.keys(1, 1) -
                        trial.keys(0, 1) * trial.keys(1, 0);
    if (std::abs(sine) > 1e-4) continue;
    ++found;
    const auto errors = errorsOf(options, t);
    const auto fitted = trial.leastSquares();
    EXPECT_LT(errors[1], 1e-15);
    EXPECT_NEAR(errors[2] / fitted[2], 1, 5e-5);
    EXPECT_NEAR(errors[3] / fitted[3], 1, 5e-5);
  }
  EXPECT_GT(found, 0u);
}

void expectTheSame(const CapacityOptions& options, double tolerance) {
  CapacityOptions slow = options;
  slow.memories = slowly(options.memories);
  for (std::uint64_t trial = 0; trial < 4; ++trial) {
    const auto quick = errorsOf(options, trial);
    const auto read = errorsOf(slow, trial);
    for (std::size_t i = 0; i < quick.size(); ++i) {
      const std::size_t n = options.pairs.size();
      EXPECT_NEAR(quick[i], read[i], tolerance * (1 + read[i]))
          << "memory " << i / n << " n " << i % n + 1 << " trial " << trial;
    }
  }
}

std::vector<MemoryOptions> rankOne() {
  return {{.rule = Decay{{0.9}}},
          {.rule = Decay{{1}}},
          {.rule = Decay{{0}}},
          {.rule = Delta{1}},
          {.rule = Delta{0.4}},
          {.rule = Delta{2}},
          {.rule = GatedDelta{.decay = 0.97, .beta = 0.8}},
          {.rule = GatedDelta{.decay = 0.5, .beta = 1.5}}};
}

TEST(Engine, RankOneRulesAreWhatReadingThemGives) {
  for (const auto& [d, m, n] :
       {std::array<std::size_t, 3>{8, 5, 40}, {1, 2, 12}, {13, 1, 30}}) {
    expectTheSame(experiment(d, m, n, rankOne()), 1e-12);
  }
}

TEST(Engine, UnitKeysNeedNoNormalisation) {
  std::vector<MemoryOptions> memories = rankOne();
  memories.push_back(kAdditive);
  memories.push_back(kLeastSquares);
  std::vector<MemoryOptions> normalised = memories;
  for (MemoryOptions& memory : normalised) {
    memory.normalise = Normalisation::kUnit;
  }
  for (const KeyDistribution& keys :
       {KeyDistribution(SphereKeys{}), KeyDistribution(SparseKeys{.active = 3}),
        KeyDistribution(CorrelatedKeys{0.4})}) {
    const CapacityOptions options = experiment(6, 4, 20, memories, keys);
    const CapacityOptions unit = experiment(6, 4, 20, normalised, keys);
    EXPECT_EQ(errorsOf(unit, 3), errorsOf(options, 3));
    // Through the memory that does normalise: single precision apart.
    expectTheSame(unit, 1e-6);
  }
}

TEST(Engine, KeysOfEveryKindReadAsTheGeneralWayDoes) {
  std::vector<MemoryOptions> memories = rankOne();
  memories.push_back(kAdditive);
  memories.push_back(kLeastSquares);
  memories.erase(memories.begin() + 5);  // beta 2, which long keys blow up
  // Two active of four coordinates: the same key comes again and again.
  expectTheSame(experiment(4, 3, 25, memories, SparseKeys{.active = 2}), 1e-10);
  expectTheSame(experiment(5, 3, 12, memories,
                           SparseKeys{.active = 1, .isSigned = false}),
                1e-10);
  expectTheSame(experiment(6, 6, 25, memories, CorrelatedKeys{0.9}), 1e-10);
  expectTheSame(experiment(3, 3, 9, memories, CorrelatedKeys{1}), 1e-10);

  Matrix rows = test::gaussian(30, 5, 1);
  for (double& x : rows.data) x *= 0.6;
  for (std::size_t j = 0; j < 5; ++j) {
    rows(7, j) = 0;                  // no key at all
    rows(8, j) = rows(9, j);         // one twice
    rows(10, j) = -3 * rows(11, j);  // and parallel ones
  }
  expectTheSame(experiment(5, 4, 30, memories, RowKeys{rows}), 1e-10);
  // Far too long and too short for sums of squares in single precision.
  for (double scale : {1e-30, 1e30}) {
    Matrix scaled = rows;
    for (double& x : scaled.data) x *= scale;
    expectTheSame(experiment(5, 4, 30, {kLeastSquares}, RowKeys{scaled}),
                  1e-10);
  }
}

TEST(Engine, EveryNLiesOnItsLaw) {
  struct Case {
    MemoryOptions memory;
    std::function<double(std::size_t, std::size_t)> law;
  };
  const std::vector<Case> cases{
      {kAdditive, theory::additive},
      {kLeastSquares, theory::leastSquares},
      {{.rule = Decay{{0.95}}},
       [](auto n, auto d) { return theory::decay(n, d, 0.95); }},
      {{.rule = Delta{0.7}},
       [](auto n, auto d) { return theory::delta(n, d, 0.7); }},
      {{.rule = GatedDelta{.decay = 0.98, .beta = 1.2}},
       [](auto n, auto d) { return theory::gatedDelta(n, d, 0.98, 1.2); }}};
  std::vector<MemoryOptions> memories;
  for (const Case& each : cases) memories.push_back(each.memory);
  for (const auto& [d, m, n, trials] :
       {std::array<std::size_t, 4>{3, 2, 12, 3000}, {16, 16, 50, 200}}) {
    CapacityRun run(experiment(d, m, n, memories), 0, trials);
    run.step(trials);
    const auto mean = run.mean();
    const auto error = run.standardError();
    for (std::size_t i = 0; i < mean.size(); ++i) {
      EXPECT_NEAR(mean[i], cases[i / n].law(i % n + 1, d),
                  std::max(4.5 * error[i], 1e-9))
          << "memory " << i / n << " d " << d << " n " << i % n + 1;
    }
  }
}

TEST(Engine, AnySplitOfTheTrialsGivesTheSameBits) {
  std::vector<MemoryOptions> memories = rankOne();
  memories.push_back(kAdditive);
  memories.push_back(kLeastSquares);
  memories.push_back({.rule = Cache{}});
  const CapacityOptions options = experiment(5, 3, 18, memories);
  CapacityRun whole(options, 0, 24);
  whole.step(24);
  for (std::uint64_t part : {1u, 5u, 7u, 23u}) {
    CapacityRun merged(options, 0, 0);
    for (std::uint64_t first = 0; first < 24; first += part) {
      CapacityRun run(options, first,
                      std::min<std::uint64_t>(part, 24 - first));
      while (run.step(2) > 0) {
      }
      merged.absorb(run.partial());
    }
    EXPECT_EQ(merged.partial(), whole.partial());
  }
}

TEST(Engine, HoldsNoMoreThanItNeeds) {
  // So many pairs would fill any machine; only reading them all needs them.
  CapacityOptions options = experiment(3, 3, 1, {kAdditive, kLeastSquares});
  options.pairs = {std::size_t{1} << 50};
  CapacityRun(options, 0, 1).step(0);
  options.pairs = {std::size_t{1} << 60};
  options.memories.push_back(
      {.keyDim = 3, .valueDim = 3, .rule = Cache{}, .read = Softmax{}});
  test::expectRangeError([&] { CapacityRun(options, 0, 1); },
                         {"bytes", "pairs"});
}

}  // namespace
}  // namespace matrix_memory

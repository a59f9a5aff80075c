#include <algorithm>
#include <cmath>
#include <numeric>

#include "matrix_memory/capacity.h"
#include "support.h"

/// Sums over the binary tree of trial indices, through CapacityRun.
namespace matrix_memory {
namespace {

using test::expectRangeError;

CapacityOptions small() {
  const MemoryOptions additive{.keyDim = 3, .valueDim = 2};
  MemoryOptions leastSquares = additive;
  leastSquares.rule = LeastSquares{};
  return {.keyDim = 3,
          .valueDim = 2,
          .pairs = {1, 2, 5},
          .seed = 7,
          .memories = {additive, leastSquares}};
}

CapacityRun finished(std::uint64_t first, std::uint64_t trials) {
  CapacityRun run(small(), first, trials);
  while (run.step(3) > 0) {
  }
  return run;
}

/// A generator of its own, so that the splits do not depend on ours.
class Lcg {
 public:
  explicit Lcg(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t bound) {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<std::size_t>((state_ >> 33) % bound);
  }

 private:
  std::uint64_t state_;
};

TEST(Tally, AnySplitInAnyOrderGivesTheSameBits) {
  constexpr std::uint64_t kFirst = 5;
  constexpr std::uint64_t kTrials = 60;
  const CapacityRun whole = finished(kFirst, kTrials);
  Lcg random(1);
  for (int split = 0; split < 200; ++split) {
    std::vector<std::uint64_t> cuts{kFirst, kFirst + kTrials};
    for (std::size_t i = random.below(6); i > 0; --i) {
      cuts.push_back(kFirst + random.below(kTrials + 1));
    }
    std::sort(cuts.begin(), cuts.end());
    std::vector<std::vector<double>> parts;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      parts.push_back(finished(cuts[i], cuts[i + 1] - cuts[i]).partial());
    }
    for (std::size_t i = parts.size(); i > 1; --i) {
      std::swap(parts[i - 1], parts[random.below(i)]);
    }
    CapacityRun merged(small(), 0, 0);
    for (const auto& part : parts) merged.absorb(part);
    ASSERT_EQ(merged.trials(), kTrials);
    ASSERT_EQ(merged.mean(), whole.mean());
    ASSERT_EQ(merged.standardError(), whole.standardError());
    ASSERT_EQ(merged.partial(), whole.partial());
  }
}

TEST(Tally, IsTheMeanAndItsStandardError) {
  constexpr std::size_t kTrials = 37;
  const CapacityRun whole = finished(0, kTrials);
  std::vector<std::vector<double>> single;
  for (std::size_t t = 0; t < kTrials; ++t) {
    single.push_back(finished(t, 1).mean());
  }
  for (std::size_t i = 0; i < single[0].size(); ++i) {
    double mean = 0;
    for (const auto& trial : single) mean += trial[i] / kTrials;
    double squares = 0;
    for (const auto& trial : single) squares += std::pow(trial[i] - mean, 2);
    EXPECT_NEAR(whole.mean()[i], mean, 1e-14);
    EXPECT_NEAR(whole.standardError()[i],
                std::sqrt(squares / (kTrials - 1) / kTrials), 1e-14);
  }
}

TEST(Tally, OneTrialHasAnInfiniteStandardError) {
  for (double error : finished(3, 1).standardError()) {
    EXPECT_TRUE(std::isinf(error));
  }
}

TEST(Tally, KeepsFewNodesHoweverManyTrials) {
  const std::size_t node = 2 + 2 * 6;
  EXPECT_EQ(finished(0, 256).partial().size(), 1 + node);
  EXPECT_LE(finished(1, 254).partial().size(), 1 + 14 * node);
}

TEST(Tally, RefusesTrialsThatCountTwice) {
  CapacityRun run = finished(0, 8);
  const auto before = run.partial();
  expectRangeError([&] { run.absorb(finished(7, 2).partial()); }, {"trial 7"});
  expectRangeError([&] { run.absorb(finished(0, 16).partial()); },
                   {"shares trial 0"});
  auto twice = finished(9, 1).partial();
  twice.insert(twice.end(), twice.begin() + 1, twice.end());
  expectRangeError([&] { run.absorb(twice); }, {"trial 9"});
  EXPECT_EQ(run.partial(), before);
  CapacityRun unfinished(small(), 0, 10);
  unfinished.step(2);
  expectRangeError([&] { unfinished.absorb(finished(9, 1).partial()); },
                   {"trial 9"});
}

TEST(Tally, RefusesWhatIsNoPartial) {
  CapacityRun run(small(), 0, 0);
  const auto good = finished(4, 1).partial();
  const auto with = [&](std::size_t at, double value) {
    auto copy = good;
    copy.at(1 + at) = value;
    return copy;
  };
  expectRangeError([&] { run.absorb({}); }, {"another experiment"});
  expectRangeError([&] { run.absorb(with(std::size_t(-1), 3)); },
                   {"another experiment"});
  expectRangeError([&] { run.absorb(std::span(good).first(4)); },
                   {"3 numbers", "multiple of 14"});
  expectRangeError([&] { run.absorb(with(0, -1)); }, {"level"});
  expectRangeError([&] { run.absorb(with(0, 0.5)); }, {"level"});
  expectRangeError([&] { run.absorb(with(0, 54)); }, {"level"});
  expectRangeError([&] { run.absorb(with(0, NAN)); }, {"level"});
  expectRangeError([&] { run.absorb(with(1, -1)); }, {"index"});
  expectRangeError([&] { run.absorb(with(1, 1e300)); }, {"index"});
  expectRangeError([&] { run.absorb(with(2, NAN)); }, {"finite"});
  expectRangeError([&] { run.absorb(with(8, -1)); }, {"finite"});
  EXPECT_EQ(run.trials(), 0u);
  run.absorb(good);
  EXPECT_EQ(run.trials(), 1u);
}

}  // namespace
}  // namespace matrix_memory

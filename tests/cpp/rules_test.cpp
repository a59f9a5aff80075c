#include "matrix_memory/rules.h"

#include <cmath>

#include "matrix_memory/least_squares.h"
#include "matrix_memory/memory.h"
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

Memory memoryOf(const Rule& rule, std::size_t d, std::size_t m) {
  return Memory({.keyDim = d, .valueDim = m, .rule = rule});
}

Matrix stateOf(const Rule& rule, const Matrix& keys, const Matrix& values,
               const Gates& gates = {}) {
  Memory memory = memoryOf(rule, keys.cols, values.cols);
  memory.write(keys, values, gates);
  return memory.state();
}

const std::vector<Rule> kRules{Additive{},
                               Decay{{0.9}},
                               Delta{0.5},
                               GatedDelta{0.9, 0.5},
                               RecursiveLeastSquares{0.5, 0.9},
                               LeastSquares{0.1}};

TEST(Rules, WriteABatchAsTheyWriteSinglePairs) {
  const Matrix keys = sphere(12, 5, 1);
  const Matrix values = gaussian(12, 3, 2);
  for (const Rule& rule : kRules) {
    Memory whole = memoryOf(rule, 5, 3);
    whole.write(keys, values);
    for (std::size_t split = 1; split < 12; ++split) {
      Memory parts = memoryOf(rule, 5, 3);
      for (std::size_t i = 0; i < 12; i += split) {
        const std::size_t end = std::min<std::size_t>(12, i + split);
        parts.write(Rows(keys).slice(i, end), Rows(values).slice(i, end));
      }
      EXPECT_EQ(parts.save(), whole.save()) << nameOf(rule) << " " << split;
    }
  }
}

TEST(Rules, WriteNothingWhereTheStateWouldLeaveTheRange) {
  for (const Rule& rule : kRules) {
    Memory memory = memoryOf(rule, 2, 2);
    memory.write(matrixOf({{1, 0}}), matrixOf({{1, 2}}));
    const auto before = memory.save();
    expectRangeError(
        [&] {
          memory.write(
              matrixOf({{1, 0}, {1, 0}, {1, 0}, {1e200, 1e200}, {1e200, 0}}),
              matrixOf({{1.7e308, 0},
                        {1.7e308, 0},
                        {1.7e308, 0},
                        {1e200, 1e200},
                        {1e250, 1e200}}));
        },
        {"write"});
    EXPECT_EQ(memory.save(), before) << nameOf(rule);
    memory.write(matrixOf({{0, 1}}), matrixOf({{3, 4}}));
    EXPECT_EQ(memory.pairs(), 2u);
  }
}

TEST(Decay, OfOneIsAdditiveAndOfZeroResets) {
  const Matrix keys = gaussian(7, 4, 1);
  const Matrix values = gaussian(7, 3, 2);
  EXPECT_EQ(stateOf(Decay{}, keys, values).data,
            stateOf(Additive{}, keys, values).data);
  Matrix last(1, 4);
  Matrix lastValue(1, 3);
  std::copy_n(keys.row(6).begin(), 4, last.data.begin());
  std::copy_n(values.row(6).begin(), 3, lastValue.data.begin());
  EXPECT_EQ(stateOf(Decay{{0}}, keys, values).data,
            stateOf(Additive{}, last, lastValue).data);
}

TEST(Decay, ForgetsFeatureByFeature) {
  Memory memory = memoryOf(Decay{{1, 0.5}}, 2, 1);
  memory.write(matrixOf({{1, 1}, {0, 0}, {0, 0}}), matrixOf({{4}, {0}, {0}}));
  EXPECT_EQ(memory.state().data, (std::vector<double>{4, 1}));
}

TEST(Decay, ForgetsTheDenominatorToo) {
  Memory memory(
      {.keyDim = 1, .valueDim = 1, .rule = Decay{{0.5}}, .read = Normalised{}});
  memory.write(matrixOf({{1}, {1}}), matrixOf({{2}, {5}}));
  EXPECT_EQ(memory.read(matrixOf({{1}})).data[0], (0.5 * 2 + 5) / 1.5);
}

TEST(Delta, HasItsGoldenPassAtSixtyDegrees) {
  Memory memory = memoryOf(Delta{}, 2, 2);
  const Matrix keys = matrixOf({{1, 0}, {0.5, std::sqrt(0.75)}});
  memory.write(keys, matrixOf({{1, 0}, {0, 1}}));
  expectNear(memory.read(keys).data, std::vector<double>{0.75, 0.5, 0, 1},
             1e-15);
}

TEST(Delta, OverwritesWhereBetaIsOneOverTheSquaredLength) {
  const Matrix keys = matrixOf({{2, 0}, {0, 2}, {2, 0}});
  const Matrix values = matrixOf({{1, 1}, {2, 2}, {5, -3}});
  Memory memory = memoryOf(Delta{0.25}, 2, 2);
  memory.write(keys, values);
  EXPECT_EQ(memory.read(matrixOf({{2, 0}, {0, 2}})).data,
            (std::vector<double>{5, -3, 2, 2}));
}

TEST(Delta, OnOrthonormalKeysIsAdditive) {
  const Matrix keys = matrixOf({{0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 1}});
  const Matrix values = gaussian(3, 2, 1);
  expectNear(stateOf(Delta{}, keys, values).data,
             stateOf(Additive{}, keys, values).data, 1e-15);
}

TEST(Delta, SweepsTowardsLeastSquaresByCosineSquaredEach) {
  const double angle = 0.8;
  const Matrix keys = matrixOf({{1, 0}, {std::cos(angle), std::sin(angle)}});
  const Matrix values = gaussian(2, 3, 4);
  const Matrix limit = leastSquares(keys, values).state;
  Memory memory = memoryOf(Delta{}, 2, 3);
  memory.write(keys, values);
  double before = test::squaredDistance(memory.state().data, limit.data);
  for (int sweep = 0; sweep < 20; ++sweep) {
    memory.write(keys, values);
    const double after = test::squaredDistance(memory.state().data, limit.data);
    EXPECT_NEAR(std::sqrt(after / before), std::pow(std::cos(angle), 2), 1e-6);
    before = after;
  }
}

TEST(Delta, StaysBoundedUpToTwoAndIsRefusedWhenItLeavesTheRange) {
  Memory bounded = memoryOf(Delta{2}, 3, 2);
  Memory wild = memoryOf(Delta{2}, 3, 2);
  const Matrix keys = sphere(50, 3, 1);
  Matrix longer = keys;
  for (double& x : longer.data) x *= 3;
  const Matrix values = gaussian(50, 2, 2);
  bool refused = false;
  for (int i = 0; i < 40; ++i) bounded.write(keys, values);
  // Reflections keep the length of S, and each pair adds at most two values.
  for (double x : bounded.state().data) EXPECT_LT(std::abs(x), 1e4);
  for (int i = 0; i < 40 && !refused; ++i) {
    const auto before = wild.save();
    try {
      wild.write(longer, values);
    } catch (const RangeError&) {
      refused = true;
      EXPECT_EQ(wild.save(), before);
    }
  }
  EXPECT_TRUE(refused);
}

TEST(GatedDelta, WithoutDecayIsDelta) {
  const Matrix keys = sphere(9, 4, 1);
  const Matrix values = gaussian(9, 3, 2);
  EXPECT_EQ(stateOf(GatedDelta{1, 0.7}, keys, values).data,
            stateOf(Delta{0.7}, keys, values).data);
  EXPECT_EQ(stateOf(GatedDelta{0.5, 0}, keys, values).data,
            std::vector<double>(12));
}

TEST(RecursiveLeastSquares, IsRidgeRegressionAfterEveryPair) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const double ridge = std::pow(10.0, -2.0 + double(seed % 4));
    const Matrix keys = gaussian(15, 1 + seed % 6, seed);
    const Matrix values = gaussian(15, 1 + seed % 3, seed + 20);
    Memory memory =
        memoryOf(RecursiveLeastSquares{ridge}, keys.cols, values.cols);
    for (std::size_t n = 1; n <= 15; ++n) {
      memory.write(Rows(keys).slice(n - 1, n), Rows(values).slice(n - 1, n));
      expectNear(memory.state().data,
                 leastSquares(Rows(keys).first(n), Rows(values).first(n), ridge)
                     .state.data,
                 1e-9);
    }
  }
}

TEST(RecursiveLeastSquares, IsNotMovedByAZeroKey) {
  for (double forgetting : {1.0, 0.5}) {
    Memory memory = memoryOf(RecursiveLeastSquares{1, forgetting}, 2, 1);
    memory.write(matrixOf({{1, 2}}), matrixOf({{3}}));
    Memory after = memory;
    after.write(Matrix(2, 2), matrixOf({{5}, {6}}));
    EXPECT_EQ(after.state().data, memory.state().data);
    const Matrix next = matrixOf({{1, -1}});
    after.write(next, matrixOf({{1}}));
    memory.write(next, matrixOf({{1}}));
    EXPECT_EQ(after.state().data, memory.state().data);
    EXPECT_EQ(after.pairs(), 4u);
  }
}

TEST(RecursiveLeastSquares, RefusesAKeyThatIsTooLong) {
  Memory memory = memoryOf(RecursiveLeastSquares{}, 2, 1);
  expectRangeError(
      [&] {
        memory.write(matrixOf({{1e200, 0}}), Matrix(1, 1));
      },
      {"write", "key"});
}

TEST(Gates, OverrideTheRuleForOneCall) {
  const Matrix keys = sphere(3, 2, 1);
  const Matrix values = gaussian(3, 2, 2);
  const std::vector<double> one{0.25};
  const std::vector<double> each{0.25, 0.25, 0.25};
  const std::vector<double> all(6, 0.25);
  const auto expected = stateOf(Decay{{0.25}}, keys, values).data;
  for (const auto& decay : {one, each, all}) {
    EXPECT_EQ(stateOf(Decay{}, keys, values, {.decay = decay}).data, expected);
  }
  for (const auto& beta : {one, each}) {
    EXPECT_EQ(stateOf(Delta{}, keys, values, {.beta = beta}).data,
              stateOf(Delta{0.25}, keys, values).data);
  }
  EXPECT_EQ(
      stateOf(GatedDelta{}, keys, values, {.beta = one, .decay = all}).data,
      stateOf(GatedDelta{0.25, 0.25}, keys, values).data);
}

TEST(Gates, AreRefusedOutOfRangeOrOutOfPlace) {
  const Matrix keys = sphere(3, 2, 1);
  const auto writing = [&](const Rule& rule, std::vector<double> beta,
                           std::vector<double> decay) {
    return [=] { stateOf(rule, keys, keys, {.beta = beta, .decay = decay}); };
  };
  expectRangeError(writing(Additive{}, {1}, {}), {"beta", "additive"});
  expectRangeError(writing(Delta{}, {}, {1}), {"decay", "delta"});
  expectRangeError(writing(Decay{}, {1}, {}), {"beta", "decay"});
  expectRangeError(writing(Delta{}, {2.5}, {}), {"beta[0] is 2.5", "0 to 2"});
  expectRangeError(writing(Delta{}, {1, 1, -1}, {}), {"beta[2] is -1"});
  expectRangeError(writing(Delta{}, {1, 1}, {}),
                   {"beta has 2", "expected 1 or 3"});
  expectRangeError(writing(Decay{}, {}, {1.5}), {"decay[0] is 1.5", "0 to 1"});
  expectRangeError(writing(Decay{}, {}, {NAN}), {"decay[0] is nan"});
  expectRangeError(writing(Decay{}, {}, {1, 1}), {"decay has 2", "3 x 2"});
}

TEST(Rules, RefuseParametersOutOfRange) {
  const auto make = [](const Rule& rule) {
    return [=] { memoryOf(rule, 3, 2); };
  };
  expectRangeError(make(Decay{{1.5}}), {"decay is 1.5", "0 to 1"});
  expectRangeError(make(Decay{{1, 1}}), {"decay has 2", "1 or 3"});
  expectRangeError(make(Delta{-1}), {"beta is -1", "0 to 2"});
  expectRangeError(make(GatedDelta{2, 1}), {"decay is 2"});
  expectRangeError(make(GatedDelta{1, NAN}), {"beta is nan"});
  expectRangeError(make(RecursiveLeastSquares{0, 1}), {"ridge is 0"});
  expectRangeError(make(RecursiveLeastSquares{1e-310, 1}), {"ridge"});
  expectRangeError(make(RecursiveLeastSquares{1, 0}), {"forgetting is 0"});
  expectRangeError(make(RecursiveLeastSquares{1, 1.1}), {"forgetting is 1.1"});
  expectRangeError(make(LeastSquares{-1}), {"ridge is -1"});
}

TEST(StateBytes, AreFixedForAMatrixAndGrowWithACache) {
  const auto bytes = [](const Rule& rule, std::uint64_t pairs) {
    return memoryOf(rule, 4, 3).stateBytesAfter(pairs);
  };
  for (std::uint64_t pairs : {0u, 1000u}) {
    EXPECT_EQ(bytes(Additive{}, pairs), 8 * 12u);
    EXPECT_EQ(bytes(RecursiveLeastSquares{}, pairs), 8 * (12 + 16u));
    EXPECT_EQ(bytes(LeastSquares{}, pairs), 8 * (12 + 16u));
    EXPECT_EQ(bytes(Cache{}, pairs), 8 * 7 * pairs);
  }
  EXPECT_EQ(
      Memory({.keyDim = 4, .valueDim = 3, .read = Normalised{}}).stateBytes(),
      8 * (12 + 4u));
  EXPECT_EQ(Memory({.keyDim = 4,
                    .valueDim = 3,
                    .rule = RecursiveLeastSquares{},
                    .precision = Precision::kHalf})
                .stateBytes(),
            2 * 12 + 8 * 16u);
}

}  // namespace
}  // namespace matrix_memory

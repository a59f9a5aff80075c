#include "matrix_memory/readout.h"

#include <cmath>

#include "matrix_memory/memory.h"
#include "support.h"

namespace matrix_memory {
namespace {

using test::dot;
using test::expectNear;
using test::expectRangeError;
using test::gaussian;
using test::matrixOf;
using test::sphere;

Memory cacheOf(const ReadOut& read, const Features& features = Identity{}) {
  return Memory({.keyDim = 2,
                 .valueDim = 2,
                 .features = features,
                 .rule = Cache{},
                 .read = read});
}

const Matrix kKeys = matrixOf({{1, 0}, {0.5, std::sqrt(0.75)}});
const Matrix kValues = matrixOf({{1, 0}, {0, 1}});

TEST(Softmax, HasTheGoldenWeightsAtSixtyDegrees) {
  Memory memory = cacheOf(Softmax{.inverseTemperature = 1});
  memory.write(kKeys, kValues);
  expectNear(memory.weights(kKeys.row(0)), std::vector<double>{0.6225, 0.3775},
             5e-5);
  expectNear(memory.read(Rows(kKeys).first(1)).data,
             memory.weights(kKeys.row(0)), 1e-16);
}

TEST(Softmax, HasOneOverTheRootOfTheDimensionAsItsDefault) {
  const Memory memory = cacheOf(Softmax{});
  EXPECT_DOUBLE_EQ(*std::get<Softmax>(memory.options().read).inverseTemperature,
                   1 / std::sqrt(2.0));
}

TEST(Softmax, TendsToTheLargestScoreAndToTheMean) {
  Memory cold = cacheOf(Softmax{.inverseTemperature = 1e308});
  Memory warm = cacheOf(Softmax{.inverseTemperature = 0});
  const Matrix keys = matrixOf({{1, 0}, {0, 1}, {1, 0}});
  const Matrix values = matrixOf({{2, 0}, {9, 9}, {4, 6}});
  cold.write(keys, values);
  warm.write(keys, values);
  EXPECT_EQ(cold.read(matrixOf({{1, 0}})).data, (std::vector<double>{3, 3}));
  expectNear(warm.read(matrixOf({{1e300, -1e300}})).data,
             std::vector<double>{5, 5}, 1e-14);
}

TEST(Softmax, IsNotMovedByACommonPartOfAllScores) {
  Memory memory = cacheOf(Softmax{.inverseTemperature = 1});
  memory.write(matrixOf({{1000, 0}, {1000, 1}}), kValues);
  expectNear(memory.weights(std::vector<double>{1, 1}),
             std::vector<double>{1 / (1 + M_E), M_E / (1 + M_E)}, 1e-12);
}

TEST(Softmax, KeepsTheBestOnly) {
  Memory memory = cacheOf(Softmax{.inverseTemperature = 1, .topK = 2});
  memory.write(matrixOf({{1, 0}, {3, 0}, {1, 0}, {2, 0}}), gaussian(4, 2, 1));
  const auto weights = memory.weights(std::vector<double>{1, 0});
  expectNear(weights, std::vector<double>{0, M_E / (1 + M_E), 0, 1 / (1 + M_E)},
             1e-15);
  // Of equals the first.
  const auto other = memory.weights(std::vector<double>{-1, 0});
  expectNear(other, std::vector<double>{0.5, 0, 0.5, 0}, 1e-15);
}

TEST(Softmax, StepsOfAModernHopfieldNetworkRecallACleanPattern) {
  const Matrix patterns = sphere(10, 16, 1);
  Memory memory({.keyDim = 16,
                 .valueDim = 16,
                 .rule = Cache{},
                 .read = Softmax{.inverseTemperature = 30, .steps = 5}});
  memory.write(patterns, patterns);
  Matrix noisy = patterns;
  const Matrix noise = gaussian(10, 16, 2);
  for (std::size_t i = 0; i < noisy.data.size(); ++i) {
    noisy.data[i] += 0.1 * noise.data[i];
  }
  const Matrix read = memory.read(noisy);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_LT(test::squaredDistance(read.row(i), patterns.row(i)), 1e-6);
  }
}

TEST(Normalised, LinearMemoryIsAKernelSmootherOverACache) {
  for (const Features& features :
       {Features{EluPlusOne{}}, Features{Favor{}}, Features{Taylor{}}}) {
    const Matrix keys = sphere(8, 3, 1);
    const Matrix values = gaussian(8, 2, 2);
    const Matrix queries = sphere(4, 3, 3);
    MemoryOptions options{
        .keyDim = 3, .valueDim = 2, .features = features, .read = Normalised{}};
    Memory linear(options);
    options.rule = Cache{};
    Memory smoother(options);
    linear.write(keys, values);
    smoother.write(keys, values);
    expectNear(linear.read(queries).data, smoother.read(queries).data, 1e-12);
    double sum = 0;
    for (double weight : smoother.weights(queries.row(0))) sum += weight;
    EXPECT_NEAR(sum, 1, 1e-14);
  }
}

TEST(Normalised, RefusesAZeroDenominatorByRow) {
  for (const Rule& rule : {Rule{Additive{}}, Rule{Cache{}}}) {
    Memory memory(
        {.keyDim = 2, .valueDim = 1, .rule = rule, .read = Normalised{}});
    memory.write(matrixOf({{1, 0}}), matrixOf({{1}}));
    expectRangeError(
        [&] {
          memory.read(matrixOf({{1, 0}, {0, 1}}));
        },
        {"read", "row 1", "sum to 0"});
  }
}

TEST(Cache, ReadsLinearlyAsTheAdditiveMemory) {
  const Matrix keys = gaussian(9, 2, 1);
  const Matrix values = gaussian(9, 2, 2);
  Memory cache = cacheOf(Linear{});
  Memory additive({.keyDim = 2, .valueDim = 2});
  cache.write(keys, values);
  additive.write(keys, values);
  expectNear(cache.read(keys).data, additive.read(keys).data, 1e-12);
}

TEST(Cache, HasWeightsButNoStateAndTheOthersHaveNone) {
  Memory cache = cacheOf(Linear{});
  EXPECT_EQ(cache.weights(kKeys.row(0)).size(), 0u);
  EXPECT_THROW(cache.state(), Error);
  expectRangeError([&] { cache.read(kKeys); }, {"read", "nothing is written"});
  cache.write(kKeys, kValues);
  EXPECT_EQ(cache.weights(kKeys.row(0)).size(), 2u);
  const Memory additive({.keyDim = 2, .valueDim = 2});
  EXPECT_THROW(additive.weights(kKeys.row(0)), Error);
  expectRangeError(
      [] {
        Memory({.keyDim = 2, .valueDim = 2, .read = Normalised{}}).read(kKeys);
      },
      {"nothing is written"});
}

Memory withRead(const ReadOut& read) {
  Memory memory({.keyDim = 3, .valueDim = 3, .read = read});
  memory.write(matrixOf({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
               matrixOf({{2, 0, 0}, {0, -3, 0}, {0, 0, 0.5}}));
  return memory;
}

TEST(Threshold, ClearsWhatIsSmall) {
  const Matrix query = matrixOf({{1, 1, 1}});
  EXPECT_EQ(withRead(Threshold{ThresholdKind::kHard, 1}).read(query).data,
            (std::vector<double>{2, -3, 0}));
  EXPECT_EQ(withRead(Threshold{ThresholdKind::kSoft, 1}).read(query).data,
            (std::vector<double>{1, -2, 0}));
  EXPECT_EQ(withRead(Threshold{ThresholdKind::kHard, 2}).read(query).data,
            (std::vector<double>{2, -3, 0}));
}

TEST(Codebook, AnswersWithItsRows) {
  const Matrix codebook = matrixOf({{1, 0, 0}, {0, 1, 0}, {0, -1, 0}});
  const Matrix queries = matrixOf({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  EXPECT_EQ(withRead(Nearest{codebook}).read(queries).data,
            (std::vector<double>{1, 0, 0, 0, -1, 0, 1, 0, 0}));
  const Matrix soft =
      withRead(Softmax{.inverseTemperature = 1, .codebook = codebook})
          .read(Rows(queries).first(1));
  const double p = std::exp(2) / (std::exp(2) + 2);
  expectNear(soft.data, std::vector<double>{p, 0, 0}, 1e-15);
}

TEST(Sign, OfALinearReadIsTakenEntryByEntry) {
  EXPECT_EQ(withRead(Sign{}).read(matrixOf({{1, 1, 0}})).data,
            (std::vector<double>{1, -1, 0}));
}

TEST(ReadOut, GivesZerosBeforeTheFirstWrite) {
  for (const ReadOut& read : {ReadOut{Linear{}}, ReadOut{Sign{}},
                              ReadOut{Nearest{matrixOf({{1}})}}}) {
    Memory memory({.keyDim = 2, .valueDim = 1, .read = read});
    EXPECT_EQ(memory.read(gaussian(2, 2, 1)).data, std::vector<double>(2));
  }
}

Memory hopfield(std::size_t n) {
  return Memory(
      {.keyDim = n, .valueDim = n, .rule = Hopfield{}, .read = Sign{}});
}

TEST(Hopfield, RecallsAPatternFromANoisyOne) {
  const Matrix patterns = randomRows(RandomKind::kSign, 4, 64, 1);
  Memory memory = hopfield(64);
  memory.write(patterns, patterns);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(memory.state()(i, i), 0);
  Matrix noisy = patterns;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 6; ++j) noisy(i, 9 * j + i) *= -1;
  }
  EXPECT_EQ(memory.read(noisy).data, patterns.data);
}

TEST(Hopfield, NeverRaisesTheEnergy) {
  const Matrix patterns = randomRows(RandomKind::kSign, 12, 20, 3);
  Memory memory = hopfield(20);
  memory.write(patterns, patterns);
  MemoryOptions options = memory.options();
  const Matrix starts = randomRows(RandomKind::kSign, 30, 20, 4);
  for (std::size_t i = 0; i < starts.rows; ++i) {
    double energy = memory.energy(starts.row(i));
    for (std::size_t steps = 1; steps < 6; ++steps) {
      options.read = Sign{steps};
      Memory fewer(options);
      fewer.write(patterns, patterns);
      const Matrix settled = fewer.read(Rows(starts).slice(i, i + 1));
      const double after = memory.energy(settled.data);
      EXPECT_LE(after, energy);
      energy = after;
    }
    const Matrix fixed = memory.read(Rows(starts).slice(i, i + 1));
    EXPECT_EQ(memory.read(fixed).data, fixed.data);
  }
}

TEST(Hopfield, KeepsAUnitWithoutAField) {
  Memory memory = hopfield(2);
  memory.write(matrixOf({{1, 1}, {1, -1}}), matrixOf({{1, 1}, {1, -1}}));
  EXPECT_EQ(memory.read(matrixOf({{-1, 1}})).data,
            (std::vector<double>{-1, 1}));
}

TEST(Hopfield, HasTheEnergyOfItsFormula) {
  Memory memory = hopfield(3);
  const Matrix x = matrixOf({{1, -1, 1}});
  memory.write(x, x);
  EXPECT_EQ(memory.energy(x.row(0)), -3);
  EXPECT_THROW(Memory({}).energy(std::vector<double>{1}), Error);
}

TEST(Hopfield, RefusesWhatIsNoPattern) {
  Memory memory = hopfield(2);
  expectRangeError(
      [&] {
        memory.write(matrixOf({{1, 1}, {1, 0.5}}),
                     matrixOf({{1, 1}, {1, 0.5}}));
      },
      {"write: row 1", "+-1"});
  expectRangeError(
      [&] {
        memory.write(matrixOf({{1, 1}}), matrixOf({{1, -1}}));
      },
      {"row 0"});
}

TEST(Choices, WithoutAMeaningTogetherAreRefusedWithTheReason) {
  const auto make = [](MemoryOptions options) {
    return [=] { Memory memory(options); };
  };
  const auto d2 = [](auto change) {
    MemoryOptions options{.keyDim = 2, .valueDim = 2};
    change(options);
    return options;
  };
  for (const Rule& rule :
       {Rule{Delta{}}, Rule{GatedDelta{}}, Rule{RecursiveLeastSquares{}},
        Rule{LeastSquares{}}, Rule{Hopfield{}}}) {
    expectRangeError(make(d2([&](auto& o) {
                       o.rule = rule;
                       o.read = Normalised{};
                     })),
                     {"normalised", nameOf(rule).data()});
  }
  expectRangeError(make(d2([](auto& o) { o.normalise = Normalisation::kSum; })),
                   {"never negative"});
  expectRangeError(make({.keyDim = 1, .normalise = Normalisation::kLayer}),
                   {"layer"});
  expectRangeError(make(d2([](auto& o) { o.read = Softmax{}; })), {"codebook"});
  expectRangeError(make(d2([](auto& o) {
                     o.rule = Cache{};
                     o.read = Softmax{.codebook = Matrix(1, 2)};
                   })),
                   {"cache", "codebook"});
  expectRangeError(make({.keyDim = 2, .valueDim = 3, .rule = Hopfield{}}),
                   {"hopfield", "keyDim is 2", "valueDim 3"});
  expectRangeError(make(d2([](auto& o) {
                     o.rule = Hopfield{};
                     o.normalise = Normalisation::kUnit;
                   })),
                   {"hopfield", "+-1"});
  expectRangeError(make(d2([](auto& o) { o.read = Nearest{}; })),
                   {"codebook has 0 rows"});
  expectRangeError(make(d2([](auto& o) { o.read = Nearest{Matrix(2, 3)}; })),
                   {"codebook has 3", "expected 2"});
  expectRangeError(make(d2([](auto& o) {
                     o.read = Threshold{ThresholdKind::kSoft, -1};
                   })),
                   {"at is -1"});
  expectRangeError(make(d2([](auto& o) {
                     o.rule = Cache{};
                     o.read = Softmax{.inverseTemperature = -1};
                   })),
                   {"inverseTemperature is -1"});
  expectRangeError(make(d2([](auto& o) { o.read = Sign{0}; })), {"steps"});
}

}  // namespace
}  // namespace matrix_memory

#include "matrix_memory/memory.h"

#include <cmath>

#include "matrix_memory/geometry.h"
#include "matrix_memory/least_squares.h"
#include "support.h"

namespace matrix_memory {
namespace {

using test::expectNear;
using test::expectRangeError;
using test::gaussian;
using test::matrixOf;
using test::product;
using test::transpose;

Memory additive(std::size_t keyDim, std::size_t valueDim) {
  return Memory({.keyDim = keyDim, .valueDim = valueDim});
}

TEST(AdditiveMemory, HasTheGoldenReadAtSixtyDegrees) {
  Memory memory = additive(2, 2);
  memory.write(matrixOf({{1, 0}, {0.5, std::sqrt(0.75)}}),
               matrixOf({{1, 0}, {0, 1}}));
  expectNear(memory.read(matrixOf({{1, 0}})).data, std::vector<double>{1, 0.5},
             1e-15);
  EXPECT_EQ(memory.pairs(), 2u);
  EXPECT_EQ(memory.stateBytes(), 32u);
}

TEST(AdditiveMemory, OfOnePairReadsItsLengthSquaredTimesTheValue) {
  Memory memory = additive(3, 2);
  memory.write(matrixOf({{1, 2, 2}}), matrixOf({{5, -1}}));
  EXPECT_EQ(memory.read(matrixOf({{1, 2, 2}})).data,
            (std::vector<double>{45, -9}));
  EXPECT_EQ(memory.read(matrixOf({{2, -1, 0}})).data,
            (std::vector<double>{0, 0}));
}

TEST(AdditiveMemory, ReadsItsKeysAsValuesTimesGram) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Matrix keys = gaussian(1 + seed % 9, 1 + seed % 6, seed);
    const Matrix values = gaussian(keys.rows, 1 + seed % 4, seed + 50);
    Memory memory = additive(keys.cols, values.cols);
    memory.write(keys, values);
    expectNear(memory.read(keys).data, product(gram(keys), values).data, 1e-12);
    expectNear(memory.state().data, product(transpose(values), keys).data,
               1e-13);
  }
}

TEST(AdditiveMemory, DoesNotDependOnTheOrderOrTheSplit) {
  const Matrix keys = gaussian(12, 5, 1);
  const Matrix values = gaussian(12, 4, 2);
  Memory whole = additive(5, 4);
  whole.write(keys, values);
  Memory single = additive(5, 4);
  Memory reversed = additive(5, 4);
  for (std::size_t i = 0; i < 12; ++i) {
    single.write(Rows(keys.row(i), 5), Rows(values.row(i), 4));
    reversed.write(Rows(keys.row(11 - i), 5), Rows(values.row(11 - i), 4));
  }
  EXPECT_EQ(single.state().data, whole.state().data);
  expectNear(reversed.state().data, whole.state().data, 1e-13);
}

TEST(Memory, ReadsZerosBeforeTheFirstWriteAndAfterReset) {
  Memory memory = additive(2, 3);
  EXPECT_EQ(memory.read(gaussian(2, 2, 1)).data, std::vector<double>(6));
  memory.write(gaussian(4, 2, 1), gaussian(4, 3, 1));
  memory.reset();
  EXPECT_EQ(memory.pairs(), 0u);
  EXPECT_EQ(memory.state().data, std::vector<double>(6));
}

TEST(Memory, CopiesAreIndependent) {
  Memory memory = additive(2, 2);
  memory.write(gaussian(1, 2, 1), gaussian(1, 2, 2));
  Memory copy = memory;
  copy.write(gaussian(1, 2, 3), gaussian(1, 2, 4));
  EXPECT_EQ(memory.pairs(), 1u);
  EXPECT_EQ(copy.pairs(), 2u);
  EXPECT_NE(copy.state().data, memory.state().data);
}

TEST(LeastSquaresMemory, IsLeastSquaresOfThePairs) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const double ridge = seed % 3 == 0 ? 0.5 : 0;
    const Matrix keys = gaussian(1 + (seed * 3) % 17, 1 + seed % 7, seed);
    const Matrix values = gaussian(keys.rows, 1 + seed % 4, seed + 50);
    Memory memory({.keyDim = keys.cols,
                   .valueDim = values.cols,
                   .rule = LeastSquares{ridge}});
    memory.write(keys, values);
    expectNear(memory.state().data,
               leastSquares(keys, values, ridge).state.data, 1e-9);
  }
}

TEST(LeastSquaresMemory, SolvesDependentKeysByRank) {
  const Matrix keys = matrixOf({{1, 2, 2}, {-2, -4, -4}, {0, 0, 0}, {3, 6, 6}});
  const Matrix values = gaussian(4, 2, 5);
  Memory memory({.keyDim = 3, .valueDim = 2, .rule = LeastSquares{}});
  memory.write(keys, values);
  expectNear(memory.state().data, leastSquares(keys, values).state.data, 1e-14);
  memory.write(matrixOf({{0.3, -0.1, 0.2}}), matrixOf({{1, 1}}));
  expectNear(memory.read(matrixOf({{0.3, -0.1, 0.2}})).data,
             std::vector<double>{1, 1}, 1e-12);
}

TEST(Memory, WritesNothingWhereOneRowIsBad) {
  Memory memory = additive(2, 2);
  memory.write(gaussian(1, 2, 1), gaussian(1, 2, 2));
  const auto before = memory.state().data;
  expectRangeError(
      [&] {
        memory.write(matrixOf({{1, 0}, {NAN, 0}}), gaussian(2, 2, 1));
      },
      {"write: keys", "row 1"});
  expectRangeError(
      [&] {
        memory.write(matrixOf({{1, 0}, {1e200, 0}}),
                     matrixOf({{1, 0}, {1e200, 0}}));
      },
      {"write", "range"});
  EXPECT_EQ(memory.state().data, before);
  EXPECT_EQ(memory.pairs(), 1u);
}

TEST(Memory, RefusesAReadThatOverflows) {
  Memory memory = additive(1, 1);
  memory.write(matrixOf({{1e200}}), matrixOf({{1e100}}));
  expectRangeError(
      [&] {
        memory.read(matrixOf({{1}, {1e10}}));
      },
      {"read", "row 1"});
  EXPECT_DOUBLE_EQ(memory.read(matrixOf({{1e-100}})).data[0], 1e200);
}

TEST(Memory, NamesTheLengthThatDoesNotFit) {
  Memory memory = additive(2, 3);
  expectRangeError([&] { memory.write(gaussian(1, 3, 1), gaussian(1, 3, 1)); },
                   {"write: keys", "3", "expected 2 (keyDim)"});
  expectRangeError([&] { memory.write(gaussian(1, 2, 1), gaussian(1, 2, 1)); },
                   {"write: values", "2", "expected 3 (valueDim)"});
  expectRangeError([&] { memory.write(gaussian(2, 2, 1), gaussian(1, 3, 1)); },
                   {"write: values", "1", "expected 2"});
  expectRangeError([&] { memory.read(gaussian(1, 1, 1)); },
                   {"read: queries", "1", "expected 2 (keyDim)"});
  expectRangeError([] { additive(0, 1); }, {"keyDim"});
  expectRangeError([] { additive(1, 0); }, {"valueDim"});
  expectRangeError([] { additive(std::size_t{1} << 40, std::size_t{1} << 40); },
                   {"too many"});
}

}  // namespace
}  // namespace matrix_memory

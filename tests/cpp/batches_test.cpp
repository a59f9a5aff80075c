#include <limits>

#include "matrix_memory/geometry.h"
#include "matrix_memory/memory.h"
#include "support.h"

/// What one call does for many rows, and what a call does in place, is to the
/// bit what happens row by row and in a copy. Sizes beyond every block that the
/// core works in.
namespace matrix_memory {
namespace {

using test::expectRangeError;
using test::gaussian;
using test::matrixOf;
using test::sphere;

constexpr std::size_t kPairs = 70;
constexpr std::size_t kKeyDim = 130;
constexpr std::size_t kValueDim = 67;

/// Every rule that keeps a matrix, in every precision; the additive ones also
/// with the sum of the keys that a normalised read divides by.
std::vector<MemoryOptions> everyMatrix() {
  std::vector<double> decay(kKeyDim, 0.99);
  decay[3] = 0.5;
  std::vector<MemoryOptions> all;
  for (const Precision precision : {Precision::kDouble, Precision::kSingle,
                                    Precision::kBfloat16, Precision::kHalf}) {
    MemoryOptions options{.keyDim = kKeyDim, .valueDim = kValueDim};
    options.precision = precision;
    for (const Rule& rule :
         {Rule(Additive{}), Rule(Decay{decay}), Rule(Delta{0.7}),
          Rule(GatedDelta{0.9, 1.1}), Rule(RecursiveLeastSquares{0.5, 0.9})}) {
      options.rule = rule;
      all.push_back(options);
    }
    options.features = EluPlusOne{};
    options.read = Normalised{};
    for (const Rule& rule : {Rule(Additive{}), Rule(Decay{{0.9}})}) {
      options.rule = rule;
      all.push_back(options);
    }
  }
  return all;
}

class Batches : public ::testing::TestWithParam<MemoryOptions> {
 protected:
  const Matrix keys = sphere(kPairs, kKeyDim, 1);
  const Matrix values = gaussian(kPairs, kValueDim, 2);

  void write(Memory& memory, std::size_t begin, std::size_t end) const {
    memory.write(Rows(keys).slice(begin, end), Rows(values).slice(begin, end));
  }
};

TEST_P(Batches, AreWrittenAsOneByOne) {
  Memory whole(GetParam());
  write(whole, 0, kPairs);
  Memory single(GetParam());
  for (std::size_t i = 0; i < kPairs; ++i) write(single, i, i + 1);
  EXPECT_EQ(whole.save(), single.save());
}

// Of a restored memory nobody knows how large its numbers are: its first write
// goes to a copy.
TEST_P(Batches, AreWrittenInPlaceAsToACopy) {
  Memory inPlace(GetParam());
  write(inPlace, 0, 20);
  Memory copy = Memory::restore(inPlace.save());
  write(inPlace, 20, kPairs);
  write(copy, 20, kPairs);
  EXPECT_EQ(inPlace.save(), copy.save());
}

TEST_P(Batches, AreReadAsOneByOne) {
  Memory memory(GetParam());
  write(memory, 0, kPairs);
  const Matrix together = memory.read(keys);
  for (std::size_t i = 0; i < kPairs; ++i) {
    const Matrix alone = memory.read(Rows(keys).slice(i, i + 1));
    EXPECT_EQ(alone.data, std::vector<double>(together.row(i).begin(),
                                              together.row(i).end()))
        << i;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryMatrix, Batches,
                         ::testing::ValuesIn(everyMatrix()));

TEST(Hopfield, BatchesAreWrittenAsOneByOne) {
  Matrix patterns = gaussian(40, 150, 3);
  for (double& x : patterns.data) x = x < 0 ? -1 : 1;
  const MemoryOptions options{
      .keyDim = 150, .valueDim = 150, .rule = Hopfield{}, .read = Sign{}};
  Memory whole(options);
  whole.write(patterns, patterns);
  Memory single(options);
  for (std::size_t i = 0; i < patterns.rows; ++i) {
    const Rows pattern = Rows(patterns).slice(i, i + 1);
    single.write(pattern, pattern);
  }
  EXPECT_EQ(whole.save(), single.save());
  EXPECT_EQ(whole.state()(7, 7), 0);
}

// The bound that lets writes go in place passes the end of the format long
// before the numbers do: from then on they go to copies.
TEST(Overflow, IsSeenAtTheLastPossibleWriteAndUndone) {
  Memory memory({.keyDim = 1, .valueDim = 2, .precision = Precision::kHalf});
  const auto write = [&](double value) {
    memory.write(matrixOf({{1}}), matrixOf({{value, -1}}));
  };
  for (int i = 0; i < 63; ++i) write(1024);
  EXPECT_EQ(memory.state().data, (std::vector<double>{64512, -63}));
  expectRangeError([&] { write(1024); }, {"write", "half precision"});
  EXPECT_EQ(memory.state().data, (std::vector<double>{64512, -63}));
  EXPECT_EQ(memory.pairs(), 63u);
  write(-1024);
  EXPECT_EQ(memory.state().data, (std::vector<double>{63488, -64}));
}

TEST(Overflow, OnTheWayIsSeenThoughTheEndWouldBeInRange) {
  Memory memory({.keyDim = 1, .valueDim = 1});
  const double large = std::numeric_limits<double>::max() / 2;
  memory.write(matrixOf({{1}}), matrixOf({{1}}));
  expectRangeError(
      [&] {
        memory.write(matrixOf({{1}, {2}, {-2}}),
                     matrixOf({{large}, {large}, {large}}));
      },
      {"write", "double precision"});
  EXPECT_EQ(memory.state().data, std::vector<double>{1});
}

TEST(Scores, OfKeysWithThemselvesAreTheirGramMatrix) {
  const Matrix keys = gaussian(kPairs, kKeyDim, 4);
  EXPECT_EQ(scores(keys, keys).data, gram(keys).data);
}

TEST(Scores, AreWhatAMemoryOfTheKeysReads) {
  const Matrix keys = gaussian(20, kKeyDim, 5);
  const Matrix queries = gaussian(33, kKeyDim, 6);
  Matrix numbered(20, 20);
  for (std::size_t i = 0; i < 20; ++i) numbered(i, i) = 1;
  Memory memory({.keyDim = kKeyDim, .valueDim = 20});
  memory.write(keys, numbered);
  EXPECT_EQ(memory.read(queries).data, scores(queries, keys).data);
}

}  // namespace
}  // namespace matrix_memory

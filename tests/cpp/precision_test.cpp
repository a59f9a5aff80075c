#include "matrix_memory/precision.h"

#include <bit>
#include <cmath>
#include <cstdint>

#include "matrix_memory/memory.h"
#include "support.h"

namespace matrix_memory {
namespace {

using test::matrixOf;

TEST(Precision, HalfHasItsKnownNumbers) {
  const auto half = [](double x) { return rounded(x, Precision::kHalf); };
  EXPECT_EQ(half(1.0 / 3), 0.333251953125);
  EXPECT_EQ(half(65504), 65504);
  EXPECT_EQ(half(65519.99), 65504);
  EXPECT_EQ(half(65520), INFINITY);
  EXPECT_EQ(half(-1e300), -INFINITY);
  EXPECT_EQ(half(2049), 2048);  // a tie, to even
  EXPECT_EQ(half(2051), 2052);
  EXPECT_EQ(half(0x1p-24), 0x1p-24);  // the smallest subnormal
  EXPECT_EQ(half(0x1p-25), 0);        // a tie with zero, to even
  EXPECT_EQ(half(0x1.8p-25), 0x1p-24);
  EXPECT_TRUE(std::signbit(half(-0x1p-26)));
}

TEST(Precision, Bfloat16IsTheUpperHalfOfSingle) {
  const Matrix numbers = test::gaussian(1, 20000, 5);
  for (double x : numbers.data) {
    const auto single = static_cast<float>(x);  // normals have 24 bits
    auto bits = std::bit_cast<std::uint32_t>(single);
    bits += 0x7FFF + ((bits >> 16) & 1);
    bits &= 0xFFFF0000;
    ASSERT_EQ(rounded(x, Precision::kBfloat16), std::bit_cast<float>(bits));
  }
  EXPECT_EQ(rounded(257, Precision::kBfloat16), 256);
  EXPECT_EQ(rounded(259, Precision::kBfloat16), 260);
  EXPECT_EQ(rounded(3.4e38, Precision::kBfloat16), INFINITY);
}

TEST(Precision, SingleIsTheConversionAndDoubleNothing) {
  for (double x : {1.0 / 3, 1e-46, 7e-46, -1e300, 3.4028235677973366e38}) {
    EXPECT_EQ(rounded(x, Precision::kDouble), x);
  }
  EXPECT_EQ(rounded(1.0 / 3, Precision::kSingle), 1.0f / 3);
  EXPECT_EQ(rounded(7e-46, Precision::kSingle), 0);
  EXPECT_EQ(rounded(-1e300, Precision::kSingle), -INFINITY);
  EXPECT_EQ(rounded(3.40282356e38, Precision::kSingle), 0x1.FFFFFEp127);
}

TEST(Precision, RoundingIsNearestAndIdempotent) {
  for (Precision precision :
       {Precision::kSingle, Precision::kBfloat16, Precision::kHalf}) {
    for (double x : test::gaussian(1, 2000, 2).data) {
      const double y = x * 1.0000001;
      const double near = rounded(y, precision);
      EXPECT_EQ(rounded(near, precision), near);
      EXPECT_LE(std::abs(near - y), std::abs(y) * 0x1p-8);
    }
  }
}

Memory memoryWith(Precision precision) {
  return Memory({.keyDim = 1, .valueDim = 1, .precision = precision});
}

TEST(Precision, Bfloat16StallsWhereAnIncrementIsHalfAStep) {
  Memory memory = memoryWith(Precision::kBfloat16);
  for (int i = 0; i < 400; ++i) {
    memory.write(matrixOf({{1}}), matrixOf({{1}}));
  }
  EXPECT_EQ(memory.state().data[0], 256);
  EXPECT_EQ(memory.pairs(), 400u);
  EXPECT_EQ(memory.stateBytes(), 2u);
}

TEST(Precision, HalfStallsLaterAndRefusesToLeaveItsRange) {
  Memory memory = memoryWith(Precision::kHalf);
  memory.write(Matrix(1, 1), matrixOf({{1}}));
  for (int i = 0; i < 2100; ++i) {
    memory.write(matrixOf({{1}}), matrixOf({{1}}));
  }
  EXPECT_EQ(memory.state().data[0], 2048);
  test::expectRangeError(
      [&] { memory.write(matrixOf({{1}}), matrixOf({{65000}})); },
      {"write", "half precision"});
  EXPECT_EQ(memory.state().data[0], 2048);
}

TEST(Precision, RoundsAfterEveryPairOfABatch) {
  const Matrix keys = test::gaussian(30, 4, 1);
  const Matrix values = test::gaussian(30, 3, 2);
  for (Precision precision :
       {Precision::kSingle, Precision::kBfloat16, Precision::kHalf}) {
    for (const Rule& rule :
         {Rule{Additive{}}, Rule{Decay{{0.9}}}, Rule{Delta{0.3}},
          Rule{RecursiveLeastSquares{}}, Rule{LeastSquares{}}, Rule{Cache{}}}) {
      const MemoryOptions options{
          .keyDim = 4, .valueDim = 3, .rule = rule, .precision = precision};
      Memory batch(options);
      batch.write(keys, values);
      Memory single(options);
      for (std::size_t i = 0; i < 30; ++i) {
        single.write(Rows(keys).slice(i, i + 1), Rows(values).slice(i, i + 1));
      }
      EXPECT_EQ(single.save(), batch.save());
      if (std::holds_alternative<Additive>(rule)) {
        for (double x : batch.state().data) {
          EXPECT_EQ(rounded(x, precision), x);
        }
      }
    }
  }
}

TEST(Precision, LowerOnesReadLessWell) {
  const Matrix keys = test::sphere(20, 16, 1);
  const Matrix values = test::gaussian(20, 8, 2);
  std::vector<double> errors;
  Memory exact({.keyDim = 16, .valueDim = 8});
  exact.write(keys, values);
  for (Precision precision :
       {Precision::kSingle, Precision::kHalf, Precision::kBfloat16}) {
    Memory memory({.keyDim = 16, .valueDim = 8, .precision = precision});
    memory.write(keys, values);
    errors.push_back(
        test::squaredDistance(memory.state().data, exact.state().data));
  }
  EXPECT_GT(errors[0], 0);
  EXPECT_GT(errors[1], 100 * errors[0]);
  EXPECT_GT(errors[2], 10 * errors[1]);
}

}  // namespace
}  // namespace matrix_memory

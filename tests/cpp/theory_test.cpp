#include "matrix_memory/theory.h"

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

TEST(Theory, RefusesZero) {
  expectRangeError([] { theory::additive(0, 3); }, {"n is 0"});
  expectRangeError([] { theory::leastSquares(3, 0); }, {"d is 0"});
}

}  // namespace
}  // namespace matrix_memory

#include "matrix_memory/vectors.h"

#include <limits>

#include "matrix_memory/version.h"
#include "support.h"

namespace matrix_memory {
namespace {

using test::expectRangeError;

TEST(Rows, AreTheNumbersOneRowAfterTheOther) {
  const std::vector<double> numbers{1, 2, 3, 4, 5, 6};
  const Rows rows(numbers, 2);
  EXPECT_EQ(rows.count(), 3u);
  EXPECT_EQ(rows[1][0], 3);
  EXPECT_EQ(rows[2][1], 6);
  EXPECT_EQ(rows.first(2).count(), 2u);
}

TEST(Rows, RefuseAnIncompleteRowByName) {
  const std::vector<double> numbers{1, 2, 3};
  expectRangeError([&] { Rows(numbers, 2, "write: keys"); },
                   {"write: keys", "3", "multiple of 2"});
  expectRangeError([&] { Rows(numbers, 0); }, {"at least 1"});
}

TEST(ElementCount, SeesProductsThatWrap) {
  const std::uint64_t half = std::uint64_t{1} << 32;
  expectRangeError([&] { elementCount(half, half, "gram"); }, {"gram"});
  expectRangeError([&] { Matrix(half, half * 8); }, {"too many"});
  EXPECT_EQ(elementCount(3, 5, "x"), 15u);
  EXPECT_EQ(elementCount(0, half, "x"), 0u);
}

TEST(RequireFinite, NamesRowAndColumn) {
  std::vector<double> numbers{1, 2, 3, 4};
  EXPECT_NO_THROW(requireFinite(Rows(numbers, 2), "x"));
  numbers[3] = std::numeric_limits<double>::quiet_NaN();
  expectRangeError([&] { requireFinite(Rows(numbers, 2), "read: queries"); },
                   {"read: queries", "row 1", "number 1", "nan"});
  numbers[3] = std::numeric_limits<double>::infinity();
  expectRangeError([&] { requireFinite(Rows(numbers, 4), "x"); },
                   {"row 0", "number 3", "inf"});
  EXPECT_FALSE(allFinite(numbers));
}

TEST(Version, IsThreeNumbers) {
  int major = -1;
  int minor = -1;
  int patch = -1;
  ASSERT_EQ(std::sscanf(std::string(version()).c_str(), "%d.%d.%d", &major,
                        &minor, &patch),
            3);
}

}  // namespace
}  // namespace matrix_memory

#include "matrix_memory/normalisation.h"

#include <cmath>

#include "support.h"

namespace matrix_memory {
namespace {

using test::expectNear;
using test::expectRangeError;

std::vector<double> normalised(Normalisation choice, std::vector<double> x) {
  normaliseInput(choice, x, "write: keys", 3);
  normaliseFeatures(choice, x, "write: keys", 3);
  return x;
}

TEST(Normalisation, DividesByWhatItsNameSays) {
  using enum Normalisation;
  expectNear(normalised(kNone, {3, -4}), std::vector<double>{3, -4}, 0);
  expectNear(normalised(kUnit, {3, -4}), std::vector<double>{0.6, -0.8}, 1e-15);
  const double root = std::sqrt(12.5);
  expectNear(normalised(kRms, {3, -4}),
             std::vector<double>{3 / root, -4 / root}, 1e-15);
  expectNear(normalised(kLayer, {1, 2, 3}),
             std::vector<double>{-std::sqrt(1.5), 0, std::sqrt(1.5)}, 1e-15);
  expectNear(normalised(kSum, {1, 0, 3}), std::vector<double>{0.25, 0, 0.75},
             0);
}

TEST(Normalisation, KeepsScaleAndShiftOut) {
  const Matrix rows = test::gaussian(20, 7, 3);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const std::vector<double> x(rows.row(i).begin(), rows.row(i).end());
    std::vector<double> longer = x;
    for (double& entry : longer) entry *= 8;
    EXPECT_EQ(normalised(Normalisation::kUnit, longer),
              normalised(Normalisation::kUnit, x));
    for (double& entry : longer) entry += 5;
    expectNear(normalised(Normalisation::kLayer, longer),
               normalised(Normalisation::kLayer, x), 1e-12);
  }
}

TEST(Normalisation, HoldsAtTheEndsOfTheRange) {
  expectNear(normalised(Normalisation::kUnit, {3e200, 4e200}),
             std::vector<double>{0.6, 0.8}, 1e-15);
  expectNear(normalised(Normalisation::kUnit, {3e-200, 4e-200}),
             std::vector<double>{0.6, 0.8}, 1e-15);
}

TEST(Normalisation, RefusesAZeroDivisorByRow) {
  using enum Normalisation;
  expectRangeError(
      [] {
        normalised(kUnit, {0, 0});
      },
      {"write: keys", "row 3", "length is 0"});
  expectRangeError([] { normalised(kRms, {0, 0}); }, {"row 3", "mean square"});
  expectRangeError(
      [] {
        normalised(kLayer, {0.1, 0.1, 0.1});
      },
      {"row 3", "deviation"});
  expectRangeError([] { normalised(kSum, {0, 0}); }, {"row 3", "sum"});
}

}  // namespace
}  // namespace matrix_memory

#include <cmath>
#include <utility>

#include "kernels/dense.h"
#include "kernels/reference.h"
#include "kernels/triangular.h"
#include "kernels_support.h"

/// The kernels over vectors, and the small triangular ones, against their
/// definitions, bit for bit.
namespace matrix_memory::kernels {
namespace {

using test::Draw;
using test::Placed;
using test::Sizes;

template <class Real>
class KernelVectors : public ::testing::Test {};
TYPED_TEST_SUITE(KernelVectors, test::Reals);

/// Lengths around every vector, strip and row length that a kernel knows.
std::vector<std::size_t> lengths() {
  std::vector<std::size_t> all;
  for (std::size_t n = 0; n <= 140; ++n) all.push_back(n);
  all.insert(all.end(), {255, 256, 257, 511, 512, 530});
  return all;
}

TYPED_TEST(KernelVectors, DotIsTheDefinition) {
  for (const std::size_t n : lengths()) {
    Draw draw(static_cast<unsigned>(n));
    Placed<TypeParam> a(1, n, draw);
    Placed<TypeParam> b(1, n, draw);
    const std::span<const TypeParam> x = a.row();
    const std::span<const TypeParam> y = b.row();
    EXPECT_EQ(dot(x, y), reference::dot(x, y)) << n;
    EXPECT_EQ(squaredLength(x), reference::dot(x, x)) << n;
  }
}

TEST(KernelDot, AddsItsPartialSumsInTheOrderThatTheHeaderSays) {
  const std::vector<double> one(6, 1);
  const std::vector<double> x{1e16, 1, -1e16, 1, 1, 1};
  // (1e16 + 1) + (1 + 1) and so on: what each order loses is its own.
  EXPECT_EQ(dot(x, one), ((1e16 + 1) + (1.0 + 1)) + (-1e16 + 1));
  const std::vector<float> ones(9, 1);
  const std::vector<float> y{1e8F, 1, 1, 1, -1e8F, 1, 1, 1, 3};
  EXPECT_EQ(dot(y, ones), (1e8F + 3.0F + -1e8F + 2.0F) + 4.0F);
}

TYPED_TEST(KernelVectors, AddScaledIsTheDefinition) {
  for (const std::size_t n : lengths()) {
    Draw draw(static_cast<unsigned>(n));
    Placed<TypeParam> x(1, n, draw);
    Placed<TypeParam> actual(1, n, draw);
    Placed<TypeParam> expected = actual;
    const auto factor = draw.number<TypeParam>();
    addScaled(factor, std::span<const TypeParam>(x.row()), actual.row());
    reference::addScaled<TypeParam>(factor, x.row(), expected.row());
    EXPECT_TRUE(actual == expected) << n;
  }
}

TEST(KernelMultiplyEach, IsTheDefinition) {
  for (const std::size_t n : lengths()) {
    Draw draw(static_cast<unsigned>(n));
    Placed<double> factors(1, n, draw);
    Placed<double> actual(1, n, draw);
    Placed<double> expected = actual;
    multiplyEach(factors.row(), actual.row());
    reference::multiplyEach<double>(factors.row(), expected.row());
    EXPECT_TRUE(actual == expected) << n;
  }
}

TEST(KernelAllFinite, SeesOneThatIsNotWhereverItIs) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (std::size_t n = 0; n <= 20; ++n) {
    std::vector<double> numbers(n, -std::numeric_limits<double>::max());
    EXPECT_TRUE(allFinite(numbers)) << n;
    for (std::size_t i = 0; i < n; ++i) {
      for (const double bad : {kInfinity, -kInfinity, kInfinity - kInfinity}) {
        const double before = std::exchange(numbers[i], bad);
        EXPECT_FALSE(allFinite(numbers)) << i << " of " << n;
        numbers[i] = before;
      }
    }
  }
}

TEST(KernelRotate, IsTheDefinition) {
  for (const std::size_t n : lengths()) {
    Draw draw(static_cast<unsigned>(n));
    Placed<double> x(1, n, draw);
    Placed<double> y(1, n, draw);
    Placed<double> expectedX = x;
    Placed<double> expectedY = y;
    rotate(0.6, 0.8, x.row(), y.row());
    reference::rotate(0.6, 0.8, expectedX.row(), expectedY.row());
    EXPECT_TRUE(x == expectedX && y == expectedY) << n;
  }
}

template <class Real>
void expectOuter(std::size_t rows, std::size_t cols) {
  Draw draw(static_cast<unsigned>(cols));
  Placed<Real> a(1, rows, draw);
  Placed<Real> b(1, cols, draw);
  Placed<Real> actual(rows, cols, draw);
  Placed<Real> expected = actual;
  addOuter(a.row(), b.row(), actual.view());
  reference::addOuter<Real>(a.row(), b.row(), expected.view());
  ASSERT_TRUE(actual == expected) << rows << " x " << cols;
}

TYPED_TEST(KernelVectors, AddOuterIsTheDefinition) {
  for (const std::size_t cols : lengths()) {
    for (const std::size_t rows : {0u, 1u, 3u, 4u, 9u}) {
      expectOuter<TypeParam>(rows, cols);
    }
  }
}

TYPED_TEST(KernelVectors, AddOuterIsTheDefinitionBeyondTheCache) {
  expectOuter<TypeParam>(512, 515);
  expectOuter<TypeParam>(1023, 301);
  expectOuter<TypeParam>(3, 100003);
}

TYPED_TEST(KernelVectors, ProductsWithAVectorAreTheDefinitions) {
  unsigned seed = 0;
  for (const Sizes& sizes : test::sizesToTry()) {
    SCOPED_TRACE(::testing::PrintToString(sizes));
    Draw draw(++seed);
    Placed<TypeParam> s(sizes.rows, sizes.cols, draw);
    Placed<TypeParam> x(1, sizes.cols, draw);
    Placed<TypeParam> y(1, sizes.rows, draw);
    Placed<TypeParam> expected = y;
    multiply(s.view(), x.row(), y.row());
    reference::multiply<TypeParam>(s.view(), x.row(), expected.row());
    ASSERT_TRUE(y == expected);
    Placed<TypeParam> expectedBack = x;
    multiplyTransposed(s.view(), y.row(), x.row());
    reference::multiplyTransposed<TypeParam>(s.view(), y.row(),
                                             expectedBack.row());
    ASSERT_TRUE(x == expectedBack);
  }
}

/// A A' + n I, with something else above the diagonal.
template <class Real>
Placed<Real> definite(std::size_t n, Draw& draw) {
  Placed<Real> a(n, n, draw);
  Placed<Real> product(n, n, draw);
  reference::multiplyByTransposed<Real>(a.view(), a.view(), product.view());
  for (std::size_t i = 0; i < n; ++i) {
    product.view()(i, i) += static_cast<Real>(n);
    for (std::size_t j = i + 1; j < n; ++j) product.view()(i, j) = 9;
  }
  return product;
}

TYPED_TEST(KernelVectors, CholeskyMultipliesBackToItsMatrix) {
  for (std::size_t n = 0; n <= 20; ++n) {
    Draw draw(static_cast<unsigned>(n));
    Placed<TypeParam> a = definite<TypeParam>(n, draw);
    Placed<TypeParam> l = a;
    ASSERT_TRUE(cholesky(l.view()));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (j > i) {
          EXPECT_EQ(l.view()(i, j), 9);
          continue;
        }
        TypeParam sum = 0;
        for (std::size_t t = 0; t <= j; ++t) {
          sum += l.view()(i, t) * l.view()(j, t);
        }
        EXPECT_NEAR(sum, a.view()(i, j),
                    100 * std::numeric_limits<TypeParam>::epsilon() *
                        static_cast<TypeParam>(n));
      }
    }
  }
}

TYPED_TEST(KernelVectors, CholeskyRefusesWhatIsNotPositiveDefinite) {
  for (const TypeParam bad : {TypeParam{0}, TypeParam{-1},
                              std::numeric_limits<TypeParam>::quiet_NaN()}) {
    std::vector<TypeParam> numbers{1, 0, 0, bad};
    EXPECT_FALSE(cholesky(View<TypeParam>(numbers, 2, 2)));
  }
}

TYPED_TEST(KernelVectors, SolveLowerIsTheDefinition) {
  for (std::size_t cols = 0; cols <= 70; ++cols) {
    for (const std::size_t n : {0u, 1u, 3u, 8u, 11u}) {
      Draw draw(static_cast<unsigned>(cols));
      Placed<TypeParam> l = definite<TypeParam>(n, draw);
      ASSERT_TRUE(cholesky(l.view()));
      Placed<TypeParam> actual(n, cols, draw);
      Placed<TypeParam> expected = actual;
      solveLower(l.view(), actual.view());
      reference::solveLower<TypeParam>(l.view(), expected.view());
      ASSERT_TRUE(actual == expected) << n << " x " << cols;
    }
  }
}

}  // namespace
}  // namespace matrix_memory::kernels

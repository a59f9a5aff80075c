#include "kernels/products.h"
#include "kernels/reference.h"
#include "kernels_support.h"

/// Every product against its definition, bit for bit.
namespace matrix_memory::kernels {
namespace {

using test::Draw;
using test::Placed;
using test::Sizes;

template <class Real>
class KernelProducts : public ::testing::Test {};
TYPED_TEST_SUITE(KernelProducts, test::Reals);

/// Calls both with the same output to change, for all sizes and places;
/// `inputs` makes the pair of inputs of one case.
template <class Real, class Inputs, class Kernel, class Definition>
void expectSame(Inputs inputs, Kernel kernel, Definition definition) {
  unsigned seed = 0;
  for (const Sizes& sizes : test::sizesToTry()) {
    SCOPED_TRACE(::testing::PrintToString(sizes));
    Draw draw(++seed);
    auto [a, b] = inputs(sizes, draw);
    Placed<Real> actual(sizes.rows, sizes.cols, draw);
    Placed<Real> expected = actual;
    kernel(a.view(), b.view(), actual.view());
    definition(a.view(), b.view(), expected.view());
    ASSERT_TRUE(actual == expected);
  }
}

/// One row a pair.
template <class Real>
auto pairs(const Sizes& sizes, Draw& draw) {
  Placed<Real> a(sizes.depth, sizes.rows, draw);
  return std::pair(a, Placed<Real>(sizes.depth, sizes.cols, draw));
}

template <class Real>
auto factors(const Sizes& sizes, Draw& draw) {
  Placed<Real> a(sizes.rows, sizes.depth, draw);
  return std::pair(a, Placed<Real>(sizes.depth, sizes.cols, draw));
}

template <class Real>
auto rows(const Sizes& sizes, Draw& draw) {
  Placed<Real> a(sizes.rows, sizes.depth, draw);
  return std::pair(a, Placed<Real>(sizes.cols, sizes.depth, draw));
}

TYPED_TEST(KernelProducts, AddOutersIsTheDefinition) {
  using V = View<TypeParam>;
  expectSame<TypeParam>(
      pairs<TypeParam>, [](V a, V b, V s) { addOuters(a, b, s); },
      [](V a, V b, V s) { reference::addOuters<TypeParam>(1, a, b, s); });
}

TYPED_TEST(KernelProducts, SubtractOutersIsTheDefinition) {
  using V = View<TypeParam>;
  expectSame<TypeParam>(
      pairs<TypeParam>, [](V a, V b, V s) { subtractOuters(a, b, s); },
      [](V a, V b, V s) { reference::addOuters<TypeParam>(-1, a, b, s); });
}

TYPED_TEST(KernelProducts, MultiplyIsTheDefinition) {
  using V = View<TypeParam>;
  expectSame<TypeParam>(
      factors<TypeParam>, [](V a, V b, V c) { multiply(a, b, c); },
      [](V a, V b, V c) { reference::multiply<TypeParam>(a, b, c); });
}

TYPED_TEST(KernelProducts, AddProductIsTheDefinition) {
  using V = View<TypeParam>;
  expectSame<TypeParam>(
      factors<TypeParam>, [](V a, V b, V c) { addProduct(a, b, c); },
      [](V a, V b, V c) { reference::addProduct<TypeParam>(a, b, c); });
}

TYPED_TEST(KernelProducts, MultiplyByTransposedIsTheDefinition) {
  using V = View<TypeParam>;
  expectSame<TypeParam>(
      rows<TypeParam>, [](V a, V b, V c) { multiplyByTransposed(a, b, c); },
      [](V a, V b, V c) {
        reference::multiplyByTransposed<TypeParam>(a, b, c);
      });
}

/// Square sizes and what is summed over, for what is symmetric.
const std::vector<std::pair<std::size_t, std::size_t>>& squares() {
  static const auto all = [] {
    std::vector<std::pair<std::size_t, std::size_t>> sizes;
    for (std::size_t n = 0; n <= 40; ++n) sizes.emplace_back(n, 1 + n * 7 % 20);
    for (std::size_t depth = 0; depth <= 40; ++depth) {
      sizes.emplace_back(1 + depth * 11 % 37, depth);
    }
    sizes.insert(sizes.end(), {{64, 64}, {131, 66}, {260, 3}, {17, 300}});
    return sizes;
  }();
  return all;
}

TYPED_TEST(KernelProducts, GramIsEveryProductOfTwoRows) {
  for (const auto& [n, d] : squares()) {
    SCOPED_TRACE(std::to_string(n) + " rows of " + std::to_string(d));
    Draw draw(static_cast<unsigned>(n + 100 * d));
    Placed<TypeParam> keys(n, d, draw);
    Placed<TypeParam> actual(n, n, draw);
    Placed<TypeParam> expected = actual;
    gram(keys.view(), actual.view());
    reference::multiplyByTransposed<TypeParam>(keys.view(), keys.view(),
                                               expected.view());
    ASSERT_TRUE(actual == expected);
  }
}

/// A symmetric matrix, or one whose lower half is not to be read.
template <class Real>
Placed<Real> moment(std::size_t n, bool symmetric, Draw& draw) {
  Placed<Real> c(n, n, draw);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      c.view()(i, j) = symmetric ? c.view()(j, i) : Real{7};
    }
  }
  return c;
}

TYPED_TEST(KernelProducts, MomentsAreTheDefinition) {
  for (const auto& [d, n] : squares()) {
    SCOPED_TRACE(std::to_string(n) + " rows of " + std::to_string(d));
    Draw draw(static_cast<unsigned>(n + 100 * d));
    Placed<TypeParam> keys(n, d, draw);
    for (const bool symmetric : {true, false}) {
      Placed<TypeParam> actual = moment<TypeParam>(d, symmetric, draw);
      Placed<TypeParam> expected = actual;
      addMoment(keys.view(), actual.view());
      reference::addMoment<TypeParam>(1, keys.view(), expected.view());
      ASSERT_TRUE(actual == expected);
      subtractMoment(keys.view(), actual.view());
      reference::addMoment<TypeParam>(-1, keys.view(), expected.view());
      ASSERT_TRUE(actual == expected);
    }
  }
}

TYPED_TEST(KernelProducts, ManyPairsAtOnceAreOneAfterTheOther) {
  Draw draw(5);
  for (const std::size_t n : {1u, 8u, 63u, 64u, 65u, 200u}) {
    Placed<TypeParam> values(n, 37, draw);
    Placed<TypeParam> keys(n, 45, draw);
    Placed<TypeParam> together(37, 45, draw);
    Placed<TypeParam> single = together;
    addOuters(values.view(), keys.view(), together.view());
    for (std::size_t t = 0; t < n; ++t) {
      addOuter(std::span(values.view().row(t), 37),
               std::span(keys.view().row(t), 45), single.view());
    }
    EXPECT_TRUE(together == single) << n;
  }
}

TYPED_TEST(KernelProducts, ManyQueriesAtOnceAreOneAfterTheOther) {
  Draw draw(6);
  for (const std::size_t n : {1u, 2u, 5u, 64u, 129u}) {
    Placed<TypeParam> queries(n, 70, draw);
    Placed<TypeParam> matrix(33, 70, draw);
    Placed<TypeParam> together(n, 33, draw);
    Placed<TypeParam> single = together;
    multiplyByTransposed(queries.view(), matrix.view(), together.view());
    for (std::size_t i = 0; i < n; ++i) {
      multiply(matrix.view(), std::span(queries.view().row(i), 70),
               std::span(single.view().row(i), 33));
    }
    EXPECT_TRUE(together == single) << n;
  }
}

TYPED_TEST(KernelProducts, CarryWhatIsNotANumber) {
  Draw draw(7);
  constexpr TypeParam kInfinity = std::numeric_limits<TypeParam>::infinity();
  Placed<TypeParam> a(3, 5, draw);
  Placed<TypeParam> b(3, 7, draw);
  a.view()(1, 2) = kInfinity;
  b.view()(1, 4) = 0;
  Placed<TypeParam> s(5, 7, draw);
  addOuters(a.view(), b.view(), s.view());
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 7; ++j) {
      EXPECT_EQ(std::isfinite(s.view()(i, j)), i != 2) << i << ", " << j;
    }
  }
  EXPECT_TRUE(std::isnan(s.view()(2, 4)));
}

}  // namespace
}  // namespace matrix_memory::kernels

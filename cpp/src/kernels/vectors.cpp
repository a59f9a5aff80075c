#include <algorithm>

#include "kernels/dense.h"
#include "kernels/lanes.h"

namespace matrix_memory::kernels {
namespace {

/// Rows shorter than this keep a strip of the key in registers while the
/// strip's columns go by, row after row. In longer rows the columns lie too
/// far apart for the cache, and two rows go by from left to right.
constexpr std::size_t kLongRowBytes = 2048;
constexpr std::size_t kRowsTogether = 2;
/// Vectors of a strip.
constexpr std::size_t kStrip = 8;
/// Rows that are gathered from at once.
constexpr std::size_t kRowsAtOnce = 4;

/// S += a b' for `count` vectors' worth of columns.
template <class Lanes, std::size_t count, class Real>
void addStrip(const Real* a, const Real* b, Real* s, std::size_t stride,
              std::size_t rows) {
  constexpr std::size_t kStep = sizeof(Lanes) / sizeof(Real);
  Lanes held[count];
  for (std::size_t v = 0; v < count; ++v) held[v] = load<Lanes>(b + v * kStep);
  for (;;) {
    const Real factor = *a;
    for (std::size_t v = 0; v < count; ++v) {
      Real* to = s + v * kStep;
      store(to, load<Lanes>(to) + held[v] * factor);
    }
    if (--rows == 0) break;
    ++a;
    s += stride;
  }
}

template <class Real>
[[gnu::noinline]] void addShortRows(const Real* a, const Real* b,
                                    View<Real> s) {
  constexpr std::size_t kWide = kStrip * kLanes<Real>;
  if (s.rows == 0) return;
  std::size_t j = 0;
  for (; j + kWide <= s.cols; j += kWide) {
    addStrip<Vector<Real>, kStrip>(a, b + j, s.data + j, s.stride, s.rows);
  }
  for (; j + kLanes<Real> <= s.cols; j += kLanes<Real>) {
    addStrip<Vector<Real>, 1>(a, b + j, s.data + j, s.stride, s.rows);
  }
  for (; j < s.cols; ++j) {
    addStrip<Real, 1>(a, b + j, s.data + j, s.stride, s.rows);
  }
}

/// S += a b' for two rows, `steps` times `count` vectors along them.
template <class Lanes, std::size_t count, class Real>
void addAlong(const Real* a, const Real* b, Real* s, std::size_t stride,
              std::size_t steps) {
  constexpr std::size_t kStep = sizeof(Lanes) / sizeof(Real);
  if (steps == 0) return;
  const Real factors[kRowsTogether] = {a[0], a[1]};
  for (;;) {
    Lanes lanes[count];
    for (std::size_t v = 0; v < count; ++v) {
      lanes[v] = load<Lanes>(b + v * kStep);
    }
    for (std::size_t r = 0; r < kRowsTogether; ++r) {
      for (std::size_t v = 0; v < count; ++v) {
        Real* to = s + r * stride + v * kStep;
        store(to, load<Lanes>(to) + lanes[v] * factors[r]);
      }
    }
    if (--steps == 0) break;
    b += count * kStep;
    s += count * kStep;
  }
}

/// y += S'x for four rows: each number of y takes its four terms in order.
template <class Lanes, std::size_t count, class Real>
void gatherAlong(const Real* s, std::size_t stride, const Real* x, Real* y,
                 std::size_t steps) {
  constexpr std::size_t kStep = sizeof(Lanes) / sizeof(Real);
  if (steps == 0) return;
  const Real factors[kRowsAtOnce] = {x[0], x[1], x[2], x[3]};
  for (;;) {
    for (std::size_t v = 0; v < count; ++v) {
      Real* to = y + v * kStep;
      auto sum = load<Lanes>(to);
      for (std::size_t r = 0; r < kRowsAtOnce; ++r) {
        sum += load<Lanes>(s + r * stride + v * kStep) * factors[r];
      }
      store(to, sum);
    }
    if (--steps == 0) break;
    y += count * kStep;
    s += count * kStep;
  }
}

template <class Real>
[[gnu::noinline]] void addLongRows(const Real* a, const Real* b, Real* s,
                                   std::size_t stride, std::size_t cols) {
  constexpr std::size_t kWide = kStrip * kLanes<Real>;
  const std::size_t steps = cols / kWide;
  const std::size_t done = steps * kWide;
  addAlong<Vector<Real>, kStrip>(a, b, s, stride, steps);
  addAlong<Real, 1>(a, b + done, s + done, stride, cols - done);
}

template <class Real>
[[gnu::noinline]] void gatherRows(const Real* s, std::size_t stride,
                                  const Real* x, Real* y, std::size_t cols) {
  constexpr std::size_t kPair = 2 * kLanes<Real>;
  const std::size_t steps = cols / kPair;
  const std::size_t done = steps * kPair;
  gatherAlong<Vector<Real>, 2>(s, stride, x, y, steps);
  gatherAlong<Real, 1>(s + done, stride, x, y + done, cols - done);
}

/// y = S x for `groups` times as many rows as a quad has numbers: the vectors
/// run along y, so that every number of it is summed in the order of x. A
/// block of S is read by rows and turned in registers.
template <std::size_t groups, class Real>
[[gnu::noinline]] void multiplyRows(View<const Real> s, const Real* x,
                                    Real* y) {
  constexpr std::size_t q = kQuad<Real>;
  Quad<Real> sums[groups] = {};
  std::size_t t = 0;
  for (; t + q <= s.cols; t += q) {
    for (std::size_t g = 0; g < groups; ++g) {
      Quad<Real> block[q];
      for (std::size_t r = 0; r < q; ++r) {
        block[r] = load<Quad<Real>>(s.row(g * q + r) + t);
      }
      transpose(block);
      for (std::size_t r = 0; r < q; ++r) sums[g] += block[r] * x[t + r];
    }
  }
  for (std::size_t g = 0; g < groups; ++g) store(y + g * q, sums[g]);
  for (std::size_t i = 0; i < groups * q; ++i) {
    for (std::size_t rest = t; rest < s.cols; ++rest) {
      y[i] += s(i, rest) * x[rest];
    }
  }
}

template <class Real>
Real sumOfProducts(std::span<const Real> a, std::span<const Real> b) {
  constexpr std::size_t q = kQuad<Real>;
  Quad<Real> low = {};
  Quad<Real> high = {};
  std::size_t i = 0;
  for (; i + 2 * q <= a.size(); i += 2 * q) {
    low += load<Quad<Real>>(&a[i]) * load<Quad<Real>>(&b[i]);
    high += load<Quad<Real>>(&a[i + q]) * load<Quad<Real>>(&b[i + q]);
  }
  Real sums[2 * q];
  store(sums, low);
  store(sums + q, high);
  for (std::size_t rest = i; rest < a.size(); ++rest) {
    sums[rest - i] += a[rest] * b[rest];
  }
  if constexpr (q == 4) {
    for (std::size_t k = 0; k < q; ++k) sums[k] += sums[k + q];
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

template <class Lanes, class Real>
std::size_t multiplyAlong(std::span<const Real> factors, std::span<Real> x,
                          std::size_t from) {
  constexpr std::size_t kStep = sizeof(Lanes) / sizeof(Real);
  for (; from + kStep <= x.size(); from += kStep) {
    store(&x[from], load<Lanes>(&x[from]) * load<Lanes>(&factors[from]));
  }
  return from;
}

template <class Lanes, class Real>
std::size_t rotateAlong(Real c, Real s, std::span<Real> x, std::span<Real> y,
                        std::size_t from) {
  constexpr std::size_t kStep = sizeof(Lanes) / sizeof(Real);
  for (; from + kStep <= x.size(); from += kStep) {
    const auto before = load<Lanes>(&x[from]);
    const auto other = load<Lanes>(&y[from]);
    store(&x[from], before * c + other * s);
    store(&y[from], other * c - before * s);
  }
  return from;
}

}  // namespace

double dot(std::span<const double> a, std::span<const double> b) {
  return sumOfProducts(a, b);
}
float dot(std::span<const float> a, std::span<const float> b) {
  return sumOfProducts(a, b);
}

void addScaled(double factor, std::span<const double> x, std::span<double> y) {
  addShortRows(&factor, x.data(), View<double>(y, 1, x.size()));
}
void addScaled(float factor, std::span<const float> x, std::span<float> y) {
  addShortRows(&factor, x.data(), View<float>(y, 1, x.size()));
}

void multiplyEach(std::span<const double> factors, std::span<double> x) {
  const std::size_t rest = multiplyAlong<Vector<double>>(factors, x, 0);
  multiplyAlong<double>(factors, x, rest);
}

bool allFinite(std::span<const double> numbers) {
  // What is finite times zero is zero; the rest is not a number, and stays so.
  constexpr std::size_t q = kQuad<double>;
  Quad<double> nothing = {};
  std::size_t i = 0;
  for (; i + q <= numbers.size(); i += q) {
    nothing += load<Quad<double>>(&numbers[i]) * 0.0;
  }
  double sum = nothing[0] + nothing[1];
  for (; i < numbers.size(); ++i) sum += numbers[i] * 0;
  return sum == 0;
}

void rotate(double c, double s, std::span<double> x, std::span<double> y) {
  const std::size_t rest = rotateAlong<Vector<double>>(c, s, x, y, 0);
  rotateAlong<double>(c, s, x, y, rest);
}

template <class Real>
void addOuter(InputVector<Real> a, InputVector<Real> b, View<Real> s) {
  std::size_t i = 0;
  if (s.cols * sizeof(Real) >= kLongRowBytes) {
    for (; i + kRowsTogether <= s.rows; i += kRowsTogether) {
      addLongRows(a.data() + i, b.data(), s.row(i), s.stride, s.cols);
    }
  }
  addShortRows(a.data() + i, b.data(), s.block(i, 0, s.rows - i, s.cols));
}

template <class Real>
void multiply(Input<Real> s, InputVector<Real> x, std::span<Real> y) {
  constexpr std::size_t q = kQuad<Real>;
  constexpr std::size_t kGroups = 4;
  std::size_t i = 0;
  for (; i + kGroups * q <= s.rows; i += kGroups * q) {
    multiplyRows<kGroups>(s.block(i, 0, kGroups * q, s.cols), x.data(), &y[i]);
  }
  for (; i + q <= s.rows; i += q) {
    multiplyRows<1>(s.block(i, 0, q, s.cols), x.data(), &y[i]);
  }
  for (; i < s.rows; ++i) {
    Real sum = 0;
    for (std::size_t t = 0; t < s.cols; ++t) sum += s(i, t) * x[t];
    y[i] = sum;
  }
}

template <class Real>
void multiplyTransposed(Input<Real> s, InputVector<Real> x, std::span<Real> y) {
  std::fill(y.begin(), y.end(), Real{0});
  std::size_t i = 0;
  for (; i + kRowsAtOnce <= s.rows; i += kRowsAtOnce) {
    gatherRows(s.row(i), s.stride, &x[i], y.data(), s.cols);
  }
  for (; i < s.rows; ++i) {
    addShortRows(&x[i], s.row(i), View<Real>(y, 1, s.cols));
  }
}

template void addOuter(InputVector<float>, InputVector<float>, View<float>);
template void multiply(Input<float>, InputVector<float>, std::span<float>);
template void multiplyTransposed(Input<float>, InputVector<float>,
                                 std::span<float>);
template void addOuter(InputVector<double>, InputVector<double>, View<double>);
template void multiply(Input<double>, InputVector<double>, std::span<double>);
template void multiplyTransposed(Input<double>, InputVector<double>,
                                 std::span<double>);

}  // namespace matrix_memory::kernels

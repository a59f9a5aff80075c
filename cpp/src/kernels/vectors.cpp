#include <algorithm>

#include "kernels/dense.h"
#include "kernels/lanes.h"

namespace matrix_memory::kernels {
namespace {

/// A state smaller than this stays in the second-level cache: a strip of the
/// key is kept in registers while the strip's columns go by, row after row. A
/// larger one is read as it lies in memory, at four places at once.
constexpr std::size_t kFarBytes = std::size_t{1} << 20;
constexpr std::size_t kPlaces = 4;
/// Vectors of a strip.
constexpr std::size_t kStrip = 8;
/// Rows that are gathered from at once.
constexpr std::size_t kRowsAtOnce = 4;

/// row += factor b'
template <class Real>
[[gnu::noinline]] void addRow(Real factor, const Real* b, Real* row,
                              std::size_t cols) {
  using Lanes = Vector<Real>;
  std::size_t j = 0;
  for (; j + kLanes<Real> <= cols; j += kLanes<Real>) {
    store(row + j, load<Lanes>(row + j) + load<Lanes>(b + j) * factor);
  }
  for (; j < cols; ++j) row[j] += factor * b[j];
}

/// S += a b' for `count` vectors' worth of columns and `pairs` times two rows:
/// half as many branches as row by row. A function of its own, like addTiles.
template <class Lanes, std::size_t count, class Real>
[[gnu::noinline]] void addStrip(const Real* a, const Real* b, Real* s,
                                std::size_t stride, std::size_t pairs) {
  constexpr std::size_t kStep = sizeof(Lanes) / sizeof(Real);
  Lanes held[count];
  for (std::size_t v = 0; v < count; ++v) held[v] = load<Lanes>(b + v * kStep);
  for (;;) {
    Real* row = s;
    for (std::size_t r = 0; r < 2; ++r, row += stride) {
      const Real factor = a[r];
      for (std::size_t v = 0; v < count; ++v) {
        Real* to = row + v * kStep;
        store(to, load<Lanes>(to) + held[v] * factor);
      }
    }
    if (--pairs == 0) break;
    a += 2;
    s = row;
  }
}

template <class Real>
void addPairs(const Real* a, const Real* b, const View<Real>& s) {
  constexpr std::size_t kWide = kStrip * kLanes<Real>;
  const std::size_t pairs = s.rows / 2;
  if (pairs == 0) return;
  std::size_t j = 0;
  for (; j + kWide <= s.cols; j += kWide) {
    addStrip<Vector<Real>, kStrip>(a, b + j, s.data + j, s.stride, pairs);
  }
  for (; j + kLanes<Real> <= s.cols; j += kLanes<Real>) {
    addStrip<Vector<Real>, 1>(a, b + j, s.data + j, s.stride, pairs);
  }
  for (; j < s.cols; ++j) {
    addStrip<Real, 1>(a, b + j, s.data + j, s.stride, pairs);
  }
}

/// row r += factors r b' for `steps` times `count` vectors along four rows;
/// all four are read before one is written, since rows that lie a whole number
/// of pages apart look like the same place to the processor.
template <class Lanes, std::size_t count, class Real>
void addAlong(const Real (&factors)[kPlaces], const Real* b,
              Real* (&rows)[kPlaces], std::size_t steps) {
  constexpr std::size_t kStep = sizeof(Lanes) / sizeof(Real);
  if (steps == 0) return;
  for (;;) {
    for (std::size_t v = 0; v < count; ++v) {
      const auto lanes = load<Lanes>(b + v * kStep);
      Lanes sums[kPlaces];
      for (std::size_t r = 0; r < kPlaces; ++r) {
        sums[r] = load<Lanes>(rows[r] + v * kStep);
      }
      for (std::size_t r = 0; r < kPlaces; ++r) {
        store(rows[r] + v * kStep, sums[r] + lanes * factors[r]);
      }
    }
    for (Real*& row : rows) row += count * kStep;
    if (--steps == 0) break;
    b += count * kStep;
  }
}

/// S += a b' for four times `height` rows, the first of each quarter first:
/// every quarter is one stream that a processor can fetch ahead.
template <class Real>
[[gnu::noinline]] void addQuarters(const Real* a, const Real* b,
                                   const View<Real>& s, std::size_t height) {
  constexpr std::size_t kPair = 2 * kLanes<Real>;
  const std::size_t steps = s.cols / kPair;
  const std::size_t done = steps * kPair;
  for (std::size_t i = 0; i < height; ++i) {
    Real factors[kPlaces];
    Real* rows[kPlaces];
    for (std::size_t r = 0; r < kPlaces; ++r) {
      factors[r] = a[i + r * height];
      rows[r] = s.row(i + r * height);
    }
    addAlong<Vector<Real>, 2>(factors, b, rows, steps);
    addAlong<Real, 1>(factors, b + done, rows, s.cols - done);
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
  addRow(factor, x.data(), y.data(), x.size());
}
void addScaled(float factor, std::span<const float> x, std::span<float> y) {
  addRow(factor, x.data(), y.data(), x.size());
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
  const Real* factors = a.data();
  if (s.rows * s.stride * sizeof(Real) >= kFarBytes) {
    const std::size_t height = s.rows / kPlaces;
    addQuarters(factors, b.data(), s, height);
    factors += kPlaces * height;
    s = s.block(kPlaces * height, 0, s.rows - kPlaces * height, s.cols);
  }
  addPairs(factors, b.data(), s);
  if (s.rows % 2 != 0) {
    const std::size_t last = s.rows - 1;
    addRow(factors[last], b.data(), s.row(last), s.cols);
  }
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
    addRow(x[i], s.row(i), y.data(), s.cols);
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

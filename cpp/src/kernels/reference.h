#pragma once

#include <cmath>
#include <span>

#include "kernels/view.h"

/// What the kernels compute, in plain loops: the definition that every
/// implementation is tested against, bit for bit, and an implementation itself
/// (MATRIX_MEMORY_REFERENCE_KERNELS).
namespace matrix_memory::kernels::reference {

/// a . b in partial sums, number i into sum i mod 4 (double) or i mod 8
/// (float): what two vectors of 16 bytes hold. They are added by halves.
template <class Real>
Real dot(std::span<const Real> a, std::span<const Real> b) {
  constexpr std::size_t kSums = 32 / sizeof(Real);
  Real sums[kSums] = {};
  for (std::size_t i = 0; i < a.size(); ++i) sums[i % kSums] += a[i] * b[i];
  if constexpr (kSums == 8) {
    for (std::size_t i = 0; i < 4; ++i) sums[i] += sums[i + 4];
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

template <class Real>
void addScaled(Real factor, std::span<const Real> x, std::span<Real> y) {
  for (std::size_t i = 0; i < x.size(); ++i) y[i] += factor * x[i];
}

template <class Real>
void multiplyEach(std::span<const Real> factors, std::span<Real> x) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] *= factors[i];
}

template <class Real>
bool allFinite(std::span<const Real> numbers) {
  for (const Real x : numbers) {
    if (!std::isfinite(x)) return false;
  }
  return true;
}

template <class Real>
void rotate(Real c, Real s, std::span<Real> x, std::span<Real> y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Real before = x[i];
    x[i] = c * before + s * y[i];
    y[i] = c * y[i] - s * before;
  }
}

/// S += sign A'B
template <class Real>
void addOuters(Real sign, Input<Real> a, Input<Real> b, View<Real> s) {
  for (std::size_t i = 0; i < s.rows; ++i) {
    for (std::size_t j = 0; j < s.cols; ++j) {
      Real sum = s(i, j);
      for (std::size_t t = 0; t < a.rows; ++t) sum += sign * a(t, i) * b(t, j);
      s(i, j) = sum;
    }
  }
}

template <class Real>
void addOuter(InputVector<Real> a, InputVector<Real> b, View<Real> s) {
  reference::addOuters<Real>(1, {a, 1, a.size()}, {b, 1, b.size()}, s);
}

/// C += sign A'A
template <class Real>
void addMoment(Real sign, Input<Real> a, View<Real> c) {
  for (std::size_t i = 0; i < c.rows; ++i) {
    for (std::size_t j = i; j < c.cols; ++j) {
      Real sum = c(i, j);
      for (std::size_t t = 0; t < a.rows; ++t) sum += sign * a(t, i) * a(t, j);
      c(i, j) = c(j, i) = sum;
    }
  }
}

template <class Real>
void addProduct(Input<Real> a, Input<Real> b, View<Real> c) {
  for (std::size_t i = 0; i < c.rows; ++i) {
    for (std::size_t j = 0; j < c.cols; ++j) {
      Real sum = c(i, j);
      for (std::size_t t = 0; t < b.rows; ++t) sum += a(i, t) * b(t, j);
      c(i, j) = sum;
    }
  }
}

template <class Real>
void setZero(View<Real> c) {
  for (std::size_t i = 0; i < c.rows; ++i) {
    for (std::size_t j = 0; j < c.cols; ++j) c(i, j) = 0;
  }
}

template <class Real>
void multiply(Input<Real> a, Input<Real> b, View<Real> c) {
  setZero(c);
  reference::addProduct<Real>(a, b, c);
}

template <class Real>
void multiplyByTransposed(Input<Real> a, Input<Real> b, View<Real> c) {
  for (std::size_t i = 0; i < c.rows; ++i) {
    for (std::size_t j = 0; j < c.cols; ++j) {
      Real sum = 0;
      for (std::size_t t = 0; t < a.cols; ++t) sum += a(i, t) * b(j, t);
      c(i, j) = sum;
    }
  }
}

template <class Real>
void multiply(Input<Real> s, InputVector<Real> x, std::span<Real> y) {
  reference::multiplyByTransposed<Real>({x, 1, x.size()}, s,
                                        View<Real>(y, 1, y.size()));
}

template <class Real>
void multiplyTransposed(Input<Real> s, InputVector<Real> x, std::span<Real> y) {
  reference::multiply<Real>({x, 1, x.size()}, s, View<Real>(y, 1, y.size()));
}

/// b_i - l_i0 x_0 - l_i1 x_1 - ...: what is left of row i when the rows above
/// it are solved.
template <class Real>
Real remainder(Input<Real> l, Input<Real> x, std::size_t i, std::size_t j) {
  Real sum = x(i, j);
  for (std::size_t t = 0; t < i; ++t) sum -= l(i, t) * x(t, j);
  return sum;
}

template <class Real>
void solveLower(Input<Real> l, View<Real> b) {
  for (std::size_t i = 0; i < b.rows; ++i) {
    for (std::size_t j = 0; j < b.cols; ++j) {
      b(i, j) = remainder<Real>(l, b, i, j) / l(i, i);
    }
  }
}

template <class Real>
bool cholesky(View<Real> a) {
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      Real sum = a(i, j);
      for (std::size_t t = 0; t < j; ++t) sum -= a(i, t) * a(j, t);
      if (j < i) {
        a(i, j) = sum / a(j, j);
      } else if (sum > 0) {
        a(i, i) = std::sqrt(sum);
      } else {
        return false;
      }
    }
  }
  return true;
}

}  // namespace matrix_memory::kernels::reference

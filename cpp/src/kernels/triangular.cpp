#include "kernels/triangular.h"

#include "kernels/lanes.h"
#include "kernels/reference.h"

namespace matrix_memory::kernels {
namespace {

/// As many columns as `count` vectors hold, from `b` on.
template <class Lanes, std::size_t count, class Real>
void solveStrip(const View<const Real>& l, Real* b, std::size_t stride,
                std::size_t rows) {
  constexpr std::size_t kStep = sizeof(Lanes) / sizeof(Real);
  Real* row = b;
  for (std::size_t i = 0; i < rows; ++i, row += stride) {
    Lanes sums[count];
    for (std::size_t v = 0; v < count; ++v) {
      sums[v] = load<Lanes>(row + v * kStep);
    }
    const Real* factor = l.row(i);
    for (const Real* above = b; above != row; above += stride) {
      for (std::size_t v = 0; v < count; ++v) {
        sums[v] -= load<Lanes>(above + v * kStep) * *factor;
      }
      ++factor;
    }
    for (std::size_t v = 0; v < count; ++v) {
      store(row + v * kStep, sums[v] / *factor);
    }
  }
}

}  // namespace

// Blocks have eight rows: nothing to gain from vectors.
template <class Real>
bool cholesky(View<Real> a) {
  return reference::cholesky(a);
}

template <class Real>
void solveLower(Input<Real> l, View<Real> b) {
  constexpr std::size_t kStrip = 8;
  constexpr std::size_t kWide = kStrip * kLanes<Real>;
  std::size_t j = 0;
  for (; j + kWide <= b.cols; j += kWide) {
    solveStrip<Vector<Real>, kStrip>(l, b.data + j, b.stride, b.rows);
  }
  for (; j < b.cols; ++j) {
    solveStrip<Real, 1>(l, b.data + j, b.stride, b.rows);
  }
}

template bool cholesky(View<float>);
template void solveLower(Input<float>, View<float>);
template bool cholesky(View<double>);
template void solveLower(Input<double>, View<double>);

}  // namespace matrix_memory::kernels

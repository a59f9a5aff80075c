#pragma once

#include <algorithm>

#include "kernels/lanes.h"
#include "kernels/view.h"

/// The one loop that all products of matrices spend their time in, and the
/// copying that brings their numbers into the order in which it reads them.
namespace matrix_memory::kernels {

/// One side of a product: number t of row i is data[i * row + t * step]. Either
/// row or step is 1.
template <class Real>
struct Side {
  const Real* data;
  std::size_t row;
  std::size_t step;

  Side from(std::size_t i, std::size_t t) const {
    return {data + i * row + t * step, row, step};
  }
  const Real& operator()(std::size_t i, std::size_t t) const {
    return data[i * row + t * step];
  }
};

/// A tile of C: two rows of four vectors. Its eight sums, the four vectors of B
/// and the number of A that meet in a step, and one product fill 15 registers,
/// which is what a WebAssembly engine has; anything larger is spilled. Two rows
/// rather than four of two vectors, since a step then takes the fewest
/// instructions: more than seven a cycle are already needed.
inline constexpr std::size_t kTileRows = 2;
inline constexpr std::size_t kTileVectors = 4;
template <class Real>
inline constexpr std::size_t kTileCols = kTileVectors* kLanes<Real>;

/// C = start + A'B for `pairs` tiles below each other: `depth` steps each, at
/// least one, with two numbers of A and four vectors of B; the next tile's
/// numbers of A are aRow further.
///
/// Kept out of line, not unrolled, and counting down to a break in the middle:
/// in this form engines spill nothing inside the loop.
template <class Real>
[[gnu::noinline]] void addTiles(const Real* start, std::size_t startStride,
                                const Side<Real>& a, const Real* b,
                                std::size_t bStep, Real* c, std::size_t cStride,
                                std::size_t depth, std::size_t pairs) {
  using Lanes = Vector<Real>;
  const std::size_t aRow = a.row;
  const std::size_t aStep = a.step;
  for (const Real* first = a.data;;) {
    Lanes sums[kTileRows][kTileVectors];
    for (std::size_t r = 0; r < kTileRows; ++r) {
      for (std::size_t v = 0; v < kTileVectors; ++v) {
        sums[r][v] = load<Lanes>(start + r * startStride + v * kLanes<Real>);
      }
    }
    const Real* numbers[kTileRows] = {first, first + aRow};
    const Real* vectors = b;
    std::size_t left = depth;
#ifdef __clang__
#pragma nounroll
#endif
    for (;;) {
      Lanes lanes[kTileVectors];
      for (std::size_t v = 0; v < kTileVectors; ++v) {
        lanes[v] = load<Lanes>(vectors + v * kLanes<Real>);
      }
      for (std::size_t r = 0; r < kTileRows; ++r) {
        for (std::size_t v = 0; v < kTileVectors; ++v) {
          sums[r][v] += lanes[v] * *numbers[r];
        }
      }
      if (--left == 0) break;
      for (const Real*& number : numbers) number += aStep;
      vectors += bStep;
    }
    for (std::size_t r = 0; r < kTileRows; ++r) {
      for (std::size_t v = 0; v < kTileVectors; ++v) {
        store(c + r * cStride + v * kLanes<Real>, sums[r][v]);
      }
    }
    if (--pairs == 0) break;
    first += kTileRows * aRow;
    start += kTileRows * startStride;
    c += kTileRows * cStride;
  }
}

/// A panel, as packPanel fills it, from whole quads of rows that are turned.
template <class Real>
void turnIntoPanel(const Side<Real>& b, std::size_t rows, std::size_t depth,
                   Real sign, Real* to) {
  constexpr std::size_t kCols = kTileCols<Real>;
  constexpr std::size_t q = kQuad<Real>;
  for (std::size_t i = 0; i < rows; i += q) {
    std::size_t t = 0;
    for (; t + q <= depth; t += q) {
      Quad<Real> block[q];
      for (std::size_t r = 0; r < q; ++r) {
        block[r] = load<Quad<Real>>(&b(i + r, t));
      }
      transpose(block);
      for (std::size_t r = 0; r < q; ++r) {
        store(to + (t + r) * kCols + i, block[r] * sign);
      }
    }
    for (; t < depth; ++t) {
      for (std::size_t r = 0; r < q; ++r) {
        to[t * kCols + i + r] = sign * b(i + r, t);
      }
    }
  }
}

/// B's rows side by side, times `sign`: `depth` steps of a panel as wide as a
/// tile, filled up with zeros.
template <class Real>
[[gnu::noinline]] void packPanel(const Side<Real>& b, std::size_t rows,
                                 std::size_t depth, Real sign, Real* to) {
  constexpr std::size_t kCols = kTileCols<Real>;
  constexpr std::size_t q = kQuad<Real>;
  const std::size_t whole = rows / q * q;
  if (b.row == 1) {
    // A step after the other: lines of steps that lie far apart share sets of
    // the cache, and would be gone before their next numbers are due.
    for (std::size_t t = 0; t < depth; ++t) {
      for (std::size_t i = 0; i < whole; i += q) {
        store(to + t * kCols + i, load<Quad<Real>>(&b(i, t)) * sign);
      }
    }
  } else {
    turnIntoPanel(b, whole, depth, sign, to);
  }
  for (std::size_t i = whole; i < kCols; ++i) {
    for (std::size_t t = 0; t < depth; ++t) {
      to[t * kCols + i] = i < rows ? sign * b(i, t) : Real{0};
    }
  }
}

/// to = from' for rows x cols numbers, whole quads of them.
template <class Real>
[[gnu::noinline]] void turn(const Real* from, std::size_t fromStride, Real* to,
                            std::size_t toStride, std::size_t rows,
                            std::size_t cols) {
  constexpr std::size_t q = kQuad<Real>;
  for (; rows > 0; rows -= q) {
    const Real* in = from;
    Real* out = to;
    for (std::size_t left = cols; left > 0; left -= q) {
      Quad<Real> block[q];
      for (std::size_t r = 0; r < q; ++r) {
        block[r] = load<Quad<Real>>(in + r * fromStride);
      }
      transpose(block);
      for (std::size_t r = 0; r < q; ++r) store(out + r * toStride, block[r]);
      in += q;
      out += q * toStride;
    }
    from += q * fromStride;
    to += q;
  }
}

/// A's columns as rows of `depth` numbers each, `stride` apart. A has them side
/// by side.
template <class Real>
void packRows(const Side<Real>& a, std::size_t rows, std::size_t depth,
              Real* to, std::size_t stride) {
  constexpr std::size_t q = kQuad<Real>;
  const std::size_t wholeRows = rows / q * q;
  const std::size_t wholeSteps = depth / q * q;
  turn(a.data, a.step, to, stride, wholeSteps, wholeRows);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t t = i < wholeRows ? wholeSteps : 0; t < depth; ++t) {
      to[i * stride + t] = a(i, t);
    }
  }
}

/// What lies below C's diagonal from what lies above it, as many columns at a
/// time as a line of memory holds.
template <class Real>
[[gnu::noinline]] void mirror(const View<Real>& c) {
  constexpr std::size_t kLine = 64 / sizeof(Real);
  std::size_t first = 0;
  for (; first + kLine <= c.cols; first += kLine) {
    turn(c.data + first, c.stride, c.row(first), c.stride, first, kLine);
  }
  for (std::size_t i = 0; i < c.rows; ++i) {
    const std::size_t end = i < first ? (i / kLine + 1) * kLine : c.rows;
    for (std::size_t j = i + 1; j < end; ++j) c(j, i) = c(i, j);
  }
  for (std::size_t j = first; j < c.rows; ++j) {
    for (std::size_t i = 0; i < first; ++i) c(j, i) = c(i, j);
  }
}

}  // namespace matrix_memory::kernels

#include "kernels/products.h"

#include <algorithm>

#include "kernels/tile.h"

/// Every product is C = C + A B' of two sides, read by rows or by columns, in
/// blocks of `kDepth` steps. A tile of C takes all steps of a block before the
/// next tile's turn, so C is read and written once a block; in between stays a
/// panel of B, as wide as a tile, for all rows of C.
///
/// Where the numbers of a step lie side by side they are read where they are.
/// Where they do not, or where steps are so far apart that they fall into the
/// same few sets of the cache, they are copied first: a panel of B, and as many
/// rows of A as stay in the nearer caches.
namespace matrix_memory::kernels {
namespace {

constexpr std::size_t kDepth = 64;
constexpr std::size_t kBlockRows = 128;
constexpr std::size_t kFarBytes = 1024;

template <class Real>
constexpr Real kZeros[kTileCols<Real>] = {};

/// A tile that reaches over the edge of C.
template <class Real>
[[gnu::noinline]] void addEdgeTile(bool fresh, Side<Real> a, Side<Real> b,
                                   View<Real> c, std::size_t depth) {
  constexpr std::size_t kCols = kTileCols<Real>;
  Real tile[kTileRows * kCols] = {};
  if (!fresh) {
    for (std::size_t i = 0; i < c.rows; ++i) {
      std::copy_n(c.row(i), c.cols, tile + i * kCols);
    }
  }
  addTile(tile, kCols, a.data, a.step, b.data, b.step, tile, kCols, depth);
  for (std::size_t i = 0; i < c.rows; ++i) {
    std::copy_n(tile + i * kCols, c.cols, c.row(i));
  }
}

template <class Real>
class Product {
 public:
  Product(Side<Real> a, Side<Real> b, View<Real> c, std::size_t depth)
      : a_(a), b_(b), c_(c), depth_(depth) {}

  /// Forget what C holds.
  bool fresh = false;
  /// Only the tiles that touch the diagonal or lie above it.
  bool upper = false;
  Real sign = 1;

  void add() {
    for (std::size_t t = 0; t < depth_; t += kDepth) {
      addSteps(t, std::min(kDepth, depth_ - t));
      fresh = false;
    }
  }

 private:
  static constexpr std::size_t kCols = kTileCols<Real>;

  static bool isFar(const Side<Real>& side) {
    return side.row != 1 || side.step * sizeof(Real) >= kFarBytes;
  }

  void addSteps(std::size_t t, std::size_t steps) {
    packed_ = isFar(a_);
    const std::size_t blockRows = packed_ ? kBlockRows : c_.rows;
    for (std::size_t i = 0; i < c_.rows; i += blockRows) {
      const std::size_t rows = std::min(blockRows, c_.rows - i);
      if (packed_) packPairs(a_.from(i, t), rows, steps, pairs_);
      for (std::size_t j = upper ? i / kCols * kCols : 0; j < c_.cols;
           j += kCols) {
        addPanel(a_.from(i, t), b_.from(j, t), steps,
                 c_.block(i, j, upper ? std::min(rows, j + kCols - i) : rows,
                          std::min(kCols, c_.cols - j)));
      }
    }
  }

  void addPanel(Side<Real> a, Side<Real> b, std::size_t steps, View<Real> c) {
    if (isFar(b) || c.cols < kCols || sign != 1) {
      packPanel(b, c.cols, steps, sign, panel_);
      b = {panel_, 1, kCols};
    }
    if (packed_) a = {pairs_, steps, kTileRows};
    const std::size_t whole = c.cols < kCols ? 0 : c.rows / kTileRows;
    addTiles(whole, a, b, steps, c);
    for (std::size_t i = whole * kTileRows; i < c.rows; i += kTileRows) {
      const std::size_t rows = std::min(kTileRows, c.rows - i);
      Side<Real> pair{a.data + i * a.row, 1, a.step};
      if (!packed_ && rows < kTileRows) {
        packPairs(pair, rows, steps, pairs_);
        pair = {pairs_, 1, kTileRows};
      }
      addEdgeTile(fresh, pair, b, c.block(i, 0, rows, c.cols), steps);
    }
  }

  void addTiles(std::size_t count, Side<Real> a, Side<Real> b,
                std::size_t steps, View<Real> c) {
    const Real* start = fresh ? kZeros<Real> : c.data;
    const std::size_t startStride = fresh ? 0 : c.stride;
    for (; count > 0; --count) {
      addTile(start, startStride, a.data, a.step, b.data, b.step, c.data,
              c.stride, steps);
      start += kTileRows * startStride;
      a.data += kTileRows * a.row;
      c.data += kTileRows * c.stride;
    }
  }

  Side<Real> a_;
  Side<Real> b_;
  View<Real> c_;
  std::size_t depth_;
  bool packed_ = false;
  alignas(64) Real panel_[kDepth * kCols];
  alignas(64) Real pairs_[kDepth * kBlockRows];
};

template <class Real>
Side<Real> columnsOf(View<const Real> a) {
  return {a.data, 1, a.stride};
}
template <class Real>
Side<Real> rowsOf(View<const Real> a) {
  return {a.data, a.stride, 1};
}

/// What all products come down to.
template <class Real>
[[gnu::noinline]] void add(Side<Real> a, Side<Real> b, std::size_t depth,
                           View<Real> c, Real sign, bool fresh, bool upper) {
  if (fresh && depth == 0) {
    for (std::size_t i = 0; i < c.rows; ++i) {
      std::fill_n(c.row(i), c.cols, Real{0});
    }
  }
  Product<Real> product(a, b, c, depth);
  product.sign = sign;
  product.fresh = fresh;
  product.upper = upper;
  product.add();
  if (upper) mirror(c);
}

constexpr bool kFresh = true;
constexpr bool kUpper = true;

}  // namespace

template <class Real>
void addOuters(Input<Real> a, Input<Real> b, View<Real> s) {
  add<Real>(columnsOf(a), columnsOf(b), a.rows, s, 1, !kFresh, !kUpper);
}

template <class Real>
void subtractOuters(Input<Real> a, Input<Real> b, View<Real> s) {
  add<Real>(columnsOf(a), columnsOf(b), a.rows, s, -1, !kFresh, !kUpper);
}

template <class Real>
void addMoment(Input<Real> a, View<Real> c) {
  add<Real>(columnsOf(a), columnsOf(a), a.rows, c, 1, !kFresh, kUpper);
}

template <class Real>
void subtractMoment(Input<Real> a, View<Real> c) {
  add<Real>(columnsOf(a), columnsOf(a), a.rows, c, -1, !kFresh, kUpper);
}

template <class Real>
void multiply(Input<Real> a, Input<Real> b, View<Real> c) {
  add<Real>(rowsOf(a), columnsOf(b), a.cols, c, 1, kFresh, !kUpper);
}

template <class Real>
void addProduct(Input<Real> a, Input<Real> b, View<Real> c) {
  add<Real>(rowsOf(a), columnsOf(b), a.cols, c, 1, !kFresh, !kUpper);
}

template <class Real>
void multiplyByTransposed(Input<Real> a, Input<Real> b, View<Real> c) {
  add<Real>(rowsOf(a), rowsOf(b), a.cols, c, 1, kFresh, !kUpper);
}

template <class Real>
void gram(Input<Real> k, View<Real> g) {
  add<Real>(rowsOf(k), rowsOf(k), k.cols, g, 1, kFresh, kUpper);
}

template void addOuters(Input<float>, Input<float>, View<float>);
template void subtractOuters(Input<float>, Input<float>, View<float>);
template void addMoment(Input<float>, View<float>);
template void subtractMoment(Input<float>, View<float>);
template void multiply(Input<float>, Input<float>, View<float>);
template void addProduct(Input<float>, Input<float>, View<float>);
template void multiplyByTransposed(Input<float>, Input<float>, View<float>);
template void gram(Input<float>, View<float>);
template void addOuters(Input<double>, Input<double>, View<double>);
template void subtractOuters(Input<double>, Input<double>, View<double>);
template void addMoment(Input<double>, View<double>);
template void subtractMoment(Input<double>, View<double>);
template void multiply(Input<double>, Input<double>, View<double>);
template void addProduct(Input<double>, Input<double>, View<double>);
template void multiplyByTransposed(Input<double>, Input<double>, View<double>);
template void gram(Input<double>, View<double>);

}  // namespace matrix_memory::kernels

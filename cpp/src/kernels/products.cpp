#include "kernels/products.h"

#include <algorithm>

#include "kernels/tile.h"

/// Every product is C = C + A B' of two sides, read by rows or by columns, in
/// blocks of `kDepth` steps. A tile of C takes all steps of a block before the
/// next tile's turn, so C is read and written once a block; in between stays a
/// panel of B, as wide as a tile, for all rows of C.
///
/// A's rows are read where they are, and so are columns, and B where the
/// numbers of a step lie side by side. Where they do not, or where steps are so
/// far apart that they fall into the same few sets of the cache, they are
/// copied first: a panel of B, and as many of A's columns, as rows, as stay in
/// the nearer caches.
namespace matrix_memory::kernels {
namespace {

constexpr std::size_t kDepth = 64;
constexpr std::size_t kBlockRows = 128;
constexpr std::size_t kFarBytes = 1024;
constexpr std::size_t kFewRows = 4;

template <class Real>
constexpr Real kZeros[kTileCols<Real>] = {};

template <class Real>
void copy(const View<const Real>& from, const View<Real>& to) {
  for (std::size_t i = 0; i < to.rows; ++i) {
    for (std::size_t j = 0; j < to.cols; ++j) to(i, j) = from(i, j);
  }
}

/// A tile of which only the first rows and columns are C.
template <class Real>
[[gnu::noinline]] void addEdgeTile(bool fresh, const Side<Real>& a,
                                   const Side<Real>& b, const View<Real>& c,
                                   std::size_t depth) {
  constexpr std::size_t kCols = kTileCols<Real>;
  Real tile[kTileRows * kCols] = {};
  const View<Real> inside(tile, c.rows, c.cols, kCols);
  if (!fresh) copy<Real>(c, inside);
  addTiles(tile, kCols, a, b.data, b.step, tile, kCols, depth, 1);
  copy<Real>(inside, c);
}

/// What distinguishes the products.
enum Kind : unsigned {
  kAdd = 0,
  kRowsOfA = 1,  // A's rows meet B, rather than its columns
  kRowsOfB = 2,  // and B's rows, likewise
  kSubtract = 4,
  kFresh = 8,  // forget what C holds
  kUpper = 16  // only the tiles that touch the diagonal or lie above it
};

template <class Real>
class Product {
 public:
  Product(const View<const Real>& a, const View<const Real>& b,
          const View<Real>& c, unsigned kind)
      : a_(side(a, kind & kRowsOfA)),
        b_(side(b, kind & kRowsOfB)),
        c_(c),
        depth_((kind & kRowsOfA) ? a.cols : a.rows),
        upper_(kind & kUpper),
        fresh_(kind & kFresh),
        packsRows_(a_.row == 1 && isFar(a_)),
        packsPanels_((kind & kSubtract) || b_.row != 1 || isFar(b_)),
        sign_((kind & kSubtract) ? -1 : 1) {}

  void add() {
    for (std::size_t t = 0; t < depth_; t += kDepth) {
      addSteps(t, std::min(kDepth, depth_ - t));
      fresh_ = false;
    }
    if (fresh_) setZero();
    if (upper_) mirror(c_);
  }

 private:
  static constexpr std::size_t kCols = kTileCols<Real>;
  // A line more than a row is long, so that rows share no set of the cache.
  static constexpr std::size_t kRowStride = kDepth + 64 / sizeof(Real);

  static Side<Real> side(const View<const Real>& view, bool rows) {
    return {view.data, rows ? view.stride : 1, rows ? 1 : view.stride};
  }

  static bool isFar(const Side<Real>& side) {
    return side.step * sizeof(Real) >= kFarBytes;
  }

  void addSteps(std::size_t t, std::size_t steps) {
    const std::size_t blockRows = packsRows_ ? kBlockRows : c_.rows;
    for (std::size_t i = 0; i < c_.rows; i += blockRows) {
      const std::size_t rows = std::min(blockRows, c_.rows - i);
      Side<Real> a = a_.from(i, t);
      if (packsRows_) {
        packRows(a, rows, steps, rows_, kRowStride);
        a = {rows_, kRowStride, 1};
      }
      for (std::size_t j = upper_ ? i / kCols * kCols : 0; j < c_.cols;
           j += kCols) {
        addPanel(a, b_.from(j, t), steps,
                 c_.block(i, j, upper_ ? std::min(rows, j + kCols - i) : rows,
                          std::min(kCols, c_.cols - j)));
      }
    }
  }

  void addPanel(Side<Real> a, Side<Real> b, std::size_t steps, View<Real> c) {
    if (packsPanels_ || c.cols < kCols) {
      packPanel(b, c.cols, steps, sign_, panel_);
      b = {panel_, 1, kCols};
    }
    if (const std::size_t whole = c.rows / kTileRows;
        whole > 0 && c.cols == kCols) {
      addTiles(fresh_ ? kZeros<Real> : c.data, fresh_ ? 0 : c.stride, a, b.data,
               b.step, c.data, c.stride, steps, whole);
      a.data += whole * kTileRows * a.row;
      c.data += whole * kTileRows * c.stride;
      c.rows -= whole * kTileRows;
    }
    for (; c.rows > 0; c.rows -= std::min(kTileRows, c.rows)) {
      // A last row alone takes both places, and the second result is dropped.
      if (c.rows < kTileRows) a.row = 0;
      addEdgeTile(fresh_, a, b,
                  c.block(0, 0, std::min(kTileRows, c.rows), c.cols), steps);
      a.data += kTileRows * a.row;
      c.data += kTileRows * c.stride;
    }
  }

  void setZero() {
    for (std::size_t i = 0; i < c_.rows; ++i) {
      std::fill_n(c_.row(i), c_.cols, Real{0});
    }
  }

  Side<Real> a_;
  Side<Real> b_;
  View<Real> c_;
  std::size_t depth_;
  bool upper_;
  bool fresh_;
  bool packsRows_;
  bool packsPanels_;
  Real sign_;
  alignas(64) Real panel_[kDepth * kCols];
  alignas(64) Real rows_[kRowStride * kBlockRows];
};

template <class Real>
[[gnu::noinline]] void add(const View<const Real>& a, const View<const Real>& b,
                           const View<Real>& c, unsigned kind) {
  Product<Real>(a, b, c, kind).add();
}

}  // namespace

template <class Real>
void addOuters(Input<Real> a, Input<Real> b, View<Real> s) {
  add<Real>(a, b, s, kAdd);
}

template <class Real>
void subtractOuters(Input<Real> a, Input<Real> b, View<Real> s) {
  add<Real>(a, b, s, kSubtract);
}

template <class Real>
void addMoment(Input<Real> a, View<Real> c) {
  add<Real>(a, a, c, kUpper);
}

template <class Real>
void subtractMoment(Input<Real> a, View<Real> c) {
  add<Real>(a, a, c, kUpper | kSubtract);
}

template <class Real>
void multiply(Input<Real> a, Input<Real> b, View<Real> c) {
  add<Real>(a, b, c, kRowsOfA | kFresh);
}

template <class Real>
void addProduct(Input<Real> a, Input<Real> b, View<Real> c) {
  add<Real>(a, b, c, kRowsOfA);
}

template <class Real>
void multiplyByTransposed(Input<Real> a, Input<Real> b, View<Real> c) {
  // Turning B round pays from a few rows of A on.
  if (a.rows < kFewRows) {
    for (std::size_t i = 0; i < a.rows; ++i) {
      multiply<Real>(b, {a.row(i), a.cols}, {c.row(i), c.cols});
    }
    return;
  }
  add<Real>(a, b, c, kRowsOfA | kRowsOfB | kFresh);
}

template <class Real>
void gram(Input<Real> k, View<Real> g) {
  add<Real>(k, k, g, kRowsOfA | kRowsOfB | kFresh | kUpper);
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

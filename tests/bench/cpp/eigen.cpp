// The contestant Eigen: what a user of Eigen would write.

#include <Eigen/Dense>

#include "contestant.h"

namespace {

using Eigen::Dynamic;

template <class T>
using Rows = Eigen::Matrix<T, Dynamic, Dynamic, Eigen::RowMajor>;
template <class T>
using Given = Eigen::Map<const Rows<T>>;
template <class T>
using Result = Eigen::Map<Rows<T>>;

template <class T>
struct Product {
  int layout, p, q, r;
  const T* a;
  const T* b;
  T* out;
};

/// Calls `use` with both factors as expressions, transposed or as they are.
template <class T, class Use>
void withFactors(const Product<T>& product, Use use) {
  const auto& [layout, p, q, r, a, b, out] = product;
  switch (layout) {
    case 0:
      return use(Given<T>(a, p, r), Given<T>(b, r, q));
    case 1:
      return use(Given<T>(a, p, r), Given<T>(b, q, r).transpose());
    case 2:
      return use(Given<T>(a, r, p).transpose(), Given<T>(b, r, q));
    default:
      return use(Given<T>(a, r, p).transpose(), Given<T>(b, q, r).transpose());
  }
}

struct Accumulate {
  template <class T>
  [[gnu::noinline]] static void run(const Product<T>& product) {
    Result<T> out(product.out, product.p, product.q);
    withFactors(product,
                [&](const auto& a, const auto& b) { out.noalias() += a * b; });
  }
};

struct Reads {
  template <class T>
  [[gnu::noinline]] static void run(const Product<T>& product) {
    Result<T> out(product.out, product.p, product.q);
    withFactors(product,
                [&](const auto& a, const auto& b) { out.noalias() = a * b; });
  }
};

// Half of the products, then the mirror image: ours gives the whole matrix.
struct Gram {
  template <class T>
  [[gnu::noinline]] static void run(const Product<T>& product) {
    const auto& [layout, p, q, r, a, b, data] = product;
    Result<T> out(data, p, p);
    out.setZero();
    out.template selfadjointView<Eigen::Lower>().rankUpdate(Given<T>(a, p, r),
                                                            T(1));
    out.template triangularView<Eigen::StrictlyUpper>() = out.transpose();
  }
};

struct RankOne {
  template <class T>
  [[gnu::noinline]] static void run(const Product<T>& product) {
    using Vector = Eigen::Map<const Eigen::Matrix<T, Dynamic, 1>>;
    Result<T> out(product.out, product.p, product.q);
    out.noalias() +=
        Vector(product.a, product.p) * Vector(product.b, product.q).transpose();
  }
};

template <class Operation, class T>
void repeat(int times, const Product<T>& product) {
  for (int i = 0; i < times; ++i) Operation::run(product);
}

[[gnu::noinline]] void curve(int d, int n, const float* keys,
                             const float* values, double* errors) {
  const Given<float> allKeys(keys, n, d);
  const Given<float> allValues(values, n, d);
  for (int i = 1; i <= n; ++i) {
    const auto k = allKeys.topRows(i);
    const auto v = allValues.topRows(i);
    const Eigen::MatrixXf state =
        Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXf>(k).solve(v);
    errors[i - 1] = static_cast<double>((k * state - v).squaredNorm()) / i;
  }
}

}  // namespace

void accumulate_single(int times, int layout, int p, int q, int r,
                       const float* a, const float* b, float* out) {
  repeat<Accumulate, float>(times, {layout, p, q, r, a, b, out});
}
void accumulate_double(int times, int layout, int p, int q, int r,
                       const double* a, const double* b, double* out) {
  repeat<Accumulate, double>(times, {layout, p, q, r, a, b, out});
}
void reads_single(int times, int layout, int p, int q, int r, const float* a,
                  const float* b, float* out) {
  repeat<Reads, float>(times, {layout, p, q, r, a, b, out});
}
void reads_double(int times, int layout, int p, int q, int r, const double* a,
                  const double* b, double* out) {
  repeat<Reads, double>(times, {layout, p, q, r, a, b, out});
}
void gram_single(int times, int layout, int p, int q, int r, const float* a,
                 const float* b, float* out) {
  repeat<Gram, float>(times, {layout, p, q, r, a, b, out});
}
void gram_double(int times, int layout, int p, int q, int r, const double* a,
                 const double* b, double* out) {
  repeat<Gram, double>(times, {layout, p, q, r, a, b, out});
}
void rank_one_single(int times, int layout, int p, int q, int r, const float* a,
                     const float* b, float* out) {
  repeat<RankOne, float>(times, {layout, p, q, r, a, b, out});
}
void rank_one_double(int times, int layout, int p, int q, int r,
                     const double* a, const double* b, double* out) {
  repeat<RankOne, double>(times, {layout, p, q, r, a, b, out});
}

void curve_single(int times, int d, int n, const float* keys,
                  const float* values, double* errors) {
  for (int i = 0; i < times; ++i) curve(d, n, keys, values, errors);
}

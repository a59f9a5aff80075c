#include "linear_algebra.h"

#include <Eigen/Core>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "jacobi.h"
#include "kernels/dense.h"

namespace matrix_memory {
namespace {

using Dense = Eigen::MatrixXd;
using Index = Eigen::Index;
using RowMajor =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Dense toDense(const Rows& rows) {
  return Eigen::Map<const RowMajor>(rows.data().data(),
                                    static_cast<Index>(rows.count()),
                                    static_cast<Index>(rows.dim()));
}

/// The bytes of a column-major matrix are its transpose's rows.
Matrix transposed(const Dense& dense) {
  Matrix matrix(static_cast<std::size_t>(dense.cols()),
                static_cast<std::size_t>(dense.rows()));
  std::copy_n(dense.data(), dense.size(), matrix.data.begin());
  return matrix;
}

/// The exponent of the power of two next to the largest entry.
int exponentOf(const Dense& dense) {
  const double largest = dense.size() == 0 ? 0 : dense.cwiseAbs().maxCoeff();
  return largest == 0 ? 0 : std::ilogb(largest);
}

/// dense 2^exponent, in two steps where one factor would overflow.
void scale(Dense& dense, int exponent) {
  const int half = exponent / 2;
  dense *= std::ldexp(1.0, half);
  dense *= std::ldexp(1.0, exponent - half);
}

/// x -= factor h (h . x) for h = (1, rest): one Householder reflection.
void reflect(double factor, std::span<const double> rest, std::span<double> x) {
  const auto tail = x.subspan(1);
  const double part = factor * (x[0] + kernels::dot(rest, tail));
  x[0] -= part;
  kernels::addScaled(-part, rest, tail);
}

}  // namespace

struct Decomposition::Factors {
  Eigen::CompleteOrthogonalDecomposition<Dense> cod;
  int exponent;
};

Decomposition::Decomposition(const Rows& a, double tolerance)
    : factors_(std::make_unique<Factors>()) {
  Dense dense = toDense(a);
  factors_->exponent = exponentOf(dense);
  scale(dense, -factors_->exponent);
  factors_->cod.setThreshold(tolerance);
  factors_->cod.compute(dense);
}
Decomposition::~Decomposition() = default;
Decomposition::Decomposition(Decomposition&&) noexcept = default;

std::size_t Decomposition::rank() const {
  return static_cast<std::size_t>(factors_->cod.rank());
}

double Decomposition::condition() const {
  const Index rank = factors_->cod.rank();
  if (rank == 0) return 1;
  // The rows of the triangle serve as its columns: the values are the same, and
  // the rotations have less to do.
  const Dense triangle = factors_->cod.matrixT()
                             .topLeftCorner(rank, rank)
                             .triangularView<Eigen::Upper>();
  const std::vector<double> values = singularValues(transposed(triangle));
  return values.front() / values.back();
}

void Decomposition::solve(std::span<double> b, std::span<double> x) const {
  const auto& cod = factors_->cod;
  const Dense& qtz = cod.matrixQTZ();
  const Index rank = cod.rank();
  std::fill(x.begin(), x.end(), 0.0);
  if (rank == 0) return;
  for (Index k = 0; k < rank; ++k) {
    const auto below = static_cast<std::size_t>(qtz.rows() - k - 1);
    reflect(cod.hCoeffs()(k), {qtz.col(k).data() + k + 1, below},
            b.last(below + 1));
  }
  for (Index i = rank - 1; i >= 0; --i) {
    double sum = b[static_cast<std::size_t>(i)];
    for (Index j = i + 1; j < rank; ++j) {
      sum -= qtz(i, j) * x[static_cast<std::size_t>(j)];
    }
    x[static_cast<std::size_t>(i)] = sum / qtz(i, i);
  }
  // Z', whose reflectors lie in the rows of what T leaves free; each also has
  // the entry of its own row for the last of the rank.
  const auto last = static_cast<std::size_t>(rank - 1);
  for (std::size_t k = 0; last + 1 < x.size() && k <= last; ++k) {
    const Eigen::VectorXd row =
        qtz.row(static_cast<Index>(k)).tail(qtz.cols() - rank);
    std::swap(x[k], x[last]);
    reflect(cod.zCoeffs()(static_cast<Index>(k)),
            {row.data(), static_cast<std::size_t>(row.size())},
            x.subspan(last));
    std::swap(x[k], x[last]);
  }
  const std::vector<double> pivoted(x.begin(), x.end());
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[static_cast<std::size_t>(
        cod.colsPermutation().indices()(static_cast<Index>(i)))] = pivoted[i];
  }
}

Matrix Decomposition::solveTransposed(const Rows& b) const {
  Dense right = toDense(b);
  const int exponent = exponentOf(right);
  scale(right, -exponent);
  Matrix columns = transposed(right);
  Matrix solution(columns.rows, static_cast<std::size_t>(factors_->cod.cols()));
  for (std::size_t i = 0; i < columns.rows; ++i) {
    solve(columns.row(i), solution.row(i));
  }
  for (double& x : solution.data) {
    x = std::scalbn(x, exponent - factors_->exponent);
  }
  return solution;
}

Matrix Decomposition::pseudoInverseTransposed() const {
  const auto equations = static_cast<std::size_t>(factors_->cod.rows());
  Matrix identity(equations, equations);
  for (std::size_t i = 0; i < equations; ++i) identity(i, i) = 1;
  return solveTransposed(identity);
}

}  // namespace matrix_memory

#include "linear_algebra.h"

#include <Eigen/Core>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

#include "jacobi.h"

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

Matrix Decomposition::solveTransposed(const Rows& b) const {
  Dense right = toDense(b);
  const int exponent = exponentOf(right);
  scale(right, -exponent);
  Dense solution = factors_->cod.solve(right);
  scale(solution, exponent - factors_->exponent);
  return transposed(solution);
}

Matrix Decomposition::pseudoInverseTransposed() const {
  const Index equations = factors_->cod.rows();
  Dense inverse = factors_->cod.solve(Dense::Identity(equations, equations));
  scale(inverse, -factors_->exponent);
  return transposed(inverse);
}

}  // namespace matrix_memory

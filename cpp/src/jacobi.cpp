#include "jacobi.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/dense.h"
#include "largest.h"

/// Hestenes' one-sided Jacobi method (Golub and Van Loan, 8.6.3): rotations
/// make the columns orthogonal to each other; their lengths are the singular
/// values. It finds small ones to high relative accuracy, and is short.
namespace matrix_memory {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

double lengthOf(std::span<const double> vector) {
  return std::sqrt(kernels::squaredLength(vector));
}

Matrix transposed(const Rows& rows) {
  Matrix result(rows.dim(), rows.count());
  for (std::size_t i = 0; i < rows.count(); ++i) {
    for (std::size_t j = 0; j < rows.dim(); ++j) result(j, i) = rows[i][j];
  }
  return result;
}

/// The columns of a matrix with no more columns than rows, one a row here, and
/// the rotations done to them.
class Columns {
 public:
  /// Scaled by a power of two, so that squares stay in range.
  Columns(const Rows& matrix, bool withRotations) {
    columns_ =
        matrix.count() >= matrix.dim() ? transposed(matrix) : copyOf(matrix);
    double largest = 0;
    for (double x : columns_.data) largest = std::max(largest, std::abs(x));
    exponent_ = largest == 0 ? 0 : std::ilogb(largest);
    for (double& x : columns_.data) x = std::scalbn(x, -exponent_);
    if (withRotations) {
      rotations_ = Matrix(columns_.rows, columns_.rows);
      for (std::size_t i = 0; i < columns_.rows; ++i) rotations_(i, i) = 1;
    }
    orthogonalise();
  }

  /// The indices of the columns, the longest first.
  std::vector<std::size_t> order() const {
    std::vector<double> lengths;
    for (std::size_t i = 0; i < columns_.rows; ++i) {
      lengths.push_back(lengthOf(columns_.row(i)));
    }
    return largestFirst(lengths, lengths.size());
  }

  double value(std::size_t i) const {
    return std::scalbn(lengthOf(columns_.row(i)), exponent_);
  }
  const Matrix& columns() const { return columns_; }
  const Matrix& rotations() const { return rotations_; }

 private:
  static Matrix copyOf(const Rows& rows) {
    Matrix copy(rows.count(), rows.dim());
    std::copy(rows.data().begin(), rows.data().end(), copy.data.begin());
    return copy;
  }

  void orthogonalise() {
    constexpr int kMostSweeps = 60;
    bool rotated = true;
    for (int sweep = 0; rotated && sweep < kMostSweeps; ++sweep) {
      rotated = false;
      const double noise = kEpsilon * longest();
      for (std::size_t p = 0; p < columns_.rows; ++p) {
        for (std::size_t q = p + 1; q < columns_.rows; ++q) {
          rotated = rotate(p, q, noise) || rotated;
        }
      }
    }
  }

  double longest() const {
    double longest = 0;
    for (std::size_t i = 0; i < columns_.rows; ++i) {
      longest = std::max(longest, lengthOf(columns_.row(i)));
    }
    return longest;
  }

  /// Makes two columns orthogonal; false where they are already, or where one
  /// of them is but rounding beside the longest.
  bool rotate(std::size_t p, std::size_t q, double noise) {
    const auto left = columns_.row(p);
    const auto right = columns_.row(q);
    const double leftSquare = kernels::squaredLength(left);
    const double rightSquare = kernels::squaredLength(right);
    const double overlap = kernels::dot(left, right);
    const double lengths = std::sqrt(leftSquare) * std::sqrt(rightSquare);
    if (std::sqrt(std::min(leftSquare, rightSquare)) <= noise) return false;
    if (std::abs(overlap) <= kEpsilon * lengths) return false;
    const double cotangent = (rightSquare - leftSquare) / (2 * overlap);
    const double t = std::copysign(
        1 / (std::abs(cotangent) + std::hypot(1, cotangent)), cotangent);
    const double c = 1 / std::hypot(1, t);
    kernels::rotate(c, -c * t, left, right);
    if (rotations_.rows > 0) {
      kernels::rotate(c, -c * t, rotations_.row(p), rotations_.row(q));
    }
    return true;
  }

  Matrix columns_;
  Matrix rotations_;
  int exponent_ = 0;
};

/// Takes from row `at` what lies along the rows before it, twice.
void removeEarlier(Matrix& basis, std::size_t at) {
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t i = 0; i < at; ++i) {
      const double part = kernels::dot(basis.row(i), basis.row(at));
      kernels::addScaled(-part, basis.row(i), basis.row(at));
    }
  }
}

/// Makes row `at` a unit vector orthogonal to the rows before it: its own
/// direction where it has one, else the first axis that gives one.
void completeRow(Matrix& basis, std::size_t at) {
  const auto row = basis.row(at);
  for (std::size_t axis = 0;; ++axis) {
    const double before = lengthOf(row);
    if (before > 0) {
      for (double& x : row) x /= before;
      removeEarlier(basis, at);
      const double length = lengthOf(row);
      // Of the axes some keep 1 / sqrt(dimension) of their length.
      if (length > 0.5 / std::sqrt(static_cast<double>(row.size()))) {
        for (double& x : row) x /= length;
        return;
      }
    }
    std::fill(row.begin(), row.end(), 0.0);
    row[axis] = 1;
  }
}

/// Largest entry of each column of v positive; one column a row here.
void fixSigns(Matrix& u, Matrix& v) {
  for (std::size_t i = 0; i < v.rows; ++i) {
    double largest = 0;
    for (double x : v.row(i)) {
      if (std::abs(x) > std::abs(largest)) largest = x;
    }
    if (largest >= 0) continue;
    for (double& x : v.row(i)) x = -x;
    for (double& x : u.row(i)) x = -x;
  }
}

}  // namespace

Svd singularValueDecomposition(const Rows& matrix) {
  const Columns columns(matrix, true);
  const std::vector<std::size_t> order = columns.order();
  Svd result;
  Matrix left(order.size(), columns.columns().cols);
  Matrix right(order.size(), order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto column = columns.columns().row(order[i]);
    const auto rotation = columns.rotations().row(order[i]);
    std::copy(column.begin(), column.end(), left.row(i).begin());
    std::copy(rotation.begin(), rotation.end(), right.row(i).begin());
    result.singularValues.push_back(columns.value(order[i]));
    completeRow(left, i);
  }
  const bool tall = matrix.count() >= matrix.dim();
  Matrix& u = tall ? left : right;
  Matrix& v = tall ? right : left;
  fixSigns(u, v);
  result.u = transposed(u);
  result.v = transposed(v);
  return result;
}

std::vector<double> singularValues(const Rows& matrix) {
  const Columns columns(matrix, false);
  std::vector<double> values;
  for (std::size_t i : columns.order()) values.push_back(columns.value(i));
  return values;
}

}  // namespace matrix_memory

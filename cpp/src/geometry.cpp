#include "matrix_memory/geometry.h"

#include <string>

#include "kernels/dense.h"
#include "linear_algebra.h"
#include "matrix_memory/error.h"
#include "matrix_memory/least_squares.h"

namespace matrix_memory {
namespace {

void requireFiniteResult(std::span<const double> numbers,
                         const std::string& name) {
  if (!allFinite(numbers)) {
    throw RangeError(name +
                     ": the result is beyond the range of double "
                     "precision");
  }
}

void requireRows(const Rows& rows, const std::string& name) {
  if (rows.count() == 0) {
    throw RangeError(name + " have 0 rows, expected at least 1");
  }
  requireFinite(rows, name);
}

}  // namespace

Matrix outer(std::span<const double> a, std::span<const double> b) {
  Matrix product(a.size(), b.size());
  kernels::addOuter(a, b, product.data);
  requireFiniteResult(product.data, "outer");
  return product;
}

Matrix gram(const Rows& keys) {
  requireRows(keys, "gram: keys");
  const std::size_t n = keys.count();
  Matrix product(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      product(i, j) = product(j, i) = kernels::dot(keys[i], keys[j]);
    }
  }
  requireFiniteResult(product.data, "gram");
  return product;
}

Matrix scores(const Rows& queries, const Rows& keys) {
  requireRows(queries, "scores: queries");
  requireRows(keys, "scores: keys");
  if (queries.dim() != keys.dim()) {
    throw RangeError("scores: keys have " + std::to_string(keys.dim()) +
                     " numbers a row, expected " +
                     std::to_string(queries.dim()) + " as the queries have");
  }
  Matrix product(queries.count(), keys.count());
  for (std::size_t i = 0; i < queries.count(); ++i) {
    kernels::multiply(keys.data(), queries[i], product.row(i));
  }
  requireFiniteResult(product.data, "scores");
  return product;
}

DualBasis dualBasis(const Rows& keys) {
  requireRows(keys, "dualBasis: keys");
  const Decomposition decomposition(keys,
                                    rankTolerance(keys.count(), keys.dim()));
  DualBasis basis;
  basis.rank = decomposition.rank();
  basis.vectors = decomposition.pseudoInverseTransposed();
  requireFiniteResult(basis.vectors.data, "dualBasis");
  return basis;
}

Svd svd(const Rows& matrix) {
  requireRows(matrix, "svd: matrix");
  Svd result = singularValueDecomposition(matrix);
  requireFiniteResult(result.singularValues, "svd");
  return result;
}

}  // namespace matrix_memory

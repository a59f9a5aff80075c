#include "matrix_memory/geometry.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "jacobi.h"
#include "kernels/dense.h"
#include "linear_algebra.h"
#include "matrix_memory/least_squares.h"
#include "matrix_memory/normalisation.h"
#include "message.h"

namespace matrix_memory {
namespace {

void requireFiniteResult(std::span<const double> numbers,
                         std::string_view name) {
  if (!allFinite(numbers)) {
    refuse({name,
            ": the result is beyond the range of double "
            "precision"});
  }
}

void requireRows(const Rows& rows, std::string_view name) {
  if (rows.count() == 0) {
    refuse({name, " have 0 rows, expected at least 1"});
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
    refuse({"scores: keys have ", keys.dim(), " numbers a row, expected ",
            queries.dim(), " as the queries have"});
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

namespace {

Matrix unitRows(const Rows& keys) {
  Matrix unit(keys.count(), keys.dim());
  std::copy(keys.data().begin(), keys.data().end(), unit.data.begin());
  for (std::size_t i = 0; i < unit.rows; ++i) {
    normaliseInput(Normalisation::kUnit, unit.row(i), "keyStatistics: keys", i);
  }
  return unit;
}

}  // namespace

KeyStatistics keyStatistics(const Rows& keys) {
  requireRows(keys, "keyStatistics: keys");
  const Matrix unit = unitRows(keys);
  const auto n = static_cast<double>(unit.rows);
  KeyStatistics result;
  result.pairs = unit.rows;
  result.rank = Decomposition(unit, rankTolerance(unit.rows, unit.cols)).rank();
  double overlaps = 0;  // sum of G_ij^2 over i != j
  for (std::size_t i = 0; i < unit.rows; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double cosine = kernels::dot(unit.row(i), unit.row(j));
      result.coherence = std::max(result.coherence, std::abs(cosine));
      overlaps += 2 * cosine * cosine;
    }
  }
  result.coherence = std::min(result.coherence, 1.0);
  result.additiveError = overlaps / n;
  result.effectiveDimension = n / (1 + result.additiveError);
  result.spectrum = singularValues(unit);
  for (double& value : result.spectrum) value *= value;
  result.spectrum.resize(unit.cols);
  return result;
}

}  // namespace matrix_memory

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
#include "views.h"

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
  kernels::gram(viewOf(keys), viewOf(product));
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
  kernels::multiplyByTransposed(viewOf(queries), viewOf(keys), viewOf(product));
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

/// The sum of G_ij^2 over i != j; in `coherence` the largest |G_ij| of them. In
/// blocks of rows, since G itself may be too large to hold.
double overlapsOf(const Matrix& unit, double& coherence) {
  constexpr std::size_t kBlock = 64;
  Matrix cosines(kBlock, unit.rows);
  const auto keys = viewOf(unit);
  double overlaps = 0;
  for (std::size_t first = 0; first < unit.rows; first += kBlock) {
    const std::size_t rows = std::min(kBlock, unit.rows - first);
    const std::size_t end = first + rows;
    kernels::multiplyByTransposed(keys.block(first, 0, rows, unit.cols),
                                  keys.block(0, 0, end, unit.cols),
                                  viewOf(cosines).block(0, 0, rows, end));
    for (std::size_t i = 0; i < rows; ++i) {
      for (const double cosine : cosines.row(i).first(first + i)) {
        coherence = std::max(coherence, std::abs(cosine));
        overlaps += 2 * cosine * cosine;
      }
    }
  }
  coherence = std::min(coherence, 1.0);
  return overlaps;
}

}  // namespace

KeyStatistics keyStatistics(const Rows& keys) {
  requireRows(keys, "keyStatistics: keys");
  const Matrix unit = unitRows(keys);
  const auto n = static_cast<double>(unit.rows);
  KeyStatistics result;
  result.pairs = unit.rows;
  result.rank = Decomposition(unit, rankTolerance(unit.rows, unit.cols)).rank();
  result.additiveError = overlapsOf(unit, result.coherence) / n;
  result.effectiveDimension = n / (1 + result.additiveError);
  result.spectrum = singularValues(unit);
  for (double& value : result.spectrum) value *= value;
  result.spectrum.resize(unit.cols);
  return result;
}

}  // namespace matrix_memory

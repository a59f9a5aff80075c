#include "directions.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/dense.h"
#include "matrix_memory/random.h"

namespace matrix_memory {
namespace {

double lengthOf(std::span<const double> vector) {
  return std::sqrt(kernels::squaredLength(vector));
}

/// Takes from `row` its parts along the unit rows first .. row - 1, twice, as
/// rounding wants it (Parlett's "twice is enough"), and makes it unit.
void orthonormalise(Matrix& matrix, std::size_t first, std::size_t row) {
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t i = first; i < row; ++i) {
      const double part = kernels::dot(matrix.row(i), matrix.row(row));
      kernels::addScaled(-part, matrix.row(i), matrix.row(row));
    }
  }
  const double length = lengthOf(matrix.row(row));
  for (double& x : matrix.row(row)) x /= length;
}

}  // namespace

Matrix normalDirections(std::size_t count, std::size_t dim,
                        std::uint64_t seed) {
  Matrix directions(count, dim);
  Normals normals(seed, 0, Stream::kProjections);
  normals.fill(directions.data);
  return directions;
}

Matrix orthogonalDirections(std::size_t count, std::size_t dim,
                            std::uint64_t seed) {
  Matrix directions(count, dim);
  Normals normals(seed, 0, Stream::kProjections);
  std::vector<double> lengths;
  std::vector<double> other(dim);
  for (std::size_t row = 0; row < count; ++row) {
    normals.fill(directions.row(row));
    normals.fill(other);
    lengths.push_back(lengthOf(other));
    orthonormalise(directions, row - row % dim, row);
  }
  for (std::size_t row = 0; row < count; ++row) {
    for (double& x : directions.row(row)) x *= lengths[row];
  }
  return directions;
}

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// The two shapes that everything here takes and gives.
///
/// n vectors are n rows, one after the other in memory; so are the rows of a
/// matrix. In formulas K and V hold one pair a column: the same bytes, read
/// column by column.
namespace matrix_memory {

/// A matrix of its own, row after row.
struct Matrix {
  std::vector<double> data;
  std::size_t rows = 0;
  std::size_t cols = 0;

  Matrix() = default;
  /// All zeros. Throws RangeError where rows x cols is beyond memory.
  Matrix(std::size_t rows, std::size_t cols);

  double& operator()(std::size_t row, std::size_t col) {
    return data[row * cols + col];
  }
  double operator()(std::size_t row, std::size_t col) const {
    return data[row * cols + col];
  }
  std::span<double> row(std::size_t i) {
    return std::span(data).subspan(i * cols, cols);
  }
  std::span<const double> row(std::size_t i) const {
    return std::span(data).subspan(i * cols, cols);
  }
};

/// A view over n vectors of one length that somebody else keeps alive.
class Rows {
 public:
  /// data.size() must be a multiple of dim, and dim at least 1: otherwise a
  /// RangeError that calls the rows by `name`.
  Rows(std::span<const double> data, std::size_t dim,
       std::string_view name = "rows");
  Rows(const Matrix& matrix) : Rows(matrix.data, matrix.cols) {}

  std::size_t count() const { return count_; }
  std::size_t dim() const { return dim_; }
  std::span<const double> data() const { return data_; }
  std::span<const double> operator[](std::size_t i) const {
    return data_.subspan(i * dim_, dim_);
  }
  /// Rows begin .. end - 1.
  Rows slice(std::size_t begin, std::size_t end) const {
    return Rows(data_.subspan(begin * dim_, (end - begin) * dim_), dim_);
  }
  Rows first(std::size_t count) const { return slice(0, count); }

 private:
  std::span<const double> data_;
  std::size_t dim_;
  std::size_t count_;
};

/// rows x cols as the number of elements of an array of doubles, computed in
/// 64 bits (a 32-bit product can wrap). RangeError where no machine of this
/// kind could hold them.
std::size_t elementCount(std::uint64_t rows, std::uint64_t cols,
                         std::string_view name);

/// RangeError naming the row and the column of the first NaN or infinity.
void requireFinite(const Rows& rows, std::string_view name);

/// Whether every number is finite.
bool allFinite(std::span<const double> numbers);

}  // namespace matrix_memory

#include "matrix_memory/vectors.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "kernels/dense.h"
#include "message.h"

namespace matrix_memory {

Matrix::Matrix(std::size_t rows, std::size_t cols)
    : data(elementCount(rows, cols, "matrix")), rows(rows), cols(cols) {}

Rows::Rows(std::span<const double> data, std::size_t dim, std::string_view name)
    : data_(data), dim_(dim), count_(dim == 0 ? 0 : data.size() / dim) {
  if (dim == 0) {
    refuse({name, ": dimension is 0, expected at least 1"});
  }
  if (count_ * dim != data.size()) {
    refuse({name, " have ", data.size(), " numbers, expected a multiple of ",
            dim});
  }
}

std::size_t elementCount(std::uint64_t rows, std::uint64_t cols,
                         std::string_view name) {
  constexpr std::uint64_t kLimit =
      std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double);
  if (cols != 0 && rows > kLimit / cols) {
    refuse({name, ": ", rows, " x ", cols, " numbers are too many to hold, ",
            static_cast<double>(sizeof(double)) * static_cast<double>(rows) *
                static_cast<double>(cols),
            " bytes"});
  }
  return static_cast<std::size_t>(rows * cols);
}

void requireFinite(const Rows& rows, std::string_view name) {
  if (allFinite(rows.data())) return;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    for (std::size_t j = 0; j < rows.dim(); ++j) {
      if (!std::isfinite(rows[i][j])) {
        refuse({name, ": row ", i, ", number ", j, " is ", rows[i][j],
                ", expected a finite number"});
      }
    }
  }
}

bool allFinite(std::span<const double> numbers) {
  return kernels::allFinite(numbers);
}

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "kernels/view.h"

namespace matrix_memory {

/// Room for a matrix of floats or doubles, of which kernels get views.
template <class Real>
class Table {
 public:
  Table() = default;
  Table(std::size_t rows, std::size_t cols)
      : data_(rows * cols), rows_(rows), cols_(cols) {}

  kernels::View<Real> view() { return {data_.data(), rows_, cols_}; }
  kernels::View<Real> first(std::size_t rows) { return rowsFrom(0, rows); }
  kernels::View<Real> rowsFrom(std::size_t begin, std::size_t rows) {
    return {data_.data() + begin * cols_, rows, cols_};
  }
  kernels::View<Real> block(std::size_t i, std::size_t j, std::size_t rows,
                            std::size_t cols) {
    return view().block(i, j, rows, cols);
  }
  /// All zeros, whose bits are zeros too.
  void clear() {
    if (!data_.empty())
      std::memset(data_.data(), 0, data_.size() * sizeof(Real));
  }

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }

 private:
  std::vector<Real> data_;
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
};

}  // namespace matrix_memory

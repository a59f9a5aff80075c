#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

namespace matrix_memory::kernels {

/// A matrix, or a block of one, that somebody else keeps alive: row after row,
/// `stride` numbers from the start of one row to that of the next. What lies
/// between the rows is neither read nor written.
template <class T>
struct View {
  T* data;
  std::size_t rows;
  std::size_t cols;
  std::size_t stride;

  constexpr View(T* data, std::size_t rows, std::size_t cols,
                 std::size_t stride)
      : data(data), rows(rows), cols(cols), stride(stride) {}
  constexpr View(T* data, std::size_t rows, std::size_t cols)
      : View(data, rows, cols, cols) {}
  constexpr View(std::span<T> data, std::size_t rows, std::size_t cols)
      : View(data.data(), rows, cols) {}

  /// What may be written may be read.
  constexpr operator View<const T>() const requires(!std::is_const_v<T>) {
    return {data, rows, cols, stride};
  }

  constexpr T* row(std::size_t i) const { return data + i * stride; }
  constexpr T& operator()(std::size_t i, std::size_t j) const {
    return data[i * stride + j];
  }
  constexpr View block(std::size_t i, std::size_t j, std::size_t blockRows,
                       std::size_t blockCols) const {
    return {data + i * stride + j, blockRows, blockCols, stride};
  }
};

/// Views and vectors that are read. Not deduced: the output says float or
/// double, and whatever converts to the input is taken.
template <class Real>
using Input = View<const std::type_identity_t<Real>>;
template <class Real>
using InputVector = std::span<const std::type_identity_t<Real>>;

}  // namespace matrix_memory::kernels

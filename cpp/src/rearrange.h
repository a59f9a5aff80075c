#pragma once

#include <cstddef>
#include <span>

#include "kernels/view.h"

/// Small loops that the curves share.
namespace matrix_memory {

/// Row i, without what lies between rows.
template <class T>
std::span<T> rowOf(kernels::View<T> matrix, std::size_t i) {
  return {matrix.row(i), matrix.cols};
}

inline double wide(float x) { return static_cast<double>(x); }

/// to = factor from, rounded where `to` is single.
template <class To>
void scaleInto(double factor, kernels::View<const double> from,
               kernels::View<To> to);

template <class To>
void copy(kernels::View<const double> from, kernels::View<To> to) {
  scaleInto(1, from, to);
}

/// to = factor from'
template <class To>
void transposeInto(double factor, kernels::View<const double> from,
                   kernels::View<To> to);

}  // namespace matrix_memory

#pragma once

#include "kernels/view.h"

/// Small triangular systems: the blocks of the least squares recursion.
namespace matrix_memory::kernels {

/// A = L L' for a symmetric positive definite A. Reads and overwrites the
/// diagonal and what is below it; what is above stays as it is. False, with A
/// half overwritten, where a pivot is not above zero (or not a number).
template <class Real>
bool cholesky(View<Real> a);

/// B = L^-1 B for a lower triangular L, b x b, and any number of columns:
/// each element is (b_i - l_i0 x_0 - l_i1 x_1 - ...) / l_ii, in this order.
/// What is above L's diagonal is not read.
template <class Real>
void solveLower(Input<Real> l, View<Real> b);

}  // namespace matrix_memory::kernels

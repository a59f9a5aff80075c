#pragma once

#include <span>

#include "kernels/view.h"

/// Products of matrices and what they are added to; float and double.
///
/// Every element of a result is one sum, taken in the order of the index that
/// is summed over: from what the element held before (a function that adds or
/// subtracts), or from zero. Each term is rounded once as a product and once
/// as a sum. The order is part of the definition, so every implementation
/// gives the same bits, whatever its vectors hold, and
///   - one call for n pairs gives the bits of n calls for one each,
///   - one call for n queries gives the bits of n calls for one each.
///
/// Outputs overlap no input; inputs may overlap each other. Sizes that must
/// agree are the caller's business. Any of them may be zero.
namespace matrix_memory::kernels {

/// S += a b': m x d from m and d numbers.
template <class Real>
void addOuter(InputVector<Real> a, InputVector<Real> b, View<Real> s);

/// S += A'B: m x d from n rows of m and n rows of d numbers, one a pair.
template <class Real>
void addOuters(Input<Real> a, Input<Real> b, View<Real> s);

/// S -= A'B, the same with every term subtracted.
template <class Real>
void subtractOuters(Input<Real> a, Input<Real> b, View<Real> s);

/// C += A'A for a symmetric d x d matrix C and n rows of d numbers. Only the
/// diagonal and what is above it is read; both halves are written.
template <class Real>
void addMoment(Input<Real> a, View<Real> c);

/// C -= A'A, likewise.
template <class Real>
void subtractMoment(Input<Real> a, View<Real> c);

/// C = A B: r x c from r x t and t x c.
template <class Real>
void multiply(Input<Real> a, Input<Real> b, View<Real> c);

/// C += A B.
template <class Real>
void addProduct(Input<Real> a, Input<Real> b, View<Real> c);

/// C = A B': n x m from n x d and m x d. What n queries (rows of A) read from
/// the matrix B, one row a query.
template <class Real>
void multiplyByTransposed(Input<Real> a, Input<Real> b, View<Real> c);

/// G = K K' of n rows: n x n, symmetric to the bit.
template <class Real>
void gram(Input<Real> k, View<Real> g);

/// y = S x, the bits of multiplyByTransposed with one row.
template <class Real>
void multiply(Input<Real> s, InputVector<Real> x, std::span<Real> y);

/// y = S'x.
template <class Real>
void multiplyTransposed(Input<Real> s, InputVector<Real> x, std::span<Real> y);

}  // namespace matrix_memory::kernels

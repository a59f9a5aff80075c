#pragma once

#include <cstddef>
#include <span>

/// The hot loops, one signature each. Sums run in four interleaved partial
/// sums (index mod 4), added pairwise: the order is part of the definition, so
/// every implementation gives the same bits.
namespace matrix_memory::kernels {

/// a . b
double dot(std::span<const double> a, std::span<const double> b);

/// |a|^2
inline double squaredLength(std::span<const double> a) { return dot(a, a); }

/// y += factor x
void addScaled(double factor, std::span<const double> x, std::span<double> y);

/// matrix += a b', matrix with a.size() rows of b.size() numbers.
void addOuter(std::span<const double> a, std::span<const double> b,
              std::span<double> matrix);

/// out = matrix x, matrix with out.size() rows of x.size() numbers.
void multiply(std::span<const double> matrix, std::span<const double> x,
              std::span<double> out);

/// One Givens rotation: x <- c x + s y, y <- c y - s x.
void rotate(double c, double s, std::span<double> x, std::span<double> y);

}  // namespace matrix_memory::kernels

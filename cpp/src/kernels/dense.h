#pragma once

#include <cstddef>
#include <span>

#include "kernels/products.h"

/// Loops over one or two vectors, and products of a matrix whose rows follow
/// each other without a gap.
namespace matrix_memory::kernels {

/// a . b in interleaved partial sums, four of double or eight of float, added
/// by halves: number i goes into sum i mod 4 (8). The order is part of the
/// definition, so every implementation gives the same bits.
double dot(std::span<const double> a, std::span<const double> b);
float dot(std::span<const float> a, std::span<const float> b);

/// |a|^2
inline double squaredLength(std::span<const double> a) { return dot(a, a); }
inline float squaredLength(std::span<const float> a) { return dot(a, a); }

/// y += factor x
void addScaled(double factor, std::span<const double> x, std::span<double> y);
void addScaled(float factor, std::span<const float> x, std::span<float> y);

/// matrix += a b', matrix with a.size() rows of b.size() numbers.
inline void addOuter(std::span<const double> a, std::span<const double> b,
                     std::span<double> matrix) {
  addOuter(a, b, View<double>(matrix, a.size(), b.size()));
}

/// out = matrix x, matrix with out.size() rows of x.size() numbers.
inline void multiply(std::span<const double> matrix, std::span<const double> x,
                     std::span<double> out) {
  multiply({matrix, out.size(), x.size()}, x, out);
}

/// x_i *= factors_i
void multiplyEach(std::span<const double> factors, std::span<double> x);

/// Whether no number is infinite or not a number.
bool allFinite(std::span<const double> numbers);

/// One Givens rotation: x <- c x + s y, y <- c y - s x.
void rotate(double c, double s, std::span<double> x, std::span<double> y);

}  // namespace matrix_memory::kernels

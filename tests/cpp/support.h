#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "matrix_memory/error.h"
#include "matrix_memory/random.h"
#include "matrix_memory/vectors.h"

namespace matrix_memory::test {

inline Matrix sphere(std::size_t count, std::size_t dim, std::uint64_t seed) {
  return randomRows(RandomKind::kSphere, count, dim, seed);
}
inline Matrix gaussian(std::size_t count, std::size_t dim, std::uint64_t seed) {
  return randomRows(RandomKind::kGaussian, count, dim, seed);
}

/// A matrix from its rows.
inline Matrix matrixOf(const std::vector<std::vector<double>>& rows) {
  Matrix matrix(rows.size(), rows.front().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows[i].size(); ++j) matrix(i, j) = rows[i][j];
  }
  return matrix;
}

/// a b, straight from the definition.
inline Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows, b.cols);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < b.cols; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < a.cols; ++k) sum += a(i, k) * b(k, j);
      result(i, j) = sum;
    }
  }
  return result;
}

inline Matrix transpose(const Matrix& a) {
  Matrix result(a.cols, a.rows);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < a.cols; ++j) result(j, i) = a(i, j);
  }
  return result;
}

inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

inline double squaredDistance(std::span<const double> a,
                              std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  }
  return sum;
}

inline void expectNear(std::span<const double> actual,
                       std::span<const double> expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    EXPECT_NEAR(actual[i], expected[i], tolerance) << "at " << i;
  }
}

/// A RangeError whose message holds every one of `words`.
inline void expectRangeError(const std::function<void()>& call,
                             const std::vector<std::string>& words = {}) {
  try {
    call();
    ADD_FAILURE() << "no RangeError";
  } catch (const RangeError& error) {
    for (const std::string& word : words) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos)
          << "\"" << error.what() << "\" lacks \"" << word << "\"";
    }
  }
}

}  // namespace matrix_memory::test

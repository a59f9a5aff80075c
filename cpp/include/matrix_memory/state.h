#pragma once

#include <cstdint>
#include <vector>

#include "matrix_memory/vectors.h"

namespace matrix_memory {

/// Everything that a memory carries from one pair to the next, for f features
/// and m value numbers. Parts that a rule does not need stay empty.
struct State {
  Matrix matrix;                   // S, m x f
  std::vector<double> normaliser;  // z, f numbers, where the read divides by it
  Matrix inverse;                  // recursive least squares: P, f x f
  Matrix triangle;                 // least squares: R, f x f
  Matrix rotated;                  // least squares: Z, f x m
  std::vector<double> keys;        // cache: features of the keys, row by row
  std::vector<double> values;      // cache: row by row
  std::uint64_t pairs = 0;         // written so far
};

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <cstdint>

#include "matrix_memory/vectors.h"

namespace matrix_memory {

/// Everything that a memory carries from one pair to the next. Parts that a
/// rule does not need stay empty.
struct State {
  Matrix matrix;            // S, valueDim x featureDim
  Matrix triangle;          // least squares: R, featureDim x featureDim
  Matrix rotated;           // least squares: Z, featureDim x valueDim
  std::uint64_t pairs = 0;  // written so far
};

}  // namespace matrix_memory

#pragma once

#include <stdexcept>

/// What can go wrong, and how it is said.
///
/// A message names the argument, what was expected and what came, in that
/// spirit: "write: keys have 3 numbers a row, expected 2 (keyDim)". A call
/// that throws has changed nothing.
namespace matrix_memory {

/// Something that cannot be done, whatever the numbers: the state of a memory
/// that has none, bytes that are no saved memory.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A length or a value out of range, a combination without a meaning, or a
/// result that would not be a finite number.
class RangeError : public Error {
 public:
  using Error::Error;
};

}  // namespace matrix_memory

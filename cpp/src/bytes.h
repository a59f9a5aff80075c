#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "matrix_memory/vectors.h"

/// Numbers to bytes and back: little-endian, the same on every machine.
namespace matrix_memory {

/// FNV-1a, 64 bits: any single changed byte changes it.
std::uint64_t fnv1a(std::span<const std::uint8_t> bytes);

class ByteWriter {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(value); }
  void whole(std::uint64_t value);
  void number(double value);
  /// Their count, then each.
  void numbers(std::span<const double> values);
  void matrix(const Matrix& matrix);

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// Reads what ByteWriter wrote. RangeError at whatever does not fit: too few
/// bytes, another count, a number that is not finite.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint8_t byte();
  /// A byte below `bound`.
  std::size_t choice(std::size_t bound);
  std::uint64_t whole();
  /// A whole number that is a size of this machine.
  std::size_t size();
  double number();
  std::vector<double> numbers();
  /// As many as `values` has.
  void numbersInto(std::span<double> values);
  Matrix matrix();

  /// rows x cols, if so many numbers can still follow.
  std::size_t countFor(std::uint64_t rows, std::uint64_t cols) const;
  /// RangeError where bytes are left.
  void end() const;

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace matrix_memory

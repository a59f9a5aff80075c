#include "bytes.h"

#include <cmath>
#include <limits>

#include "bits.h"
#include "message.h"

namespace matrix_memory {

std::uint64_t fnv1a(std::span<const std::uint8_t> bytes) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001B3;
  return hash;
}

void ByteWriter::whole(std::uint64_t value) {
  for (unsigned shift = 0; shift < 64; shift += 8) {
    byte(static_cast<std::uint8_t>(value >> shift));
  }
}

void ByteWriter::number(double value) { whole(bitCast<std::uint64_t>(value)); }

void ByteWriter::numbers(std::span<const double> values) {
  whole(values.size());
  for (double value : values) number(value);
}

void ByteWriter::matrix(const Matrix& matrix) {
  whole(matrix.cols);
  numbers(matrix.data);
}

std::uint8_t ByteReader::byte() {
  if (bytes_.empty()) refuse({"they end too early"});
  const std::uint8_t value = bytes_.front();
  bytes_ = bytes_.subspan(1);
  return value;
}

std::size_t ByteReader::choice(std::size_t bound) {
  const std::size_t value = byte();
  if (value >= bound) refuse({"they name an unknown choice"});
  return value;
}

std::uint64_t ByteReader::whole() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    value |= std::uint64_t{byte()} << shift;
  }
  return value;
}

std::size_t ByteReader::size() {
  const std::uint64_t value = whole();
  if (value > std::numeric_limits<std::size_t>::max()) {
    refuse({"a size is beyond this machine"});
  }
  return static_cast<std::size_t>(value);
}

double ByteReader::number() {
  const auto value = bitCast<double>(whole());
  if (!std::isfinite(value)) refuse({"a number is not finite"});
  return value;
}

std::size_t ByteReader::countFor(std::uint64_t rows, std::uint64_t cols) const {
  const std::uint64_t most = bytes_.size() / sizeof(double);
  if (cols != 0 && rows > most / cols) refuse({"they end too early"});
  return static_cast<std::size_t>(rows * cols);
}

std::vector<double> ByteReader::numbers() {
  std::vector<double> values(countFor(whole(), 1));
  for (double& value : values) value = number();
  return values;
}

void ByteReader::numbersInto(std::span<double> values) {
  if (whole() != values.size()) {
    refuse({"the state does not fit the options"});
  }
  for (double& value : values) value = number();
}

Matrix ByteReader::matrix() {
  Matrix matrix;
  matrix.cols = size();
  matrix.data = numbers();
  if (matrix.cols != 0) matrix.rows = matrix.data.size() / matrix.cols;
  return matrix;
}

void ByteReader::end() const {
  if (!bytes_.empty()) refuse({"something follows their end"});
}

}  // namespace matrix_memory

#include "message.h"

#include <cmath>

#include "matrix_memory/error.h"

namespace matrix_memory {
namespace {

constexpr int kDigits = 6;

/// x = digits 10^exponent, the digits a whole number of kDigits digits.
struct Decimal {
  std::uint64_t digits;
  int exponent;
};

Decimal decimalOf(double x) {
  constexpr double kLeast = 1e5;  // the smallest number of six digits
  int exponent = 0;
  while (x >= 10 * kLeast) {
    x /= 10;
    ++exponent;
  }
  while (x < kLeast) {
    x *= 10;
    --exponent;
  }
  auto digits = static_cast<std::uint64_t>(std::nearbyint(x));
  while (digits % 10 == 0) {
    digits /= 10;
    ++exponent;
  }
  return {digits, exponent};
}

/// As short as six digits allow: -1, 0.25, 1e+300.
std::string textOfNumber(double x) {
  if (std::isnan(x)) return "nan";
  if (x < 0) return textOfNumber(-x).insert(0, 1, '-');
  if (std::isinf(x)) return "inf";
  if (x == 0) return "0";
  const Decimal decimal = decimalOf(x);
  std::string text = std::to_string(decimal.digits);
  const int point = static_cast<int>(text.size()) + decimal.exponent;
  if (point > 15 || point < -kDigits) {
    if (text.size() > 1) text.insert(1, 1, '.');
    return text + "e" + std::to_string(point - 1);
  }
  if (decimal.exponent >= 0) {
    return text + std::string(static_cast<std::size_t>(decimal.exponent), '0');
  }
  if (point <= 0) {
    text.insert(0, static_cast<std::size_t>(2 - point), '0');
    text[1] = '.';
    return text;
  }
  return text.insert(static_cast<std::size_t>(point), 1, '.');
}

}  // namespace

void Piece::appendTo(std::string& message) const {
  switch (kind_) {
    case Kind::kText:
      message += text_;
      break;
    case Kind::kWhole:
      message += std::to_string(whole_);
      break;
    case Kind::kNumber:
      message += textOfNumber(number_);
      break;
  }
}

std::string textOf(std::initializer_list<Piece> pieces) {
  std::string text;
  for (const Piece& piece : pieces) piece.appendTo(text);
  return text;
}

void refuse(std::initializer_list<Piece> pieces) {
  throw RangeError(textOf(pieces));
}

}  // namespace matrix_memory

#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

/// Messages from pieces, built out of line: many calls, little code.
namespace matrix_memory {

/// A text, a whole number or another number.
class Piece {
 public:
  Piece(const char* text) : text_(text) {}
  Piece(std::string_view text) : text_(text) {}
  Piece(const std::string& text) : text_(text) {}
  Piece(double number) : kind_(Kind::kNumber), number_(number) {}
  template <class Whole, class = std::enable_if_t<std::is_unsigned_v<Whole>>>
  Piece(Whole whole) : kind_(Kind::kWhole), whole_(whole) {}

  void appendTo(std::string& message) const;

 private:
  enum class Kind { kText, kWhole, kNumber };
  Kind kind_ = Kind::kText;
  std::string_view text_;
  std::uint64_t whole_ = 0;
  double number_ = 0;
};

std::string textOf(std::initializer_list<Piece> pieces);

/// Throws a RangeError with that text.
[[noreturn]] void refuse(std::initializer_list<Piece> pieces);

}  // namespace matrix_memory

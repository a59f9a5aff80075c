#include "values.h"

#include <cmath>
#include <limits>

#include "matrix_memory/error.h"

namespace matrix_memory::bindings {

using emscripten::val;

std::vector<double> numbersFrom(const val& array) {
  return emscripten::convertJSArrayToNumberVector<double>(array);
}

val arrayOf(std::span<const double> numbers) {
  return val::global("Float64Array")
      .new_(val(emscripten::typed_memory_view(numbers.size(), numbers.data())));
}

std::uint64_t wholeFrom(double number, const std::string& name, double limit) {
  if (!(number >= 0 && number <= limit && number == std::floor(number))) {
    throw RangeError(name + " is " +
                     emscripten::val(number).call<std::string>("toString") +
                     ", expected a whole number from 0 to " +
                     std::to_string(static_cast<std::uint64_t>(limit)));
  }
  return static_cast<std::uint64_t>(number);
}

std::size_t sizeFrom(double number, const std::string& name) {
  constexpr double kLimit = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::size_t>(wholeFrom(number, name, kLimit));
}

}  // namespace matrix_memory::bindings

#pragma once

#include <emscripten/bind.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "matrix_memory/vectors.h"

/// Numbers across the border.
namespace matrix_memory::bindings {

/// The numbers of a Float64Array, copied.
std::vector<double> numbersFrom(const emscripten::val& array);

/// A fresh Float64Array. Never a view: growing memory would detach it.
emscripten::val arrayOf(std::span<const double> numbers);

/// A whole number from 0 to `limit`, or a RangeError that names it.
std::uint64_t wholeFrom(double number, const std::string& name,
                        double limit = 9007199254740991.0);

/// The same where it is a size of this machine.
std::size_t sizeFrom(double number, const std::string& name);

}  // namespace matrix_memory::bindings

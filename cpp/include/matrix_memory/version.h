#pragma once

#include <string_view>

namespace matrix_memory {

/// The version of this library, for instance "0.1.0".
std::string_view version();

}  // namespace matrix_memory

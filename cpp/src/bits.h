#pragma once

#include <cstring>

namespace matrix_memory {

/// std::bit_cast, which libc++ has from version 14 on only.
template <class To, class From>
To bitCast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

}  // namespace matrix_memory

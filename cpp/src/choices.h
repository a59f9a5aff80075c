#pragma once

#include "matrix_memory/memory.h"

namespace matrix_memory {

/// The options with every default filled in. RangeError for a parameter out of
/// range, and, with the reason, for choices that have no meaning together.
MemoryOptions checkedChoices(MemoryOptions options);

}  // namespace matrix_memory

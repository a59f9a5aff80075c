#pragma once

#include "json.h"
#include "matrix_memory/memory.h"

namespace matrix_memory::test {

/// Rows from an array of arrays.
Matrix rowsFrom(const Json& json);

/// Memory options as the golden vectors write them: a choice is a name, or an
/// object with a name and what differs from the defaults.
MemoryOptions optionsFrom(const Json& json);

}  // namespace matrix_memory::test

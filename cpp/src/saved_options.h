#pragma once

#include "bytes.h"
#include "matrix_memory/memory.h"

namespace matrix_memory {

/// Each choice as its number, then its parameters. The numbers are those of the
/// variants in the public headers: members are added at their ends only.
void writeOptions(ByteWriter& writer, const MemoryOptions& options);

/// RangeError for what no writer wrote; whether the options have a meaning is
/// for Memory to say.
MemoryOptions readOptions(ByteReader& reader);

}  // namespace matrix_memory

#pragma once

#include <emscripten/bind.h>

#include "matrix_memory/capacity.h"
#include "matrix_memory/memory.h"

/// The option objects of raw.ts, as the core's structures. Whatever the
/// library forgot to check ends as a TypeError or a RangeError here.
namespace matrix_memory::bindings {

MemoryOptions memoryOptionsFrom(const emscripten::val& options);
CapacityOptions capacityOptionsFrom(const emscripten::val& options);

}  // namespace matrix_memory::bindings

#pragma once

#include <emscripten/bind.h>

#include "matrix_memory/capacity.h"
#include "matrix_memory/memory.h"

/// The option objects of raw.ts, as the core's structures and back. Whatever
/// the library forgot to check ends as a TypeError or a RangeError here.
namespace matrix_memory::bindings {

Features featuresFrom(const emscripten::val& choice);
MemoryOptions memoryOptionsFrom(const emscripten::val& options);
CapacityOptions capacityOptionsFrom(const emscripten::val& options);

/// RawMemoryOptions.
emscripten::val optionsOf(const MemoryOptions& options);

}  // namespace matrix_memory::bindings

#include "matrix_memory/memory.h"

#include <emscripten/bind.h>

#include "guard.h"
#include "options.h"
#include "values.h"

namespace matrix_memory::bindings {
namespace {

using emscripten::val;

Memory* make(const val& options) {
  return guard([&] { return new Memory(memoryOptionsFrom(options)); });
}

Memory* clone(const Memory& memory) {
  return guard([&] { return new Memory(memory); });
}

void write(Memory& memory, const val& keys, const val& values, const val&,
           const val&) {
  guard([&] {
    const auto keyNumbers = numbersFrom(keys);
    const auto valueNumbers = numbersFrom(values);
    memory.write(Rows(keyNumbers, memory.keyDim(), "write: keys"),
                 Rows(valueNumbers, memory.valueDim(), "write: values"));
  });
}

val read(const Memory& memory, const val& queries) {
  return guard([&] {
    const auto numbers = numbersFrom(queries);
    const Rows rows(numbers, memory.keyDim(), "read: queries");
    return arrayOf(memory.read(rows).data);
  });
}

val state(const Memory& memory) {
  return guard([&] { return arrayOf(memory.state().data); });
}

void reset(Memory& memory) {
  guard([&] { memory.reset(); });
}

double pairs(const Memory& memory) {
  return static_cast<double>(memory.pairs());
}
double featureDim(const Memory& memory) {
  return static_cast<double>(memory.featureDim());
}
double stateBytes(const Memory& memory) {
  return static_cast<double>(memory.stateBytes());
}

}  // namespace

EMSCRIPTEN_BINDINGS(memory) {
  emscripten::class_<Memory>("Memory")
      .constructor(&make, emscripten::allow_raw_pointers())
      .property("pairs", &pairs)
      .property("featureDim", &featureDim)
      .property("stateBytes", &stateBytes)
      .function("write", &write)
      .function("read", &read)
      .function("state", &state)
      .function("reset", &reset)
      // Takes the place of the one that embind gives every class, which
      // would share the object.
      .function("clone", &clone, emscripten::allow_raw_pointers());
}

}  // namespace matrix_memory::bindings

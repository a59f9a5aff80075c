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

Memory* restore(const val& bytes) {
  return guard([&] {
    const auto copy =
        emscripten::convertJSArrayToNumberVector<std::uint8_t>(bytes);
    return new Memory(Memory::restore(copy));
  });
}

val save(const Memory& memory) {
  return guard([&] {
    const std::vector<std::uint8_t> bytes = memory.save();
    return val::global("Uint8Array")
        .new_(val(emscripten::typed_memory_view(bytes.size(), bytes.data())));
  });
}

void write(Memory& memory, const val& keys, const val& values, const val& beta,
           const val& decay) {
  guard([&] {
    const auto keyNumbers = numbersFrom(keys);
    const auto valueNumbers = numbersFrom(values);
    const auto betaNumbers = numbersFrom(beta);
    const auto decayNumbers = numbersFrom(decay);
    memory.write(Rows(keyNumbers, memory.keyDim(), "write: keys"),
                 Rows(valueNumbers, memory.valueDim(), "write: values"),
                 {.beta = betaNumbers, .decay = decayNumbers});
  });
}

val read(const Memory& memory, const val& queries) {
  return guard([&] {
    const auto numbers = numbersFrom(queries);
    const Rows rows(numbers, memory.keyDim(), "read: queries");
    return arrayOf(memory.read(rows).data);
  });
}

val weights(const Memory& memory, const val& query) {
  return guard([&] { return arrayOf(memory.weights(numbersFrom(query))); });
}

double energy(const Memory& memory, const val& pattern) {
  return guard([&] { return memory.energy(numbersFrom(pattern)); });
}

val state(const Memory& memory) {
  return guard([&] { return arrayOf(memory.state().data); });
}

val options(const Memory& memory) {
  return guard([&] { return optionsOf(memory.options()); });
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
      .property("options", &options)
      .property("pairs", &pairs)
      .property("featureDim", &featureDim)
      .property("stateBytes", &stateBytes)
      .function("write", &write)
      .function("read", &read)
      .function("weights", &weights)
      .function("energy", &energy)
      .function("state", &state)
      .function("reset", &reset)
      .function("save", &save)
      // Takes the place of the one that embind gives every class, which
      // would share the object.
      .function("clone", &clone, emscripten::allow_raw_pointers());
  emscripten::function("restore", &restore, emscripten::allow_raw_pointers());
}

}  // namespace matrix_memory::bindings

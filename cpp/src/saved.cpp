#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "bits.h"
#include "bytes.h"
#include "matrix_memory/error.h"
#include "matrix_memory/memory.h"
#include "saved_options.h"

/// Memory::save() and restore(): eight bytes that name the format and its
/// version, the options, the state, and a checksum over all of it.
namespace matrix_memory {
namespace {

constexpr std::string_view kFormat = "mmemory";
constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kHeader = 8;
constexpr std::size_t kChecksum = 8;

[[noreturn]] void refuse(const std::string& why) {
  throw Error("restore: these bytes are no saved memory: " + why);
}

/// Every array of numbers in the state, in the order of the bytes.
template <class AnyState, class Visit>
void forEachArray(AnyState& state, Visit visit) {
  visit(state.matrix.data);
  visit(state.normaliser);
  visit(state.inverse.data);
  visit(state.triangle.data);
  visit(state.rotated.data);
  visit(state.keys);
  visit(state.values);
}

std::span<const std::uint8_t> checkedBody(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kHeader + kChecksum ||
      !std::equal(kFormat.begin(), kFormat.end(), bytes.begin())) {
    refuse("they do not begin as one");
  }
  if (bytes[kHeader - 1] != kVersion) {
    refuse("their format has version " + std::to_string(bytes[kHeader - 1]) +
           ", expected " + std::to_string(kVersion));
  }
  ByteReader tail(bytes.last(kChecksum));
  if (tail.whole() != fnv1a(bytes.first(bytes.size() - kChecksum))) {
    refuse("the checksum does not match, they are damaged or incomplete");
  }
  return bytes.subspan(kHeader, bytes.size() - kHeader - kChecksum);
}

}  // namespace

std::vector<std::uint8_t> Memory::save() const {
  ByteWriter writer;
  for (char c : kFormat) writer.byte(static_cast<std::uint8_t>(c));
  writer.byte(kVersion);
  writeOptions(writer, options_);
  writer.whole(state_.pairs);
  forEachArray(state_, [&](const std::vector<double>& numbers) {
    writer.numbers(numbers);
  });
  writer.whole(fnv1a(writer.bytes()));
  return writer.bytes();
}

Memory Memory::restore(std::span<const std::uint8_t> bytes) {
  ByteReader reader(checkedBody(bytes));
  try {
    MemoryOptions options = readOptions(reader);
    const std::uint64_t pairs = reader.whole();
    // Before anything of their size is made: can the bytes hold the state?
    const std::uint64_t features =
        featureCount(options.features, options.keyDim);
    const bool isCache = std::holds_alternative<Cache>(options.rule);
    reader.countFor(isCache ? pairs : options.valueDim, features);
    Memory memory(std::move(options));
    State& state = memory.state_;
    state.pairs = pairs;
    if (isCache) {
      state.keys.resize(reader.countFor(state.pairs, memory.featureDim()));
      state.values.resize(reader.countFor(state.pairs, memory.valueDim()));
    }
    forEachArray(state, [&](std::vector<double>& numbers) {
      reader.numbersInto(numbers);
    });
    memory.reach_ = std::numeric_limits<double>::infinity();
    reader.end();
    return memory;
  } catch (const RangeError& error) {
    refuse(error.what());
  }
}

}  // namespace matrix_memory

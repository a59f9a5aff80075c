#include <cmath>

#include "matrix_memory/memory.h"
#include "matrix_memory/presets.h"
#include "support.h"

/// Memory::save() and restore(), and the presets that they are tried on.
namespace matrix_memory {
namespace {

using test::gaussian;
using test::matrixOf;

std::vector<Memory> everyMemory() {
  std::vector<Memory> memories;
  for (const Preset& each : presets()) {
    Memory memory(preset(each.name, 4, 4));
    const Matrix keys = each.name == "hopfield"
                            ? randomRows(RandomKind::kSign, 5, 4, 1)
                            : gaussian(5, 4, 1);
    const Matrix values = each.name == "hopfield" ? keys : gaussian(5, 4, 2);
    memory.write(keys, values);
    memories.push_back(std::move(memory));
  }
  const MemoryOptions base{.keyDim = 4, .valueDim = 4};
  const auto with = [&](auto change) {
    MemoryOptions options = base;
    change(options);
    Memory memory(options);
    memory.write(gaussian(5, 4, 3), gaussian(5, 4, 4));
    memories.push_back(std::move(memory));
  };
  with([](auto& o) { o.rule = Decay{{1, 0.5, 0.25, 0}}; });
  with([](auto& o) { o.features = TopK{2}; });
  with([](auto& o) { o.features = Lsh{7, 9}; });
  with([](auto& o) { o.features = Relu{}; });
  with([](auto& o) { o.read = Nearest{gaussian(3, 4, 5)}; });
  with([](auto& o) { o.read = Softmax{.codebook = gaussian(3, 4, 5)}; });
  with([](auto& o) { o.read = Threshold{ThresholdKind::kHard, 0.5}; });
  with([](auto& o) { o.precision = Precision::kBfloat16; });
  with([](auto& o) { o.normalise = Normalisation::kLayer; });
  return memories;
}

TEST(Save, RestoresEveryMemoryToTheBit) {
  const Matrix queries = gaussian(3, 4, 7);
  for (const Memory& memory : everyMemory()) {
    const auto bytes = memory.save();
    Memory restored = Memory::restore(bytes);
    EXPECT_EQ(restored.save(), bytes);
    EXPECT_EQ(restored.pairs(), memory.pairs());
    EXPECT_EQ(restored.read(queries).data, memory.read(queries).data);
    restored.reset();
    EXPECT_EQ(restored.pairs(), 0u);
    EXPECT_NE(restored.save(), bytes);
  }
}

TEST(Save, KeepsAnEmptyMemory) {
  for (const Preset& each : presets()) {
    const Memory memory(preset(each.name, 3, 3));
    EXPECT_EQ(Memory::restore(memory.save()).save(), memory.save());
  }
}

TEST(Restore, RefusesEverySingleDamagedByte) {
  for (const Memory& memory : everyMemory()) {
    const auto bytes = memory.save();
    for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 60) {
      auto damaged = bytes;
      damaged[at] ^= static_cast<std::uint8_t>(1u << (at % 8));
      EXPECT_THROW(Memory::restore(damaged), Error) << "byte " << at;
    }
  }
}

TEST(Restore, RefusesEveryLengthThatIsNotTheWhole) {
  auto bytes = Memory(preset("delta-net", 2, 2)).save();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(Memory::restore(std::span(bytes).first(size)), Error);
  }
  bytes.push_back(0);
  EXPECT_THROW(Memory::restore(bytes), Error);
}

/// Bytes with a checksum that fits, as someone who forges them would make it.
std::vector<std::uint8_t> forged(const std::vector<std::uint8_t>& whole,
                                 std::size_t at, std::uint8_t value) {
  std::vector<std::uint8_t> bytes(whole.begin(), whole.end() - 8);
  bytes.at(at) = value;
  std::uint64_t hash = 0xCBF29CE484222325;
  for (std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001B3;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    bytes.push_back(static_cast<std::uint8_t>(hash >> shift));
  }
  return bytes;
}

TEST(Restore, SurvivesBytesThatWereForged) {
  for (const Memory& memory : everyMemory()) {
    const auto bytes = memory.save();
    // After the format and keyDim, which may ask for any size.
    for (std::size_t at = 16; at + 8 < bytes.size();
         at += 1 + bytes.size() / 40) {
      for (const int value : {0, 1, 0x7F, 0xFF}) {
        try {
          // Whatever it accepts must work.
          Memory::restore(forged(bytes, at, static_cast<std::uint8_t>(value)))
              .reset();
        } catch (const Error&) {
        } catch (const std::bad_alloc&) {
        }
      }
    }
  }
}

TEST(Restore, NamesAVersionThatItDoesNotKnow) {
  auto bytes = Memory({}).save();
  bytes[7] = 9;
  try {
    Memory::restore(bytes);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("version 9"), std::string::npos);
  }
}

TEST(Presets, AreTheRowsOfTheTable) {
  EXPECT_EQ(presets().size(), 15u);
  for (const Preset& each : presets()) {
    EXPECT_FALSE(each.source.empty());
    const Memory memory(preset(each.name, 6, 6));
    EXPECT_EQ(memory.keyDim(), 6u);
  }
  const auto retNet = preset("ret-net", 2, 2);
  EXPECT_EQ(std::get<Decay>(retNet.rule).decay, std::vector{31.0 / 32});
  EXPECT_EQ(preset("delta-net", 2, 2).normalise, Normalisation::kUnit);
  test::expectRangeError([] { preset("transformer", 2, 2); },
                         {"transformer", "unknown"});
}

}  // namespace
}  // namespace matrix_memory

#include "capacity_options.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "bytes.h"
#include "message.h"
#include "saved_options.h"

namespace matrix_memory {
namespace {

constexpr std::uint64_t kSeedLimit = std::uint64_t{1} << 53;

void checkPairs(const CapacityOptions& options) {
  if (options.pairs.empty())
    refuse({"capacity: pairs are none, expected at least one n"});
  std::size_t previous = 0;
  for (std::size_t n : options.pairs) {
    if (n <= previous) {
      refuse({"capacity: pairs have ", n, " after ", previous,
              ", expected numbers from 1 on, each larger than the one before"});
    }
    previous = n;
  }
  elementCount(previous, std::max(options.keyDim, options.valueDim),
               "capacity: pairs");
}

struct CheckKeys {
  const CapacityOptions& options;

  void operator()(const SphereKeys&) const {}
  void operator()(const SparseKeys& sparse) const {
    if (sparse.active == 0 || sparse.active > options.keyDim) {
      refuse({"capacity: keys.active is ", sparse.active, ", expected 1 to ",
              options.keyDim, " (keyDim)"});
    }
  }
  void operator()(const CorrelatedKeys& correlated) const {
    if (!(correlated.cosine >= 0 && correlated.cosine <= 1)) {
      refuse({"capacity: keys.cosine is ", correlated.cosine,
              ", expected 0 to 1"});
    }
  }
  void operator()(const RowKeys& given) const {
    if (given.rows.cols != options.keyDim) {
      refuse({"capacity: rows have ", given.rows.cols,
              " numbers each, expected ", options.keyDim, " (keyDim)"});
    }
    if (given.rows.rows < options.pairs.back()) {
      refuse({"capacity: rows are ", given.rows.rows, ", expected at least ",
              options.pairs.back(), ", as many as pairs"});
    }
    requireFinite(given.rows, "capacity: rows");
  }
};

void checkMemory(const CapacityOptions& options, std::size_t index) {
  const MemoryOptions& memory = options.memories[index];
  const std::string name = textOf({"memory ", index});
  if (memory.keyDim != options.keyDim || memory.valueDim != options.valueDim) {
    refuse({"capacity: ", name, " is ", memory.keyDim, " to ", memory.valueDim,
            ", expected ", options.keyDim, " to ", options.valueDim});
  }
  if (std::holds_alternative<Hopfield>(memory.rule)) {
    refuse({"capacity: ", name,
            " is hopfield, which stores patterns of +-1 under themselves; the "
            "values here are Gaussian"});
  }
}

struct WriteKeys {
  ByteWriter& writer;

  void operator()(const SphereKeys&) const {}
  void operator()(const SparseKeys& sparse) const {
    writer.whole(sparse.active);
    writer.byte(sparse.isSigned ? 1 : 0);
  }
  void operator()(const CorrelatedKeys& correlated) const {
    writer.number(correlated.cosine);
  }
  void operator()(const RowKeys& given) const { writer.matrix(given.rows); }
};

}  // namespace

CapacityOptions checkedCapacity(CapacityOptions options) {
  if (options.keyDim == 0)
    refuse({"capacity: keyDim is 0, expected at least 1"});
  if (options.valueDim == 0)
    refuse({"capacity: valueDim is 0, expected at least 1"});
  if (options.seed >= kSeedLimit) refuse({"capacity: seed is beyond 2^53 - 1"});
  if (options.memories.empty()) refuse({"capacity: memories are none"});
  if (!(options.queryNoise >= 0) || !std::isfinite(options.queryNoise)) {
    refuse({"capacity: queryNoise is ", options.queryNoise,
            ", expected a finite number of at least 0"});
  }
  checkPairs(options);
  std::visit(CheckKeys{options}, options.keys);
  for (std::size_t i = 0; i < options.memories.size(); ++i) {
    checkMemory(options, i);
  }
  if (options.against == Against::kAge) options.pairs = {options.pairs.back()};
  return options;
}

std::size_t reportedOf(const CapacityOptions& options) {
  return options.against == Against::kAge ? options.pairs.back()
                                          : options.pairs.size();
}

std::vector<Memory> emptyMemories(const CapacityOptions& options) {
  return {options.memories.begin(), options.memories.end()};
}

double fingerprint(const CapacityOptions& options,
                   const std::vector<Memory>& memories) {
  ByteWriter writer;
  writer.whole(options.keyDim);
  writer.whole(options.valueDim);
  for (std::size_t n : options.pairs) writer.whole(n);
  writer.whole(options.seed);
  for (const Memory& memory : memories) writeOptions(writer, memory.options());
  writer.byte(static_cast<std::uint8_t>(options.keys.index()));
  std::visit(WriteKeys{writer}, options.keys);
  writer.number(options.queryNoise);
  writer.byte(static_cast<std::uint8_t>(options.metric));
  writer.byte(static_cast<std::uint8_t>(options.against));
  return static_cast<double>(fnv1a(writer.bytes()) >> 11);
}

}  // namespace matrix_memory

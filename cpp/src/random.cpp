#include "matrix_memory/random.h"

#include <bit>
#include <string>

#include "message.h"

namespace matrix_memory {
namespace {

constexpr std::uint64_t kGoldenGamma = 0x9E3779B97F4A7C15;

}  // namespace

std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

RandomStream::RandomStream(std::uint64_t seed, std::uint64_t trial,
                           Stream stream) {
  std::uint64_t state = mix64(mix64(seed) + trial) +
                        8 * static_cast<std::uint64_t>(stream) * kGoldenGamma;
  for (auto& word : words_) {
    for (std::size_t lane = 0; lane < 4; lane += 2) {
      state += kGoldenGamma;
      const std::uint64_t output = mix64(state);
      word[lane] = static_cast<std::uint32_t>(output);
      word[lane + 1] = static_cast<std::uint32_t>(output >> 32);
    }
  }
}

std::array<std::uint32_t, 4> RandomStream::next() {
  auto& [s0, s1, s2, s3] = words_;
  std::array<std::uint32_t, 4> result;
  for (std::size_t l = 0; l < 4; ++l) {
    result[l] = s0[l] + s3[l];
    const std::uint32_t t = s1[l] << 9;
    s2[l] ^= s0[l];
    s3[l] ^= s1[l];
    s1[l] ^= s2[l];
    s0[l] ^= s3[l];
    s2[l] ^= t;
    s3[l] = std::rotl(s3[l], 11);
  }
  return result;
}

std::uint32_t Choices::bits() {
  if (used_ == 4) {
    block_ = stream_.next();
    used_ = 0;
  }
  return block_[used_++] >> 8;
}

std::size_t Choices::below(std::size_t bound) {
  const std::uint64_t high = bits();
  const std::uint64_t low = bits();
  return static_cast<std::size_t>((high * bound + ((low * bound) >> 24)) >> 24);
}

Matrix randomRows(RandomKind kind, std::size_t count, std::size_t dim,
                  std::uint64_t seed) {
  if (count == 0) refuse({"random: count is 0, expected at least 1"});
  if (dim == 0) refuse({"random: dim is 0, expected at least 1"});
  if (seed > (std::uint64_t{1} << 53) - 1) {
    refuse({"random: seed is ", seed, ", expected at most 2^53 - 1"});
  }
  Matrix rows(count, dim);
  if (kind == RandomKind::kSign) {
    RandomStream stream(seed, 0, Stream::kKeys);
    std::array<std::uint32_t, 4> bits{};
    for (std::size_t i = 0; i < rows.data.size(); ++i) {
      if (i % 4 == 0) bits = stream.next();
      rows.data[i] = (bits[i % 4] >> 31) != 0 ? 1 : -1;
    }
    return rows;
  }
  Normals normals(seed, 0, Stream::kKeys);
  if (kind == RandomKind::kGaussian) {
    normals.fill(rows.data);
  } else {
    for (std::size_t i = 0; i < count; ++i) normals.fillUnit(rows.row(i));
  }
  return rows;
}

}  // namespace matrix_memory

#include "matrix_memory/random.h"

#include <bit>
#include <cmath>
#include <string>

#include "bits.h"
#include "message.h"

namespace matrix_memory {
namespace {

constexpr std::uint64_t kGoldenGamma = 0x9E3779B97F4A7C15;

/// log(u) for u in (0, 1]: u = m 2^e with m in [sqrt(1/2), sqrt(2)), then the
/// odd series of log m in s = (m - 1) / (m + 1), |s| < .172, to s^9.
float logarithm(float u) {
  constexpr std::uint32_t kOne = 0x3F800000;
  constexpr std::uint32_t kRootHalf = 0x3F3504F3;
  const std::uint32_t shifted = bitCast<std::uint32_t>(u) + (kOne - kRootHalf);
  const auto exponent =
      static_cast<float>(static_cast<std::int32_t>(shifted >> 23) - 127);
  const float m = bitCast<float>((shifted & 0x007FFFFF) + kRootHalf);
  const float s = (m - 1.0f) / (m + 1.0f);
  const float z = s * s;
  const float series =
      1.0f + z * (1.0f / 3 + z * (1.0f / 5 + z * (1.0f / 7 + z * (1.0f / 9))));
  return exponent * 0.693147182f + (s + s) * series;
}

/// Taylor polynomials for |x| <= pi / 4.
float sine(float x) {
  const float z = x * x;
  return x * (1.0f +
              z * (-1.0f / 6 + z * (1.0f / 120 +
                                    z * (-1.0f / 5040 + z * (1.0f / 362880)))));
}
float cosine(float x) {
  const float z = x * x;
  return 1.0f +
         z * (-0.5f + z * (1.0f / 24 +
                           z * (-1.0f / 720 +
                                z * (1.0f / 40320 + z * (-1.0f / 3628800)))));
}

float withSign(float x, bool negative) {
  return bitCast<float>(bitCast<std::uint32_t>(x) ^
                        (negative ? 0x80000000u : 0u));
}

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

void Normals::refill() {
  const auto x = stream_.next();
  const auto y = stream_.next();
  for (std::size_t l = 0; l < 4; ++l) {
    const float u = static_cast<float>((x[l] >> 8) + 1) * 0x1p-24f;
    const float radius = std::sqrt(-2.0f * logarithm(u));
    const std::uint32_t k = y[l] >> 8;
    const std::uint32_t quadrant = (k + (1u << 21)) >> 22;
    const float turn =
        static_cast<float>(static_cast<std::int32_t>(k - (quadrant << 22))) *
        0x1p-22f;
    const float angle = turn * 1.57079637f;
    const float c = cosine(angle);
    const float s = sine(angle);
    const bool swapped = (quadrant & 1) != 0;
    block_[l] = radius * withSign(swapped ? s : c, ((quadrant + 1) & 2) != 0);
    block_[4 + l] = radius * withSign(swapped ? c : s, (quadrant & 2) != 0);
  }
  used_ = 0;
}

void Normals::fillUnit(std::span<double> vector) {
  double length = 0;
  while (length == 0) {
    std::array<double, 4> sums{};
    for (std::size_t i = 0; i < vector.size(); ++i) {
      vector[i] = static_cast<double>(next());
      sums[i % 4] += vector[i] * vector[i];
    }
    length = std::sqrt((sums[0] + sums[1]) + (sums[2] + sums[3]));
  }
  const double scale = 1 / length;
  for (double& x : vector) x *= scale;
}

void Normals::fillScaled(std::span<double> vector) {
  const double root = std::sqrt(static_cast<double>(vector.size()));
  for (double& x : vector) x = static_cast<double>(next()) / root;
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
    for (double& x : rows.data) x = static_cast<double>(normals.next());
  } else {
    for (std::size_t i = 0; i < count; ++i) normals.fillUnit(rows.row(i));
  }
  return rows;
}

}  // namespace matrix_memory

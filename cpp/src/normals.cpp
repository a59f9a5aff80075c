#include <algorithm>
#include <cmath>
#include <cstring>

#include "bits.h"
#include "matrix_memory/random.h"
#include "sums.h"

/// Four lanes at a time, in the vector types that GCC and Clang share. Every
/// operation is one that IEEE 754 rounds correctly, so the lanes hold the bits
/// that the same lines would give one number at a time.
namespace matrix_memory {
namespace {

using Words = std::uint32_t __attribute__((vector_size(16)));
using Signed = std::int32_t __attribute__((vector_size(16)));
using Floats = float __attribute__((vector_size(16)));

Floats toFloats(Words small) {
  return __builtin_convertvector(bitCast<Signed>(small), Floats);
}

/// The lanes of `yes` where every bit of mask is set, of `no` where none is.
Words choose(Words mask, Words yes, Words no) {
  return (mask & yes) | (~mask & no);
}

/// The one operation that the shared vector types lack. It is rounded correctly
/// in every instruction set, so all branches give the same bits.
Floats squareRoot(Floats x) {
#if defined(__wasm_simd128__)
  return __builtin_wasm_sqrt_f32x4(x);
#elif defined(__SSE__)
  return __builtin_ia32_sqrtps(x);
#else
  return Floats{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]),
                std::sqrt(x[3])};
#endif
}

/// xoshiro128+, its state in registers.
struct Generator {
  Words s0, s1, s2, s3;

  Words next() {
    const Words result = s0 + s3;
    const Words t = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = (s3 << 11) | (s3 >> 21);
    return result;
  }
};

/// log(u) for u in (0, 1]: u = m 2^e with m in [sqrt(1/2), sqrt(2)), then the
/// odd series of log m in s = (m - 1) / (m + 1), |s| < .172, to s^9.
Floats logarithm(Floats u) {
  constexpr std::uint32_t kOne = 0x3F800000;
  constexpr std::uint32_t kRootHalf = 0x3F3504F3;
  const Words shifted = bitCast<Words>(u) + (kOne - kRootHalf);
  const Floats exponent = toFloats((shifted >> 23) - 127);
  const Floats m = bitCast<Floats>((shifted & 0x007FFFFF) + kRootHalf);
  const Floats s = (m - 1.0f) / (m + 1.0f);
  const Floats z = s * s;
  const Floats series =
      1.0f + z * (1.0f / 3 + z * (1.0f / 5 + z * (1.0f / 7 + z * (1.0f / 9))));
  return exponent * 0.693147182f + (s + s) * series;
}

/// Taylor polynomials for |x| <= pi / 4, z = x^2.
Floats sine(Floats x, Floats z) {
  return x * (1.0f +
              z * (-1.0f / 6 + z * (1.0f / 120 +
                                    z * (-1.0f / 5040 + z * (1.0f / 362880)))));
}
Floats cosine(Floats z) {
  return 1.0f +
         z * (-0.5f + z * (1.0f / 24 +
                           z * (-1.0f / 720 +
                                z * (1.0f / 40320 + z * (-1.0f / 3628800)))));
}

/// Four normals from cosines, then four from sines.
void boxMuller(Words x, Words y, float* out) {
  const Floats u = toFloats((x >> 8) + 1) * 0x1p-24f;
  const Floats radius = squareRoot(-2.0f * logarithm(u));
  const Words turn = y >> 8;
  const Words quadrant = (turn + (1u << 21)) >> 22;
  const Floats angle =
      toFloats(turn - (quadrant << 22)) * 0x1p-22f * 1.57079637f;
  const Floats z = angle * angle;
  const auto c = bitCast<Words>(cosine(z));
  const auto s = bitCast<Words>(sine(angle, z));
  const Words swapped = 0u - (quadrant & 1);
  // Bit 1 of the quadrant, moved to the sign.
  const Words first =
      choose(swapped, s, c) ^ (((quadrant + 1) << 30) & 0x80000000);
  const Words second = choose(swapped, c, s) ^ ((quadrant << 30) & 0x80000000);
  const Floats normals[2] = {radius * bitCast<Floats>(first),
                             radius * bitCast<Floats>(second)};
  std::memcpy(out, normals, sizeof(normals));
}

}  // namespace

void Normals::fillBlocks(float* out, std::size_t blocks) {
  auto generator = bitCast<Generator>(stream_.words_);
  for (std::size_t i = 0; i < blocks; ++i) {
    const Words x = generator.next();
    const Words y = generator.next();
    boxMuller(x, y, out + kBlock * i);
  }
  std::memcpy(&stream_.words_, &generator, sizeof(generator));
}

float Normals::next() {
  if (used_ == kBlock) {
    fillBlocks(block_.data(), 1);
    used_ = 0;
  }
  return block_[used_++];
}

void Normals::fill(std::span<float> numbers) {
  const std::size_t left = std::min(kBlock - used_, numbers.size());
  std::copy_n(block_.data() + used_, left, numbers.data());
  used_ += left;
  numbers = numbers.subspan(left);
  const std::size_t blocks = numbers.size() / kBlock;
  fillBlocks(numbers.data(), blocks);
  for (float& x : numbers.subspan(blocks * kBlock)) x = next();
}

void Normals::fill(std::span<double> numbers) {
  std::array<float, 8 * kBlock> buffer;
  while (!numbers.empty()) {
    const std::size_t count = std::min(buffer.size(), numbers.size());
    fill(std::span(buffer).first(count));
    std::copy_n(buffer.data(), count, numbers.data());
    numbers = numbers.subspan(count);
  }
}

double Normals::fillDirection(std::span<float> numbers) {
  double scale = 0;
  do {
    fill(numbers);
    scale = 1 / std::sqrt(sumOfSquares(numbers));
  } while (std::isinf(scale));
  return scale;
}

void Normals::fillUnit(std::span<double> vector) {
  double scale = 0;
  do {
    fill(vector);
    scale = 1 / std::sqrt(sumOfSquares(vector));
  } while (std::isinf(scale));
  for (double& x : vector) x *= scale;
}

void Normals::fillScaled(std::span<double> vector) {
  const double root = std::sqrt(static_cast<double>(vector.size()));
  fill(vector);
  for (double& x : vector) x /= root;
}

}  // namespace matrix_memory

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "matrix_memory/vectors.h"

/// Random numbers, fixed for ever: links carry seeds, so the same seed must
/// give the same bits on every machine and in every later version.
///
/// Generator: xoshiro128+ (Blackman and Vigna 2021) in four independent lanes;
/// of each 32-bit output the upper 24 bits count. Seeding: splitmix64 (Steele,
/// Lea and Flood 2014). With mix64 its finaliser, the stream numbered s of
/// trial t starts from the sequence
///
///     state = mix64(mix64(seed) + t),   output i = mix64(state + (i + 1) g),
///     g = 0x9E3779B97F4A7C15,
///
/// and takes outputs 8 s .. 8 s + 7, each as two 32-bit numbers, the low half
/// first; word w of lane l is number 4 w + l.
///
/// Normal numbers: Box and Muller in single precision, from additions,
/// multiplications, divisions, square roots and shifts only, no library
/// function whose last bit differs from machine to machine.
namespace matrix_memory {

/// The finaliser of splitmix64, a bijection that scatters every bit.
std::uint64_t mix64(std::uint64_t x);

/// What a trial's streams are for: one each, so that drawing more of one never
/// moves another.
enum class Stream : std::uint64_t {
  kKeys = 0,
  kValues = 1,
  kQueryNoise = 2,
  kChoices = 3,      // which coordinates, which rows
  kProjections = 4,  // the random directions of feature maps
};

/// Four lanes of xoshiro128+.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t trial, Stream stream);

  /// The next output of each lane.
  std::array<std::uint32_t, 4> next();

 private:
  friend class Normals;
  std::array<std::array<std::uint32_t, 4>, 4> words_;  // [word][lane]
};

/// Standard normal numbers. A block of eight comes from two outputs x, y of
/// all lanes: u = ((x >> 8) + 1) 2^-24 gives the radius sqrt(-2 log u), y >> 8
/// as a fraction of a turn the angle; four cosines, then four sines.
class Normals {
 public:
  Normals(std::uint64_t seed, std::uint64_t trial, Stream stream)
      : stream_(seed, trial, stream) {}

  float next();

  /// What so many calls of next() give, four lanes at a time.
  void fill(std::span<float> numbers);
  void fill(std::span<double> numbers);

  /// fill(), again if all are zero; returns 1 / |numbers|, which makes them a
  /// uniformly distributed direction. The squares are added in double
  /// precision, in four partial sums (index mod 4) that are added pairwise.
  double fillDirection(std::span<float> numbers);

  /// A uniformly distributed direction of length one.
  void fillUnit(std::span<double> vector);

  /// Normals over sqrt(vector.size()): the expected squared length is one.
  void fillScaled(std::span<double> vector);

 private:
  static constexpr std::size_t kBlock = 8;

  void fillBlocks(float* out, std::size_t blocks);

  RandomStream stream_;
  std::array<float, kBlock> block_{};
  std::size_t used_ = kBlock;
};

/// Whole numbers in 0 .. bound - 1, from 48 bits each (two lane outputs): the
/// chance of any is within 2^-48 of uniform.
class Choices {
 public:
  Choices(std::uint64_t seed, std::uint64_t trial)
      : stream_(seed, trial, Stream::kChoices) {}

  std::size_t below(std::size_t bound);
  bool coin() { return (bits() >> 23) != 0; }

 private:
  std::uint32_t bits();

  RandomStream stream_;
  std::array<std::uint32_t, 4> block_{};
  std::size_t used_ = 4;
};

enum class RandomKind {
  kSphere,    // unit vectors, uniform
  kGaussian,  // independent standard normals
  kSign,      // independent +-1: the top bit of each output, lane after lane
};

/// count rows of dim numbers: trial 0, stream 0 of the seed, hence for the
/// sphere the keys of the first trial of a capacity run with that seed.
/// seed <= 2^53 - 1.
Matrix randomRows(RandomKind kind, std::size_t count, std::size_t dim,
                  std::uint64_t seed);

}  // namespace matrix_memory

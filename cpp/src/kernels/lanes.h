#pragma once

#include <cstddef>
#include <cstring>

/// Vectors of numbers, by the compiler's own vector extension: one source for
/// WebAssembly and for every processor.
namespace matrix_memory::kernels {

#if defined(__AVX512F__)
inline constexpr std::size_t kVectorBytes = 64;
#elif defined(__AVX__)
inline constexpr std::size_t kVectorBytes = 32;
#else
inline constexpr std::size_t kVectorBytes = 16;
#endif

template <class Real, std::size_t bytes>
struct VectorOf;
template <std::size_t bytes>
struct VectorOf<float, bytes> {
  typedef float Type __attribute__((vector_size(bytes)));
};
template <std::size_t bytes>
struct VectorOf<double, bytes> {
  typedef double Type __attribute__((vector_size(bytes)));
};

/// As wide as the processor's registers.
template <class Real>
using Vector = typename VectorOf<Real, kVectorBytes>::Type;
template <class Real>
inline constexpr std::size_t kLanes = kVectorBytes / sizeof(Real);

/// Of 16 bytes everywhere, for what depends on the number of lanes.
template <class Real>
using Quad = typename VectorOf<Real, 16>::Type;
template <class Real>
inline constexpr std::size_t kQuad = 16 / sizeof(Real);

/// From and to any address that is good for one number.
template <class Lanes, class Real>
inline Lanes load(const Real* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
template <class Lanes, class Real>
inline void store(Real* to, Lanes lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}

/// The numbers of two vectors in turn: the first half, the second half.
inline void interleave(Quad<float>& a, Quad<float>& b) {
  const Quad<float> first = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  b = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  a = first;
}
inline void interleave(Quad<double>& a, Quad<double>& b) {
  const Quad<double> first = __builtin_shufflevector(a, b, 0, 2);
  b = __builtin_shufflevector(a, b, 1, 3);
  a = first;
}

/// Rows to columns.
inline void transpose(Quad<float> (&rows)[4]) {
  interleave(rows[0], rows[2]);
  interleave(rows[1], rows[3]);
  interleave(rows[0], rows[1]);
  interleave(rows[2], rows[3]);
}
inline void transpose(Quad<double> (&rows)[2]) { interleave(rows[0], rows[1]); }

}  // namespace matrix_memory::kernels

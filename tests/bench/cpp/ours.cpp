// The contestant that is ours: the kernels as they are, and the engine through
// its public door.

#include <algorithm>
#include <numeric>
#include <vector>

#include "contestant.h"
#include "kernels/products.h"
#include "matrix_memory/capacity.h"
#include "matrix_memory/random.h"
#include "sphere_pairs.h"

namespace mm = matrix_memory;
namespace kernels = matrix_memory::kernels;

namespace {

std::size_t size(int n) { return static_cast<std::size_t>(n); }

template <class T>
kernels::Input<T> input(const T* numbers, int rows, int cols) {
  return {numbers, size(rows), size(cols)};
}

template <class T>
kernels::View<T> view(T* numbers, int rows, int cols) {
  return {numbers, size(rows), size(cols)};
}

// Rows are pairs: a is r values of p numbers, b is r keys of q.
template <class T>
void accumulate(int times, int p, int q, int r, const T* a, const T* b,
                T* out) {
  for (int i = 0; i < times; ++i) {
    kernels::addOuters<T>(input(a, r, p), input(b, r, q), view(out, p, q));
  }
}

// a is p queries of r numbers, b a state of q rows.
template <class T>
void reads(int times, int p, int q, int r, const T* a, const T* b, T* out) {
  for (int i = 0; i < times; ++i) {
    kernels::multiplyByTransposed<T>(input(a, p, r), input(b, q, r),
                                     view(out, p, q));
  }
}

template <class T>
void gram(int times, int p, int r, const T* a, T* out) {
  for (int i = 0; i < times; ++i) {
    kernels::gram<T>(input(a, p, r), view(out, p, p));
  }
}

template <class T>
void rankOne(int times, int p, int q, const T* a, const T* b, T* out) {
  for (int i = 0; i < times; ++i) {
    kernels::addOuter<T>({a, size(p)}, {b, size(q)}, view(out, p, q));
  }
}

mm::CapacityOptions experiment(int d, int n) {
  mm::CapacityOptions options;
  options.keyDim = options.valueDim = size(d);
  options.pairs.resize(size(n));
  std::iota(options.pairs.begin(), options.pairs.end(), std::size_t{1});
  mm::MemoryOptions memory;
  memory.keyDim = memory.valueDim = size(d);
  options.memories.push_back(memory);
  memory.rule = mm::LeastSquares{};
  options.memories.push_back(memory);
  return options;
}

}  // namespace

void accumulate_single(int times, int, int p, int q, int r, const float* a,
                       const float* b, float* out) {
  accumulate(times, p, q, r, a, b, out);
}
void accumulate_double(int times, int, int p, int q, int r, const double* a,
                       const double* b, double* out) {
  accumulate(times, p, q, r, a, b, out);
}
void reads_single(int times, int, int p, int q, int r, const float* a,
                  const float* b, float* out) {
  reads(times, p, q, r, a, b, out);
}
void reads_double(int times, int, int p, int q, int r, const double* a,
                  const double* b, double* out) {
  reads(times, p, q, r, a, b, out);
}
void gram_single(int times, int, int p, int, int r, const float* a,
                 const float*, float* out) {
  gram(times, p, r, a, out);
}
void gram_double(int times, int, int p, int, int r, const double* a,
                 const double*, double* out) {
  gram(times, p, r, a, out);
}
void rank_one_single(int times, int, int p, int q, int, const float* a,
                     const float* b, float* out) {
  rankOne(times, p, q, a, b, out);
}
void rank_one_double(int times, int, int p, int q, int, const double* a,
                     const double* b, double* out) {
  rankOne(times, p, q, a, b, out);
}

void capacity(int trials, int d, int n, double* errors) {
  const auto count = static_cast<std::uint64_t>(trials);
  mm::CapacityRun run(experiment(d, n), 0, count);
  run.step(count);
  const std::vector<double> mean = run.mean();
  std::copy(mean.begin(), mean.end(), errors);
}

/// The pairs of a trial, key rows and value rows, for the others to use.
void pairs(int trial, int d, int n, double* keys, double* values) {
  const auto index = static_cast<std::uint64_t>(trial);
  mm::Normals keyNumbers(1, index, mm::Stream::kKeys);
  mm::Normals valueNumbers(1, index, mm::Stream::kValues);
  for (int i = 0; i < n; ++i) {
    keyNumbers.fillUnit({keys + size(i) * size(d), size(d)});
    valueNumbers.fillScaled({values + size(i) * size(d), size(d)});
  }
}

/// The random numbers of `trials` trials, as the engine draws them.
void draw(int trials, int d, int n) {
  constexpr int kBlock = 8;
  const std::size_t room = size(kBlock) * size(d);
  std::vector<float> keys(room), values(room);
  for (int trial = 0; trial < trials; ++trial) {
    mm::SpherePairs pairs(1, static_cast<std::uint64_t>(trial));
    for (int i = 0; i < n; i += kBlock) {
      pairs.draw(view(keys.data(), kBlock, d), view(values.data(), kBlock, d));
    }
  }
}

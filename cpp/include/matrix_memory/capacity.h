#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "matrix_memory/memory.h"

/// How much can a memory hold? Monte Carlo over independent trials.
namespace matrix_memory {

struct CapacityOptions {
  std::size_t keyDim = 1;
  std::size_t valueDim = 1;
  std::vector<std::size_t> pairs;  // the n to report, ascending
  std::uint64_t seed = 1;          // at most 2^53 - 1
  std::vector<MemoryOptions> memories;
};

/// Trials firstTrial .. firstTrial + trials - 1 of an experiment, run in steps
/// so that it can report, be cancelled and be continued elsewhere.
///
/// A trial draws max(pairs) keys, uniform on the sphere, and as many Gaussian
/// values with E|v|^2 = 1, both from streams of their own (random.h). For every
/// reported n it records, of each memory, the mean over the first n pairs of
/// |read(k_j) - v_j|^2. Which n are reported changes none of them.
///
/// How, for additive memories: sums that a new pair updates in
/// O(d (d + m)); for least squares beyond n = d: Givens rotations, the same
/// order; at n <= d: the solved matrix, read at all n keys, so that what is
/// reported is what rounding really leaves. Memory does not grow with trials.
///
/// Sums are kept over the binary tree of trial indices: two finished halves of
/// an aligned block merge, nothing else does (Chan, Golub and LeVeque 1979).
/// Hence any split of the trials among runs, absorbed in any order, gives the
/// bits of one run over all of them.
class CapacityRun {
 public:
  /// RangeError for options without meaning, and for trials beyond 2^53.
  CapacityRun(CapacityOptions options, std::uint64_t firstTrial,
              std::uint64_t trials);
  ~CapacityRun();
  CapacityRun(CapacityRun&&) noexcept;
  CapacityRun& operator=(CapacityRun&&) noexcept;

  /// Runs the next `trials` trials, or what is left of them; the number that
  /// remains.
  std::uint64_t step(std::uint64_t trials);

  /// What absorb() of another run of the same experiment needs: for each
  /// open node its level, its index, and of each
  /// memory and reported n the sum and the sum of squared deviations.
  std::vector<double> partial() const;

  /// Adds another run's partial(). RangeError, and nothing added, where it
  /// is none or shares a trial with this one.
  void absorb(std::span<const double> partial);

  /// Trials summed so far, own and absorbed.
  std::uint64_t trials() const;

  /// One number a memory and reported n, memory after memory. RangeError
  /// before the first trial.
  std::vector<double> mean() const;

  /// Standard errors of the means; infinity for one trial.
  std::vector<double> standardError() const;

 private:
  struct Experiment;
  std::unique_ptr<Experiment> experiment_;
};

}  // namespace matrix_memory

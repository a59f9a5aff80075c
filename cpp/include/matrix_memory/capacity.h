#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "matrix_memory/memory.h"

/// How much can a memory hold? Monte Carlo over independent trials.
namespace matrix_memory {

/// Uniform on the unit sphere.
struct SphereKeys {};

/// `active` coordinates, drawn without replacement, of +-1/sqrt(active) or, not
/// signed, of +1/sqrt(active); the others zero.
struct SparseKeys {
  std::size_t active = 1;
  bool isSigned = true;
};

/// (sqrt(c) u + sqrt(1 - c) w) / |.| with u uniform on the sphere and common to
/// a trial, w uniform for each key: two keys have a cosine near c.
struct CorrelatedKeys {
  double cosine = 0;  // c, 0 to 1
};

/// Each trial draws its keys from these, without replacement.
struct RowKeys {
  Matrix rows;
};

using KeyDistribution =
    std::variant<SphereKeys, SparseKeys, CorrelatedKeys, RowKeys>;

enum class Metric {
  kSquaredError,  // mean of |read(q_j) - v_j|^2 over the n stored pairs
  kTopOne,        // fraction of them whose read has its largest dot product,
                  // among the n stored values, with the right one; values are
                  // then of unit length
};

/// What the metric is reported along.
enum class Against {
  kPairs,  // numbers of pairs n: the mean over all n
  kAge,    // ages a = 0 .. n - 1 at the largest n: that of the one pair which
           // was written before the last a
};

struct CapacityOptions {
  std::size_t keyDim = 1;
  std::size_t valueDim = 1;
  std::vector<std::size_t> pairs;  // the n to report, ascending
  std::uint64_t seed = 1;          // at most 2^53 - 1
  std::vector<MemoryOptions> memories;
  KeyDistribution keys = SphereKeys{};
  double queryNoise = 0;  // s: the query is k + s u, u normal with E|u|^2 = 1
  Metric metric = Metric::kSquaredError;
  Against against = Against::kPairs;
};

/// Bytes that one run takes at the least: each memory with the most pairs in it
/// and the sums of the curve. Nothing is allocated, so an experiment that would
/// not fit can be refused before it is made. RangeError where features cannot
/// be counted. O(memories).
double leastBytes(const CapacityOptions& options);

/// Trials firstTrial .. firstTrial + trials - 1 of an experiment, run in steps
/// so that it can report, be cancelled and be continued elsewhere.
///
/// A trial draws max(pairs) keys, and as many values: Gaussian with
/// E|v|^2 = 1, for top-1 uniform on the sphere. Keys, values, noise and choices
/// come from streams of their own (random.h), so which n are reported changes
/// none of the numbers.
///
/// How. Squared errors of a matrix that is linear in plain keys (additive,
/// decay by one number, delta, gated delta, least squares without a ridge; no
/// noise, no rounding of the state) come for every n in one pass, at
/// O(d (d + m)) a pair whatever n is, from sums that a new pair updates. On
/// sphere keys additive and least squares run in single precision, except where
/// that loses digits: within 1e-5 and 5e-5 a trial, 1e-6 on the mean of many.
/// Everything else is double. At n <= d least squares reports what rounding
/// really leaves in the reads, not the zero that it should be. All other
/// memories, and what is reported against age, are written pair by pair and
/// read in full at each reported n: O(n) reads for each.
///
/// Room: what the memories hold, a few times that for the sums, and the curve;
/// it grows neither with trials nor, in one pass, with n. The general way keeps
/// the pairs of one trial.
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
  /// remains. RangeError where a memory refuses a pair or a read; the trials
  /// before stay summed.
  std::uint64_t step(std::uint64_t trials);

  /// The same in pieces: goes on, within a trial or over several, by about as
  /// much as `pairs` pairs take in one memory; the number of trials that
  /// remain. For callers with other duties. The pieces change no bit, and
  /// step() first ends the trial that was begun.
  std::uint64_t advance(std::size_t pairs);

  /// What absorb() of another run of the same experiment needs: a fingerprint
  /// of the options, then for each open node its level, its index, and of each
  /// memory and reported n or age the sum and the sum of squared deviations.
  std::vector<double> partial() const;

  /// Adds another run's partial(). RangeError, and nothing added, where it is
  /// none, is of another experiment, or shares a trial with this one.
  void absorb(std::span<const double> partial);

  /// Trials summed so far, own and absorbed.
  std::uint64_t trials() const;

  /// One number a memory and reported n or age, memory after memory. RangeError
  /// before the first trial.
  std::vector<double> mean() const;

  /// Standard errors of the means; infinity for one trial.
  std::vector<double> standardError() const;

  /// What each memory carries after n pairs, in bytes, for each reported n, of
  /// which there is one against age; memory after memory.
  std::vector<double> stateBytes() const;

 private:
  struct Experiment;
  std::unique_ptr<Experiment> experiment_;
};

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "capacity_report.h"
#include "curve.h"
#include "least_squares_curve.h"
#include "matrix_memory/capacity.h"
#include "single_curves.h"
#include "trial_work.h"

namespace matrix_memory {

/// Runs trials: each memory the quickest way there is for it, with room that
/// the next trial uses again.
class CapacityEngine {
 public:
  /// Both must outlive the engine.
  CapacityEngine(const CapacityOptions& options,
                 const std::vector<Memory>& memories);

  /// Begins a trial. `errors` is filled when it is done, one number a memory
  /// and reported n, and must last until then.
  void begin(std::uint64_t trial, std::span<double> errors);

  /// Goes on with the trial by about as much as `pairs` pairs take in one
  /// memory, and takes them off; whether the trial is done.
  bool advance(std::size_t& pairs);

 private:
  enum class Way {
    kSingleAdditive,
    kSingleLeastSquares,
    kCurve,
    kReads,
  };

  Way wayOf(const MemoryOptions& memory);
  bool isPlain(const MemoryOptions& memory) const;
  std::unique_ptr<Curve> curveOf(const Rule& rule) const;
  std::span<double> errorsOf(std::size_t memory) const;
  std::span<double> errorsOfFirst(Way way) const;
  Report reportOf(std::span<double> means) const;
  bool has(Way way) const;
  void beginCurves();
  void beginReads();
  void beginExactly();
  void copyToThoseAlike();

  const CapacityOptions& options_;
  const std::vector<Memory>& memories_;
  bool inOnePass_;  // whether these keys, queries and metric have curves
  std::vector<Way> ways_;
  std::optional<SingleCurves> single_;
  std::vector<std::unique_ptr<Curve>> curves_;  // null for the other ways
  std::optional<LeastSquaresCurve> exactly_;    // where single_ gives up

  // Of the present trial.
  std::uint64_t trial_ = 0;
  std::span<double> errors_;
  bool inSingle_ = false;
  std::vector<std::unique_ptr<TrialWork>> work_;  // the last one first
};

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "curve.h"
#include "least_squares_curve.h"
#include "matrix_memory/capacity.h"
#include "single_curves.h"

namespace matrix_memory {

/// Runs trials: each memory the quickest way there is for it, with room that
/// the next trial uses again.
class CapacityEngine {
 public:
  /// Both must outlive the engine.
  CapacityEngine(const CapacityOptions& options,
                 const std::vector<Memory>& memories);

  /// The errors of one trial, one number a memory and reported n.
  void run(std::uint64_t trial, std::span<double> errors);

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
  std::span<double> errorsOf(std::size_t memory,
                             std::span<double> errors) const;
  void runSingle(std::uint64_t trial, std::span<double> errors);
  void runCurves(std::uint64_t trial, std::span<double> errors);
  void runLeastSquares(std::uint64_t trial, std::span<double> means);
  void runReads(std::uint64_t trial, std::span<double> errors);

  const CapacityOptions& options_;
  const std::vector<Memory>& memories_;
  bool inOnePass_;  // whether these keys, queries and metric have curves
  std::vector<Way> ways_;
  std::optional<SingleCurves> single_;
  std::vector<std::unique_ptr<Curve>> curves_;  // null for the other ways
  std::optional<LeastSquaresCurve> exactly_;    // where single_ gives up
  std::vector<double> key_;
  std::vector<double> value_;
};

}  // namespace matrix_memory

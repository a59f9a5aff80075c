#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "capacity_report.h"
#include "least_squares_start.h"
#include "sphere_pairs.h"
#include "table.h"
#include "trial_work.h"

namespace matrix_memory {

/// The additive and the least squares memory on sphere keys, every n in one
/// pass, in single precision where that suffices: blocks of pairs, the cost of
/// a pair O(d (d + m)), memory that does not depend on how many there are.
///
/// With S = V K' and C = K K' of the pairs so far, one more pair of a unit key
/// changes the sum of squared errors of the additive memory by
///
///     |S k|^2 + 2 v.(S C k - S k) + |v|^2 k.C k.
///
/// For least squares P = C^-1 is kept. A block of pairs K_B, V_B reads
/// E = V_B - S T with T = P K_B; with M = I + K_B'T = L L', the sum of squared
/// errors grows by |row t of L^-1 E'|^2 at pair t, and P -= U'U, U = L^-1 T'.
/// LeastSquaresStart brings n and P beyond keyDim.
class SingleCurves : public TrialWork {
 public:
  struct Wanted {
    bool additive;
    bool leastSquares;
  };

  SingleCurves(std::size_t keyDim, std::size_t valueDim, std::size_t mostPairs,
               Wanted wanted);

  /// Begins a trial; done() comes with the reports that are wanted.
  void begin(std::uint64_t seed, std::uint64_t trial, Report additive,
             Report leastSquares);
  std::size_t advance(std::size_t pairs) override;
  bool done() const override;

  /// False where the keys are too near to being dependent for the least squares
  /// memory, whose report then does not count.
  bool fits() const { return fits_ || !wanted_.leastSquares; }

 private:
  static constexpr std::size_t kBlock = LeastSquaresStart::kBlock;

  /// Of one block, side by side, one row a pair: P k, C k, k, v.
  enum class Part : std::size_t { kFitted, kMoments, kKeys, kValues };
  static kernels::View<float> rows(Table<float>& table, Part part) {
    return table.rowsFrom(static_cast<std::size_t>(part) * kBlock, kBlock);
  }
  static kernels::View<float> columns(Table<float>& table, Part part) {
    return table.block(0, static_cast<std::size_t>(part) * kBlock, kBlock,
                       kBlock);
  }

  void addBlock();
  void multiplyAll(bool fitting);
  void addAdditive();
  double momentRead(std::size_t t);
  bool addLeastSquares();
  bool start();

  std::size_t mostPairs_;
  Wanted wanted_;
  std::optional<LeastSquaresStart> start_;
  std::optional<SpherePairs> pairs_;
  std::optional<Report> additive_;
  std::optional<Report> leastSquares_;
  std::size_t n_ = 0;  // pairs so far
  bool fits_ = false;
  double error_ = 0;     // of the additive memory, summed over pairs
  double residual_ = 0;  // of the least squares memory

  Table<float> state_;          // S', keyDim x valueDim
  Table<float> moment_;         // C
  Table<float> inverse_;        // P
  Table<float> keys_;           // parts kFitted, kMoments, kKeys
  Table<float> reads_;          // what S makes of them; then kValues
  Table<float> keyProducts_;    // kKeys with each part of keys_, in columns
  Table<float> valueProducts_;  // kValues with the last two parts of reads_
  Table<double> exactKeys_;
  Table<double> exactValues_;
};

}  // namespace matrix_memory

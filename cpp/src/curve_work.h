#pragma once

#include <vector>

#include "capacity_pairs.h"
#include "capacity_report.h"
#include "curve.h"
#include "trial_work.h"

namespace matrix_memory {

/// Gives the pairs of one trial to some curves.
class CurveWork : public TrialWork {
 public:
  struct Reported {
    Curve* curve;
    Report report;
  };

  /// Begins the curves, which must outlive it, as must the options.
  CurveWork(const CapacityOptions& options, std::uint64_t trial,
            std::vector<Reported> curves);

  std::size_t advance(std::size_t pairs) override;
  bool done() const override { return left_ == 0; }

 private:
  PairStream stream_;
  std::size_t left_;
  std::vector<Reported> curves_;
  std::vector<double> key_;
  std::vector<double> value_;
};

}  // namespace matrix_memory

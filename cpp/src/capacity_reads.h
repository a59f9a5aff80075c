#pragma once

#include <memory>
#include <span>

#include "capacity_pairs.h"
#include "trial_work.h"

namespace matrix_memory {

/// The errors of any memory in one trial: written pair by pair and read in full
/// at each reported n (ascending). One number for each n, the mean over its
/// pairs; or, with all pairs written, one for each pair, the last one first.
class ReadWork : public TrialWork {
 public:
  /// The options must outlive it, and what `errors` shows.
  ReadWork(const Memory& empty, const CapacityOptions& options,
           std::shared_ptr<const TrialPairs> pairs, std::span<double> errors);

  std::size_t advance(std::size_t pairs) override;
  bool done() const override { return report_ == options_.pairs.size(); }

 private:
  void write(std::size_t end);
  void read(std::size_t end);
  void report();
  std::size_t costOfRead() const;

  Memory memory_;
  const CapacityOptions& options_;
  std::shared_ptr<const TrialPairs> pairs_;
  std::span<double> errors_;
  std::size_t report_ = 0;   // the index of the n that comes next
  std::size_t written_ = 0;  // pairs
  std::size_t read_ = 0;     // of them, since the last report
  double sum_ = 0;           // of what was measured in those reads
};

}  // namespace matrix_memory

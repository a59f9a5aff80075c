#pragma once

#include <cstddef>
#include <span>

namespace matrix_memory {

/// Takes the sum of squared errors after every pair, in their order, and keeps
/// the means at the n asked for.
class Report {
 public:
  Report(std::span<const std::size_t> pairs, std::span<double> means)
      : pairs_(pairs), means_(means) {}

  void add(double sumOfSquaredErrors) {
    ++n_;
    if (next_ == pairs_.size() || pairs_[next_] != n_) return;
    means_[next_++] = sumOfSquaredErrors / static_cast<double>(n_);
  }

 private:
  std::span<const std::size_t> pairs_;
  std::span<double> means_;
  std::size_t n_ = 0;
  std::size_t next_ = 0;
};

}  // namespace matrix_memory

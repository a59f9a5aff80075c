#include "capacity_reads.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/dense.h"

namespace matrix_memory {
namespace {

using Numbers = std::span<const double>;

double squaredError(Numbers read, Numbers value) {
  std::vector<double> error(read.begin(), read.end());
  kernels::addScaled(-1, value, error);
  return kernels::squaredLength(error);
}

/// 1 where a read points at its own value, number i, more than at any other of
/// the first n, else 0; a tie is not right.
double isRight(Numbers read, const Matrix& values, std::size_t i,
               std::size_t n) {
  const double own = kernels::dot(read, values.row(i));
  for (std::size_t j = 0; j < n; ++j) {
    if (j != i && !(kernels::dot(read, values.row(j)) < own)) return 0;
  }
  return 1;
}

}  // namespace

ReadWork::ReadWork(const Memory& empty, const CapacityOptions& options,
                   std::shared_ptr<const TrialPairs> pairs,
                   std::span<double> errors)
    : memory_(empty),
      options_(options),
      pairs_(std::move(pairs)),
      errors_(errors) {}

std::size_t ReadWork::advance(std::size_t pairs) {
  const std::size_t n = options_.pairs[report_];
  if (written_ < n) {
    const std::size_t count = std::min(pairs, n - written_);
    write(written_ + count);
    return count;
  }
  const std::size_t cost = costOfRead();
  const std::size_t count =
      std::min(std::max<std::size_t>(pairs / cost, 1), n - read_);
  read(read_ + count);
  if (read_ == n) report();
  return count * cost;
}

/// In pairs that are written: where every stored pair is met, as many.
std::size_t ReadWork::costOfRead() const {
  const bool meetsAll = std::holds_alternative<Cache>(memory_.options().rule) ||
                        options_.metric == Metric::kTopOne;
  return meetsAll ? written_ : 1;
}

void ReadWork::write(std::size_t end) {
  memory_.write(Rows(pairs_->keys).slice(written_, end),
                Rows(pairs_->values).slice(written_, end));
  written_ = end;
}

void ReadWork::read(std::size_t end) {
  const Matrix reads = memory_.read(Rows(pairs_->asked()).slice(read_, end));
  for (; read_ < end; ++read_) {
    const Numbers own = reads.row(read_ + reads.rows - end);
    const double error = options_.metric == Metric::kTopOne
                             ? isRight(own, pairs_->values, read_, written_)
                             : squaredError(own, pairs_->values.row(read_));
    if (options_.against == Against::kAge)
      errors_[written_ - 1 - read_] = error;
    sum_ += error;
  }
}

void ReadWork::report() {
  if (options_.against == Against::kPairs) {
    errors_[report_] = sum_ / static_cast<double>(written_);
  }
  ++report_;
  read_ = 0;
  sum_ = 0;
}

}  // namespace matrix_memory

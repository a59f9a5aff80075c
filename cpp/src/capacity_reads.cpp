#include "capacity_reads.h"

#include <vector>

#include "kernels/dense.h"

namespace matrix_memory {
namespace {

/// |read - value|^2 of one pair.
double squaredError(const Matrix& reads, const Matrix& values, std::size_t i) {
  std::vector<double> error(reads.row(i).begin(), reads.row(i).end());
  kernels::addScaled(-1, values.row(i), error);
  return kernels::squaredLength(error);
}

/// 1 where a read points at its own value more than at any other of as many
/// values as there are reads, else 0; a tie is not right.
double isRight(const Matrix& reads, const Matrix& values, std::size_t i) {
  const double own = kernels::dot(reads.row(i), values.row(i));
  for (std::size_t j = 0; j < reads.rows; ++j) {
    if (j != i && !(kernels::dot(reads.row(i), values.row(j)) < own)) return 0;
  }
  return 1;
}

double measured(Metric metric, const Matrix& reads, const Matrix& values,
                std::size_t i) {
  return metric == Metric::kTopOne ? isRight(reads, values, i)
                                   : squaredError(reads, values, i);
}

}  // namespace

void readErrors(const Memory& empty, const CapacityOptions& options,
                const TrialPairs& pairs, std::span<double> errors) {
  Memory memory = empty;
  const Rows keys(pairs.keys);
  const Rows values(pairs.values);
  std::size_t written = 0;
  for (std::size_t report = 0; report < options.pairs.size(); ++report) {
    const std::size_t n = options.pairs[report];
    memory.write(keys.slice(written, n), values.slice(written, n));
    written = n;
    const Matrix reads = memory.read(Rows(pairs.asked()).first(n));
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double error = measured(options.metric, reads, pairs.values, i);
      if (options.against == Against::kAge) errors[n - 1 - i] = error;
      sum += error;
    }
    if (options.against == Against::kPairs) {
      errors[report] = sum / static_cast<double>(n);
    }
  }
}

}  // namespace matrix_memory

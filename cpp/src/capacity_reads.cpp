#include "capacity_reads.h"

#include <vector>

#include "kernels/dense.h"

namespace matrix_memory {
namespace {

using Buffer = std::vector<double>;

double meanSquaredError(const Matrix& reads, const Matrix& values) {
  double sum = 0;
  for (std::size_t i = 0; i < reads.rows; ++i) {
    Buffer error(reads.row(i).begin(), reads.row(i).end());
    kernels::addScaled(-1, values.row(i), error);
    sum += kernels::squaredLength(error);
  }
  return sum / static_cast<double>(reads.rows);
}

/// The fraction of reads that point at their own value more than at any other
/// of as many values as there are reads; a tie is not right.
double topOne(const Matrix& reads, const Matrix& values) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < reads.rows; ++i) {
    const double own = kernels::dot(reads.row(i), values.row(i));
    bool best = true;
    for (std::size_t j = 0; best && j < reads.rows; ++j) {
      best = j == i || kernels::dot(reads.row(i), values.row(j)) < own;
    }
    if (best) ++right;
  }
  return static_cast<double>(right) / static_cast<double>(reads.rows);
}

}  // namespace

void readErrors(const Memory& empty, Metric metric, const TrialPairs& pairs,
                std::span<const std::size_t> report, std::span<double> errors) {
  Memory memory = empty;
  const Rows keys(pairs.keys);
  const Rows values(pairs.values);
  std::size_t n = 0;
  for (std::size_t i = 0; i < report.size(); ++i) {
    memory.write(keys.slice(n, report[i]), values.slice(n, report[i]));
    n = report[i];
    const Matrix reads = memory.read(Rows(pairs.asked()).first(n));
    errors[i] = metric == Metric::kTopOne
                    ? topOne(reads, pairs.values)
                    : meanSquaredError(reads, pairs.values);
  }
}

}  // namespace matrix_memory

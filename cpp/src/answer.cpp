#include "answer.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "cache.h"
#include "kernels/dense.h"
#include "message.h"

namespace matrix_memory {
namespace {

using Vector = std::span<const double>;

double signOf(double x) { return x > 0 ? 1 : (x < 0 ? -1 : 0); }

std::size_t nearestRow(const Matrix& codebook, Vector vector) {
  std::size_t best = 0;
  double largest = -static_cast<double>(INFINITY);
  for (std::size_t i = 0; i < codebook.rows; ++i) {
    const double score = kernels::dot(codebook.row(i), vector);
    if (score > largest) {
      largest = score;
      best = i;
    }
  }
  return best;
}

/// What a read-out makes of the linear read in `out`.
struct CleanUp {
  const Readable& memory;
  Vector query;
  std::size_t row;
  std::span<double> out;

  void operator()(const Linear&) const {}

  void operator()(const Normalised&) const {
    if (memory.isCache()) return;
    const double sum = kernels::dot(memory.state.normaliser, query);
    if (sum == 0) {
      refuse({"read: the weights of row ", row,
              " sum to 0, and a normalised read divides by that"});
    }
    for (double& x : out) x /= sum;
  }

  void operator()(const Softmax& read) const {
    if (memory.isCache()) return;
    const Rows rows(read.codebook);
    weightedSum(softmaxWeights(read, rows, out), rows, out);
  }

  void operator()(const Threshold& read) const {
    for (double& x : out) {
      const double beyond = std::abs(x) - read.at;
      if (beyond < 0) {
        x = 0;
      } else if (read.kind == ThresholdKind::kSoft) {
        x = std::copysign(beyond, x);
      }
    }
  }

  void operator()(const Nearest& read) const {
    const Vector row = read.codebook.row(nearestRow(read.codebook, out));
    std::copy(row.begin(), row.end(), out.begin());
  }

  void operator()(const Sign& read) const {
    if (std::holds_alternative<Hopfield>(memory.options.rule)) {
      std::copy(query.begin(), query.end(), out.begin());
      settle(read.steps);
    } else {
      std::transform(out.begin(), out.end(), out.begin(), signOf);
    }
  }

  /// Asynchronous sweeps over the units in index order.
  void settle(std::size_t steps) const {
    bool changed = true;
    for (std::size_t sweep = 0; changed && sweep < steps; ++sweep) {
      changed = false;
      for (std::size_t i = 0; i < out.size(); ++i) {
        const double field = kernels::dot(memory.matrix.row(i), out);
        if (field == 0 || signOf(field) == out[i]) continue;
        out[i] = signOf(field);
        changed = true;
      }
    }
  }
};

}  // namespace

std::vector<double> cacheWeights(const Readable& memory, Vector query,
                                 std::size_t row) {
  const Rows keys = memory.cachedKeys();
  if (const auto* softmax = std::get_if<Softmax>(&memory.options.read)) {
    return softmaxWeights(*softmax, keys, query);
  }
  const bool normalise =
      std::holds_alternative<Normalised>(memory.options.read);
  return kernelWeights(keys, query, normalise, row);
}

void answer(const Readable& memory, Vector query, std::size_t row,
            std::span<double> out) {
  if (memory.isCache()) {
    weightedSum(cacheWeights(memory, query, row), memory.cachedValues(), out);
  }
  if (allFinite(out)) {
    std::visit(CleanUp{memory, query, row, out}, memory.options.read);
  }
  if (!allFinite(out)) {
    refuse({"read: row ", row, " overflows double precision"});
  }
}

}  // namespace matrix_memory

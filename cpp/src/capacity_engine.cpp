#include "capacity_engine.h"

#include <algorithm>

#include "additive_curve.h"
#include "capacity_options.h"
#include "capacity_pairs.h"
#include "capacity_reads.h"
#include "capacity_report.h"
#include "kernels/dense.h"
#include "rank_one_curve.h"

namespace matrix_memory {
namespace {

/// Keys whose squares, and their products with each other, stay far from the
/// ends of the range of single precision.
bool hasModerateLengths(const Matrix& rows) {
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const double length = kernels::squaredLength(rows.row(i));
    if (!(length == 0 || (length > 0x1p-60 && length < 0x1p60))) return false;
  }
  return true;
}

bool isPlainLeastSquares(const Rule& rule) {
  const auto* fitted = std::get_if<LeastSquares>(&rule);
  return fitted != nullptr && fitted->ridge == 0;
}

}  // namespace

CapacityEngine::CapacityEngine(const CapacityOptions& options,
                               const std::vector<Memory>& memories)
    : options_(options),
      memories_(memories),
      key_(options.keyDim),
      value_(options.valueDim) {
  const auto* given = std::get_if<RowKeys>(&options.keys);
  inOnePass_ = options.against == Against::kPairs &&
               options.metric == Metric::kSquaredError &&
               options.queryNoise == 0 &&
               (given == nullptr || hasModerateLengths(given->rows));
  SingleCurves::Wanted single{};
  for (const Memory& memory : memories) {
    const Way way = wayOf(memory.options());
    single.additive = single.additive || way == Way::kSingleAdditive;
    single.leastSquares =
        single.leastSquares || way == Way::kSingleLeastSquares;
    curves_.push_back(way == Way::kCurve ? curveOf(memory.options().rule)
                                         : nullptr);
    ways_.push_back(way);
  }
  if (single.additive || single.leastSquares) {
    single_.emplace(options.keyDim, options.valueDim, options.pairs.back(),
                    single);
  }
}

/// Whether the memory is a matrix that is linear in the keys as drawn.
bool CapacityEngine::isPlain(const MemoryOptions& memory) const {
  const bool keysAreUnit = !std::holds_alternative<RowKeys>(options_.keys);
  return (memory.normalise == Normalisation::kNone ||
          (memory.normalise == Normalisation::kUnit && keysAreUnit)) &&
         std::holds_alternative<Identity>(memory.features) &&
         std::holds_alternative<Linear>(memory.read) &&
         memory.precision == Precision::kDouble;
}

CapacityEngine::Way CapacityEngine::wayOf(const MemoryOptions& memory) {
  if (!inOnePass_ || !isPlain(memory)) return Way::kReads;
  const bool single = std::holds_alternative<SphereKeys>(options_.keys);
  if (std::holds_alternative<Additive>(memory.rule)) {
    return single ? Way::kSingleAdditive : Way::kCurve;
  }
  if (isPlainLeastSquares(memory.rule)) {
    return single ? Way::kSingleLeastSquares : Way::kCurve;
  }
  return RankOneCurve::changeOf(memory.rule) ? Way::kCurve : Way::kReads;
}

std::unique_ptr<Curve> CapacityEngine::curveOf(const Rule& rule) const {
  const std::size_t d = options_.keyDim;
  const std::size_t m = options_.valueDim;
  if (std::holds_alternative<Additive>(rule)) {
    return std::make_unique<AdditiveCurve>(d, m);
  }
  if (std::holds_alternative<LeastSquares>(rule)) {
    return std::make_unique<LeastSquaresCurve>(d, m, options_.pairs.back());
  }
  return std::make_unique<RankOneCurve>(d, m, *RankOneCurve::changeOf(rule));
}

std::span<double> CapacityEngine::errorsOf(std::size_t memory,
                                           std::span<double> errors) const {
  const std::size_t count = reportedOf(options_);
  return errors.subspan(memory * count, count);
}

void CapacityEngine::run(std::uint64_t trial, std::span<double> errors) {
  if (single_) runSingle(trial, errors);
  runCurves(trial, errors);
  runReads(trial, errors);
}

void CapacityEngine::runSingle(std::uint64_t trial, std::span<double> errors) {
  const auto first = [&](Way way) {
    const auto found = std::find(ways_.begin(), ways_.end(), way);
    return found == ways_.end()
               ? std::span<double>()
               : errorsOf(static_cast<std::size_t>(found - ways_.begin()),
                          errors);
  };
  const auto additive = first(Way::kSingleAdditive);
  const auto fitted = first(Way::kSingleLeastSquares);
  if (!single_->run(options_.seed, trial, Report(options_.pairs, additive),
                    Report(options_.pairs, fitted))) {
    runLeastSquares(trial, fitted);
  }
  // Memories that are alike read alike.
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    const auto own = errorsOf(i, errors);
    const auto from = ways_[i] == Way::kSingleAdditive       ? additive
                      : ways_[i] == Way::kSingleLeastSquares ? fitted
                                                             : own;
    if (from.data() != own.data()) {
      std::copy(from.begin(), from.end(), own.begin());
    }
  }
}

void CapacityEngine::runLeastSquares(std::uint64_t trial,
                                     std::span<double> means) {
  const std::size_t most = options_.pairs.back();
  if (!exactly_) exactly_.emplace(options_.keyDim, options_.valueDim, most);
  exactly_->begin();
  PairStream stream(options_, trial);
  Report report(options_.pairs, means);
  for (std::size_t n = 0; n < most; ++n) {
    stream.draw(key_, value_);
    report.add(exactly_->add(key_, value_));
  }
}

void CapacityEngine::runCurves(std::uint64_t trial, std::span<double> errors) {
  if (std::find(ways_.begin(), ways_.end(), Way::kCurve) == ways_.end()) return;
  std::vector<Report> reports;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    reports.emplace_back(options_.pairs, errorsOf(i, errors));
    if (curves_[i]) curves_[i]->begin();
  }
  PairStream stream(options_, trial);
  for (std::size_t n = 0; n < options_.pairs.back(); ++n) {
    stream.draw(key_, value_);
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      if (curves_[i]) reports[i].add(curves_[i]->add(key_, value_));
    }
  }
}

void CapacityEngine::runReads(std::uint64_t trial, std::span<double> errors) {
  if (std::find(ways_.begin(), ways_.end(), Way::kReads) == ways_.end()) return;
  const TrialPairs pairs = drawPairs(options_, trial);
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    if (ways_[i] == Way::kReads) {
      readErrors(memories_[i], options_, pairs, errorsOf(i, errors));
    }
  }
}

}  // namespace matrix_memory

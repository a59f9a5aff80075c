#include "capacity_engine.h"

#include <algorithm>
#include <utility>

#include "additive_curve.h"
#include "capacity_options.h"
#include "capacity_pairs.h"
#include "capacity_reads.h"
#include "curve_work.h"
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
    : options_(options), memories_(memories) {
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

std::span<double> CapacityEngine::errorsOf(std::size_t memory) const {
  const std::size_t count = reportedOf(options_);
  return errors_.subspan(memory * count, count);
}

std::span<double> CapacityEngine::errorsOfFirst(Way way) const {
  const auto found = std::find(ways_.begin(), ways_.end(), way);
  if (found == ways_.end()) return {};
  return errorsOf(static_cast<std::size_t>(found - ways_.begin()));
}

Report CapacityEngine::reportOf(std::span<double> means) const {
  return {options_.pairs, means};
}

bool CapacityEngine::has(Way way) const { return !errorsOfFirst(way).empty(); }

void CapacityEngine::begin(std::uint64_t trial, std::span<double> errors) {
  trial_ = trial;
  errors_ = errors;
  work_.clear();
  inSingle_ = single_.has_value();
  if (single_) {
    single_->begin(options_.seed, trial,
                   reportOf(errorsOfFirst(Way::kSingleAdditive)),
                   reportOf(errorsOfFirst(Way::kSingleLeastSquares)));
  }
  if (has(Way::kReads)) beginReads();
  if (has(Way::kCurve)) beginCurves();
}

bool CapacityEngine::advance(std::size_t& pairs) {
  while (inSingle_ || !work_.empty()) {
    if (pairs == 0) return false;
    TrialWork& work = inSingle_ ? *single_ : *work_.back();
    pairs -= std::min(pairs, work.advance(pairs));
    if (!work.done()) continue;
    if (!inSingle_) {
      work_.pop_back();
    } else {
      inSingle_ = false;
      if (!single_->fits()) beginExactly();
    }
  }
  copyToThoseAlike();
  return true;
}

void CapacityEngine::beginCurves() {
  std::vector<CurveWork::Reported> reported;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    if (curves_[i]) {
      reported.push_back({curves_[i].get(), reportOf(errorsOf(i))});
    }
  }
  work_.push_back(
      std::make_unique<CurveWork>(options_, trial_, std::move(reported)));
}

void CapacityEngine::beginReads() {
  const auto pairs =
      std::make_shared<const TrialPairs>(drawPairs(options_, trial_));
  for (std::size_t i = ways_.size(); i-- > 0;) {
    if (ways_[i] == Way::kReads) {
      work_.push_back(std::make_unique<ReadWork>(memories_[i], options_, pairs,
                                                 errorsOf(i)));
    }
  }
}

void CapacityEngine::beginExactly() {
  if (!exactly_) {
    exactly_.emplace(options_.keyDim, options_.valueDim, options_.pairs.back());
  }
  work_.push_back(std::make_unique<CurveWork>(
      options_, trial_,
      std::vector<CurveWork::Reported>{
          {&*exactly_, reportOf(errorsOfFirst(Way::kSingleLeastSquares))}}));
}

/// Memories that are alike read alike.
void CapacityEngine::copyToThoseAlike() {
  for (const Way way : {Way::kSingleAdditive, Way::kSingleLeastSquares}) {
    const auto from = errorsOfFirst(way);
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      const auto own = errorsOf(i);
      if (ways_[i] == way && own.data() != from.data()) {
        std::copy(from.begin(), from.end(), own.begin());
      }
    }
  }
}

}  // namespace matrix_memory

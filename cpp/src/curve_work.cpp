#include "curve_work.h"

#include <algorithm>
#include <utility>

namespace matrix_memory {

CurveWork::CurveWork(const CapacityOptions& options, std::uint64_t trial,
                     std::vector<Reported> curves)
    : stream_(options, trial),
      left_(options.pairs.back()),
      curves_(std::move(curves)),
      key_(options.keyDim),
      value_(options.valueDim) {
  for (const Reported& reported : curves_) reported.curve->begin();
}

std::size_t CurveWork::advance(std::size_t pairs) {
  const std::size_t count = std::min(pairs, left_);
  for (std::size_t i = 0; i < count; ++i) {
    stream_.draw(key_, value_);
    for (Reported& reported : curves_) {
      reported.report.add(reported.curve->add(key_, value_));
    }
  }
  left_ -= count;
  return count;
}

}  // namespace matrix_memory

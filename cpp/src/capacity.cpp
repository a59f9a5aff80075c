#include "matrix_memory/capacity.h"

#include <algorithm>
#include <string>
#include <utility>

#include "capacity_curves.h"
#include "capacity_options.h"
#include "capacity_pairs.h"
#include "capacity_tally.h"
#include "message.h"

namespace matrix_memory {
namespace {

constexpr std::uint64_t kTrialLimit = std::uint64_t{1} << 53;

/// Whether the sums of the whole curve apply: a matrix that is linear in plain
/// keys, in double precision.
bool isPlain(const MemoryOptions& memory) {
  return memory.normalise == Normalisation::kNone &&
         std::holds_alternative<Identity>(memory.features) &&
         std::holds_alternative<Linear>(memory.read) &&
         memory.precision == Precision::kDouble;
}

void trialErrors(const CapacityOptions& options, const Memory& memory,
                 const TrialPairs& pairs, std::span<double> errors) {
  const bool inOnePass = options.metric == Metric::kSquaredError &&
                         options.queryNoise == 0 && isPlain(memory.options());
  const auto* fitted = std::get_if<LeastSquares>(&memory.options().rule);
  if (inOnePass && std::holds_alternative<Additive>(memory.options().rule)) {
    additiveErrors(pairs, options.pairs, errors);
  } else if (inOnePass && fitted != nullptr && fitted->ridge == 0) {
    leastSquaresErrors(pairs, options.pairs, errors);
  } else {
    memoryErrors(memory, options.metric, pairs, options.pairs, errors);
  }
}

}  // namespace

struct CapacityRun::Experiment {
  CapacityOptions options;
  std::vector<Memory> memories;
  double mark;  // the fingerprint
  std::uint64_t next;
  std::uint64_t end;
  Tally tally;

  void runTrial() {
    const TrialPairs pairs = drawPairs(options, next);
    const std::size_t report = options.pairs.size();
    std::vector<double> errors(memories.size() * report);
    for (std::size_t i = 0; i < memories.size(); ++i) {
      trialErrors(options, memories[i], pairs,
                  std::span(errors).subspan(i * report, report));
    }
    if (!allFinite(errors)) {
      refuse({"capacity: the error of trial ", next,
              " overflows double precision"});
    }
    tally.add(next, errors);
    ++next;
  }
};

CapacityRun::CapacityRun(CapacityOptions options, std::uint64_t firstTrial,
                         std::uint64_t trials) {
  if (firstTrial > kTrialLimit || trials > kTrialLimit - firstTrial) {
    refuse({"capacity: trials end beyond 2^53"});
  }
  options = checkedCapacity(std::move(options));
  std::vector<Memory> memories = emptyMemories(options);
  const std::size_t width = elementCount(
      memories.size(), 2 * std::uint64_t{options.pairs.size()}, "capacity");
  const double mark = fingerprint(options, memories);
  experiment_ = std::make_unique<Experiment>(
      Experiment{std::move(options), std::move(memories), mark, firstTrial,
                 firstTrial + trials, Tally(width / 2)});
}
CapacityRun::~CapacityRun() = default;
CapacityRun::CapacityRun(CapacityRun&&) noexcept = default;
CapacityRun& CapacityRun::operator=(CapacityRun&&) noexcept = default;

std::uint64_t CapacityRun::step(std::uint64_t trials) {
  const std::uint64_t left = experiment_->end - experiment_->next;
  for (std::uint64_t i = 0; i < std::min(trials, left); ++i) {
    experiment_->runTrial();
  }
  return experiment_->end - experiment_->next;
}

std::vector<double> CapacityRun::partial() const {
  std::vector<double> numbers = experiment_->tally.nodes();
  numbers.insert(numbers.begin(), experiment_->mark);
  return numbers;
}

void CapacityRun::absorb(std::span<const double> partial) {
  if (partial.empty() || partial[0] != experiment_->mark) {
    refuse({"absorb: partial is of another experiment than this run"});
  }
  experiment_->tally.absorb(partial.subspan(1), experiment_->next,
                            experiment_->end);
}

std::uint64_t CapacityRun::trials() const {
  return experiment_->tally.trials();
}

std::vector<double> CapacityRun::mean() const {
  if (trials() == 0)
    refuse({"capacity: no trial has run yet, there is no mean"});
  return experiment_->tally.mean();
}

std::vector<double> CapacityRun::standardError() const {
  if (trials() == 0)
    refuse({"capacity: no trial has run yet, there is no error"});
  return experiment_->tally.standardError();
}

std::vector<double> CapacityRun::stateBytes() const {
  std::vector<double> bytes;
  for (const Memory& memory : experiment_->memories) {
    for (std::size_t n : experiment_->options.pairs) {
      bytes.push_back(static_cast<double>(memory.stateBytesAfter(n)));
    }
  }
  return bytes;
}

}  // namespace matrix_memory

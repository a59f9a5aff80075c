#include "matrix_memory/capacity.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "capacity_curves.h"
#include "capacity_pairs.h"
#include "capacity_tally.h"
#include "matrix_memory/error.h"
#include "matrix_memory/random.h"

namespace matrix_memory {
namespace {

constexpr std::uint64_t kTrialLimit = std::uint64_t{1} << 53;

[[noreturn]] void refuse(const std::string& why) {
  throw RangeError("capacity: " + why);
}

void checkPairs(const CapacityOptions& options) {
  if (options.pairs.empty()) refuse("pairs are none, expected at least one n");
  std::size_t previous = 0;
  for (std::size_t n : options.pairs) {
    if (n <= previous) {
      refuse("pairs have " + std::to_string(n) + " after " +
             std::to_string(previous) +
             ", expected numbers from 1 on, each larger than the one before");
    }
    previous = n;
  }
  elementCount(previous, std::max(options.keyDim, options.valueDim),
               "capacity: pairs");
}

CapacityOptions checked(CapacityOptions options) {
  if (options.keyDim == 0) refuse("keyDim is 0, expected at least 1");
  if (options.valueDim == 0) refuse("valueDim is 0, expected at least 1");
  if (options.seed >= kTrialLimit) refuse("seed is beyond 2^53 - 1");
  if (options.memories.empty()) refuse("memories are none");
  checkPairs(options);
  for (std::size_t i = 0; i < options.memories.size(); ++i) {
    const MemoryOptions& memory = options.memories[i];
    if (memory.keyDim != options.keyDim ||
        memory.valueDim != options.valueDim) {
      refuse("memory " + std::to_string(i) + " is " +
             std::to_string(memory.keyDim) + " to " +
             std::to_string(memory.valueDim) + ", expected " +
             std::to_string(options.keyDim) + " to " +
             std::to_string(options.valueDim));
    }
  }
  return options;
}

void trialErrors(const MemoryOptions& memory, const TrialPairs& pairs,
                 std::span<const std::size_t> report,
                 std::span<double> errors) {
  if (std::holds_alternative<Additive>(memory.rule)) {
    additiveErrors(pairs, report, errors);
  } else {
    leastSquaresErrors(pairs, report, errors);
  }
}

}  // namespace

struct CapacityRun::Experiment {
  CapacityOptions options;
  std::uint64_t next;
  std::uint64_t end;
  Tally tally;

  std::size_t width() const {
    return options.memories.size() * options.pairs.size();
  }

  void runTrial() {
    const TrialPairs pairs = drawPairs(options, next);
    const std::size_t report = options.pairs.size();
    std::vector<double> errors(width());
    for (std::size_t i = 0; i < options.memories.size(); ++i) {
      trialErrors(options.memories[i], pairs, options.pairs,
                  std::span(errors).subspan(i * report, report));
    }
    tally.add(next, errors);
    ++next;
  }
};

CapacityRun::CapacityRun(CapacityOptions options, std::uint64_t firstTrial,
                         std::uint64_t trials) {
  if (firstTrial > kTrialLimit || trials > kTrialLimit - firstTrial) {
    refuse("trials end beyond 2^53");
  }
  options = checked(std::move(options));
  const std::size_t width =
      elementCount(options.memories.size(), options.pairs.size(), "capacity");
  experiment_ = std::make_unique<Experiment>(Experiment{
      std::move(options), firstTrial, firstTrial + trials, Tally(width)});
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
  return experiment_->tally.nodes();
}

void CapacityRun::absorb(std::span<const double> partial) {
  experiment_->tally.absorb(partial, experiment_->next, experiment_->end);
}

std::uint64_t CapacityRun::trials() const {
  return experiment_->tally.trials();
}

std::vector<double> CapacityRun::mean() const {
  if (trials() == 0) refuse("no trial has run yet, there is no mean");
  return experiment_->tally.mean();
}

std::vector<double> CapacityRun::standardError() const {
  if (trials() == 0) refuse("no trial has run yet, there is no error");
  return experiment_->tally.standardError();
}

}  // namespace matrix_memory

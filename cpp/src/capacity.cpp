#include "matrix_memory/capacity.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "capacity_engine.h"
#include "capacity_options.h"
#include "capacity_tally.h"
#include "message.h"

namespace matrix_memory {
namespace {

constexpr std::uint64_t kTrialLimit = std::uint64_t{1} << 53;

}  // namespace

struct CapacityRun::Experiment {
  CapacityOptions options;
  std::vector<Memory> memories;
  CapacityEngine engine;
  double mark;  // the fingerprint
  std::uint64_t next;
  std::uint64_t end;
  Tally tally;
  std::vector<double> errors;  // of one trial
  bool begun = false;          // whether trial `next` is

  Experiment(CapacityOptions given, std::uint64_t first, std::uint64_t trials)
      : options(checkedCapacity(std::move(given))),
        memories(emptyMemories(options)),
        engine(options, memories),
        mark(fingerprint(options, memories)),
        next(first),
        end(first + trials),
        tally(elementCount(memories.size(), reportedOf(options), "capacity")),
        errors(memories.size() * reportedOf(options)) {}

  /// Goes on with the next trial, or ends it, by at most so many pairs.
  void advance(std::size_t& pairs) {
    if (!begun) engine.begin(next, errors);
    // One that throws begins anew.
    begun = false;
    begun = !engine.advance(pairs);
    if (begun) return;
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
  experiment_ =
      std::make_unique<Experiment>(std::move(options), firstTrial, trials);
}
CapacityRun::~CapacityRun() = default;
CapacityRun::CapacityRun(CapacityRun&&) noexcept = default;
CapacityRun& CapacityRun::operator=(CapacityRun&&) noexcept = default;

std::uint64_t CapacityRun::step(std::uint64_t trials) {
  const std::uint64_t left = experiment_->end - experiment_->next;
  for (std::uint64_t i = 0; i < std::min(trials, left); ++i) {
    std::size_t all = std::numeric_limits<std::size_t>::max();
    experiment_->advance(all);
  }
  return experiment_->end - experiment_->next;
}

std::uint64_t CapacityRun::advance(std::size_t pairs) {
  while (pairs > 0 && experiment_->next < experiment_->end) {
    experiment_->advance(pairs);
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

#include <string>

#include "message.h"
#include "update.h"

namespace matrix_memory {
namespace {

using Vector = std::span<const double>;

/// The rule's own parameters; empty where it has no such gate.
struct OwnDecay {
  Vector operator()(const Decay& rule) const { return rule.decay; }
  Vector operator()(const GatedDelta& rule) const { return {&rule.decay, 1}; }
  template <class Other>
  Vector operator()(const Other&) const {
    return {};
  }
};

struct OwnBeta {
  Vector operator()(const Delta& rule) const { return {&rule.beta, 1}; }
  Vector operator()(const GatedDelta& rule) const { return {&rule.beta, 1}; }
  template <class Other>
  Vector operator()(const Other&) const {
    return {};
  }
};

void checkRange(Vector gate, double most, std::string_view name) {
  for (std::size_t i = 0; i < gate.size(); ++i) {
    if (!(gate[i] >= 0 && gate[i] <= most)) {
      refuse({"write: ", name, "[", i, "] is ", gate[i], ", expected 0 to ",
              most});
    }
  }
}

void requireGate(bool has, const Rule& rule, std::string_view name) {
  if (!has) {
    refuse({"write: ", name, " is given, but the rule ", nameOf(rule),
            " has no such gate"});
  }
}

}  // namespace

void checkGates(const Rule& rule, const Gates& gates, std::size_t count,
                std::size_t featureDim) {
  if (!gates.beta.empty()) {
    requireGate(!std::visit(OwnBeta{}, rule).empty(), rule, "beta");
    if (gates.beta.size() != 1 && gates.beta.size() != count) {
      refuse({"write: beta has ", gates.beta.size(), " numbers, expected 1 or ",
              count, ", one a pair"});
    }
    checkRange(gates.beta, 2, "beta");
  }
  if (!gates.decay.empty()) {
    requireGate(!std::visit(OwnDecay{}, rule).empty(), rule, "decay");
    const std::size_t size = gates.decay.size();
    const bool perFeature =
        size % featureDim == 0 && size / featureDim == count;
    if (size != 1 && size != count && !perFeature) {
      refuse({"write: decay has ", size, " numbers, expected 1, ", count,
              " (one a pair) or ", count, " x ", featureDim,
              " (one a feature)"});
    }
    checkRange(gates.decay, 1, "decay");
  }
}

PairGates gatesOf(const Rule& rule, const Gates& gates, std::size_t index,
                  std::size_t count, std::size_t featureDim) {
  const Vector beta =
      gates.beta.empty() ? std::visit(OwnBeta{}, rule) : gates.beta;
  const Vector decay =
      gates.decay.empty() ? std::visit(OwnDecay{}, rule) : gates.decay;
  PairGates pair{.beta = 1, .decay = decay};
  if (!beta.empty()) pair.beta = beta[beta.size() == 1 ? 0 : index];
  if (!gates.decay.empty() && decay.size() != 1) {
    pair.decay = decay.size() == count
                     ? decay.subspan(index, 1)
                     : decay.subspan(index * featureDim, featureDim);
  }
  return pair;
}

}  // namespace matrix_memory

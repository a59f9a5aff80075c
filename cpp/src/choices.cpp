#include "choices.h"

#include <cmath>
#include <string>

#include "message.h"

namespace matrix_memory {
namespace {

void requireBetween(double value, double least, double most,
                    std::string_view name) {
  if (!(value >= least && value <= most)) {
    refuse(
        {"memory: ", name, " is ", value, ", expected ", least, " to ", most});
  }
}

void requireNumber(double value, bool zeroToo, std::string_view name) {
  if (!std::isfinite(value) || value < 0 || (value == 0 && !zeroToo)) {
    refuse({"memory: ", name, " is ", value, ", expected a finite number ",
            (zeroToo ? "of at least 0" : "above 0")});
  }
}

void checkCodebook(const Matrix& codebook, std::size_t valueDim) {
  if (codebook.rows == 0)
    refuse({"memory: codebook has 0 rows, expected at least 1"});
  if (codebook.cols != valueDim ||
      codebook.data.size() != codebook.rows * codebook.cols) {
    refuse({"memory: codebook has ", codebook.cols, " numbers a row, expected ",
            valueDim, " (valueDim)"});
  }
  requireFinite(Rows(codebook), "memory: codebook");
}

struct CheckRule {
  const MemoryOptions& options;
  std::size_t featureDim;

  void operator()(const Decay& rule) const {
    const std::size_t count = rule.decay.size();
    if (count != 1 && count != featureDim) {
      refuse({"memory: decay has ", count, " numbers, expected 1 or ",
              featureDim, ", one a feature"});
    }
    for (double decay : rule.decay) requireBetween(decay, 0, 1, "decay");
  }
  void operator()(const Delta& rule) const {
    requireBetween(rule.beta, 0, 2, "beta");
  }
  void operator()(const GatedDelta& rule) const {
    requireBetween(rule.decay, 0, 1, "decay");
    requireBetween(rule.beta, 0, 2, "beta");
  }
  void operator()(const RecursiveLeastSquares& rule) const {
    requireNumber(rule.ridge, false, "ridge");
    requireBetween(rule.forgetting, 0, 1, "forgetting");
    requireNumber(rule.forgetting, false, "forgetting");
    requireNumber(1 / rule.ridge, false, "1 / ridge");
  }
  void operator()(const LeastSquares& rule) const {
    requireNumber(rule.ridge, true, "ridge");
  }
  void operator()(const Hopfield&) const {
    if (options.keyDim != options.valueDim) {
      refuse({"memory: hopfield stores a pattern under itself: keyDim is ",
              options.keyDim, " and valueDim ", options.valueDim,
              ", expected the same"});
    }
    if (options.normalise != Normalisation::kNone ||
        !std::holds_alternative<Identity>(options.features)) {
      refuse(
          {"memory: hopfield stores patterns of +-1, which normalisation and "
           "features would change: expected none and identity"});
    }
  }
  template <class Plain>
  void operator()(const Plain&) const {}
};

struct CheckReadOut {
  MemoryOptions& options;

  bool isCache() const { return std::holds_alternative<Cache>(options.rule); }

  void operator()(const Normalised&) const {
    if (!isCache() && !std::holds_alternative<Additive>(options.rule) &&
        !std::holds_alternative<Decay>(options.rule)) {
      refuse(
          {"memory: a normalised read divides by the sum of phi(q).phi(k_i), "
           "which "
           "only additive, decay and cache add up; the rule ",
           nameOf(options.rule), " weighs its pairs in another way"});
    }
  }
  void operator()(Softmax& read) const {
    if (!read.inverseTemperature) {
      read.inverseTemperature =
          1 / std::sqrt(static_cast<double>(options.keyDim));
    }
    requireNumber(*read.inverseTemperature, true, "inverseTemperature");
    if (read.steps == 0) refuse({"memory: steps is 0, expected at least 1"});
    if (!isCache()) {
      if (read.codebook.rows == 0) {
        refuse(
            {"memory: a softmax read weighs the pairs of a cache or the rows "
             "of a "
             "codebook; the rule ",
             nameOf(options.rule), " keeps no pairs, so give it a codebook"});
      }
      checkCodebook(read.codebook, options.valueDim);
    } else if (read.codebook.rows != 0) {
      refuse(
          {"memory: a softmax read of a cache weighs the cached pairs; a "
           "codebook "
           "would have no part in it"});
    }
  }
  void operator()(const Threshold& read) const {
    requireNumber(read.at, true, "at");
  }
  void operator()(const Nearest& read) const {
    checkCodebook(read.codebook, options.valueDim);
  }
  void operator()(const Sign& read) const {
    if (read.steps == 0) refuse({"memory: steps is 0, expected at least 1"});
  }
  void operator()(const Linear&) const {}
};

void checkNormalisation(const MemoryOptions& options) {
  if (options.normalise == Normalisation::kLayer && options.keyDim == 1) {
    refuse(
        {"memory: layer normalisation of a single number is always 0 / 0: "
         "expected "
         "a keyDim of at least 2"});
  }
  if (options.normalise == Normalisation::kSum &&
      !neverNegative(options.features)) {
    refuse(
        {"memory: dividing features by their sum needs features that are never "
         "negative: elu+1, relu, dpfp or favor"});
  }
}

}  // namespace

MemoryOptions checkedChoices(MemoryOptions options) {
  if (options.keyDim == 0) refuse({"memory: keyDim is 0, expected at least 1"});
  if (options.valueDim == 0)
    refuse({"memory: valueDim is 0, expected at least 1"});
  checkNormalisation(options);
  const FeatureMap map(options.features, options.keyDim);
  options.features = map.choice();
  std::visit(CheckRule{options, map.featureDim()}, options.rule);
  std::visit(CheckReadOut{options}, options.read);
  return options;
}

}  // namespace matrix_memory

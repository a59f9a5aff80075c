#include <string>

#include "names.h"
#include "options.h"
#include "values.h"

namespace matrix_memory::bindings {
namespace {

using emscripten::val;

val named(const char* name) {
  val choice = val::object();
  choice.set("name", std::string(name));
  return choice;
}

template <class... Rest>
val named(const char* name, const char* key, const val& value, Rest... rest) {
  val choice = named(name, rest...);
  choice.set(key, value);
  return choice;
}

val numberVal(double x) { return val(x); }
val sizeVal(std::uint64_t x) { return val(static_cast<double>(x)); }

template <class Enum, std::size_t N>
std::string nameIn(const std::array<const char*, N>& names, Enum value) {
  return names[static_cast<std::size_t>(value)];
}

/// Each choice in the long form of raw.ts.
struct Describe {
  val operator()(const Identity&) const { return named("identity"); }
  val operator()(const EluPlusOne&) const { return named("elu+1"); }
  val operator()(const Relu&) const { return named("relu"); }
  val operator()(const Taylor&) const { return named("taylor"); }
  val operator()(const Dpfp& dpfp) const {
    return named("dpfp", "nu", sizeVal(dpfp.nu));
  }
  val operator()(const Favor& favor) const {
    return named("favor", "count", sizeVal(favor.count), "seed",
                 sizeVal(favor.seed), "orthogonal", val(favor.orthogonal));
  }
  val operator()(const TopK& top) const {
    return named("top-k", "k", sizeVal(top.k));
  }
  val operator()(const Lsh& lsh) const {
    return named("lsh", "bits", sizeVal(lsh.bits), "seed", sizeVal(lsh.seed));
  }

  val operator()(const Additive&) const { return named("additive"); }
  val operator()(const Decay& rule) const {
    return named("decay", "decay",
                 rule.decay.size() == 1 ? numberVal(rule.decay[0])
                                        : arrayOf(rule.decay));
  }
  val operator()(const Delta& rule) const {
    return named("delta", "beta", numberVal(rule.beta));
  }
  val operator()(const GatedDelta& rule) const {
    return named("gated-delta", "decay", numberVal(rule.decay), "beta",
                 numberVal(rule.beta));
  }
  val operator()(const RecursiveLeastSquares& rule) const {
    return named("recursive-least-squares", "ridge", numberVal(rule.ridge),
                 "forgetting", numberVal(rule.forgetting));
  }
  val operator()(const LeastSquares& rule) const {
    return named("least-squares", "ridge", numberVal(rule.ridge));
  }
  val operator()(const Cache&) const { return named("cache"); }
  val operator()(const Hopfield&) const { return named("hopfield"); }

  val operator()(const Linear&) const { return named("linear"); }
  val operator()(const Normalised&) const { return named("normalised"); }
  val operator()(const Softmax& read) const {
    val choice = named("softmax", "inverseTemperature",
                       numberVal(*read.inverseTemperature), "steps",
                       sizeVal(read.steps));
    if (read.topK > 0) choice.set("topK", sizeVal(read.topK));
    if (read.codebook.rows > 0) {
      choice.set("codebook", arrayOf(read.codebook.data));
    }
    return choice;
  }
  val operator()(const Threshold& read) const {
    return named("threshold", "kind", val(nameIn(kThresholds, read.kind)), "at",
                 numberVal(read.at));
  }
  val operator()(const Nearest& read) const {
    return named("nearest", "codebook", arrayOf(read.codebook.data));
  }
  val operator()(const Sign& read) const {
    return named("sign", "steps", sizeVal(read.steps));
  }
};

}  // namespace

val optionsOf(const MemoryOptions& options) {
  const Describe describe;
  val result = val::object();
  result.set("keyDim", sizeVal(options.keyDim));
  result.set("valueDim", sizeVal(options.valueDim));
  result.set("normalise", nameIn(kNormalisations, options.normalise));
  result.set("features", std::visit(describe, options.features));
  result.set("rule", std::visit(describe, options.rule));
  result.set("read", std::visit(describe, options.read));
  result.set("precision", nameIn(kPrecisions, options.precision));
  return result;
}

}  // namespace matrix_memory::bindings

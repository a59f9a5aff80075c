#include "options.h"

#include <array>
#include <string>

#include "guard.h"
#include "names.h"
#include "values.h"

namespace matrix_memory::bindings {
namespace {

using emscripten::val;

std::string nameOf(const val& choice) {
  return choice["name"].as<std::string>();
}

double numberOf(const val& choice, const char* parameter) {
  return choice[parameter].as<double>();
}

std::size_t sizeOf(const val& choice, const char* parameter) {
  return sizeFrom(numberOf(choice, parameter), parameter);
}

std::uint64_t wholeOf(const val& choice, const char* parameter) {
  return wholeFrom(numberOf(choice, parameter), parameter);
}

/// A parameter that may be left out.
bool has(const val& choice, const char* parameter) {
  const val value = choice[parameter];
  return !value.isUndefined() && !value.isNull();
}

/// One number or an array of them.
std::vector<double> numbersOf(const val& value) {
  return value.isNumber() ? std::vector<double>{value.as<double>()}
                          : numbersFrom(value);
}

Matrix rowsOf(const val& array, std::size_t dim, const char* name) {
  const std::vector<double> numbers = numbersFrom(array);
  Matrix matrix;
  matrix.rows = Rows(numbers, dim, name).count();
  matrix.cols = dim;
  matrix.data = numbers;
  return matrix;
}

[[noreturn]] void refuse(const std::string& what, const std::string& name) {
  throw TypeError(what + " is \"" + name + "\", which is no choice here");
}

/// The index of a name among an enumeration's names.
template <class Enum, std::size_t N>
Enum enumFrom(const std::array<const char*, N>& names, const std::string& what,
              const std::string& name) {
  for (std::size_t i = 0; i < N; ++i) {
    if (name == names[i]) return static_cast<Enum>(i);
  }
  refuse(what, name);
}

Rule ruleFrom(const val& choice) {
  const std::string name = nameOf(choice);
  if (name == "additive") return Additive{};
  if (name == "decay") return Decay{numbersOf(choice["decay"])};
  if (name == "delta") return Delta{numberOf(choice, "beta")};
  if (name == "gated-delta") {
    return GatedDelta{numberOf(choice, "decay"), numberOf(choice, "beta")};
  }
  if (name == "recursive-least-squares") {
    return RecursiveLeastSquares{numberOf(choice, "ridge"),
                                 numberOf(choice, "forgetting")};
  }
  if (name == "least-squares") return LeastSquares{numberOf(choice, "ridge")};
  if (name == "cache") return Cache{};
  if (name == "hopfield") return Hopfield{};
  refuse("rule", name);
}

Softmax softmaxFrom(const val& choice, std::size_t valueDim) {
  Softmax softmax;
  if (has(choice, "inverseTemperature")) {
    softmax.inverseTemperature = numberOf(choice, "inverseTemperature");
  }
  softmax.steps = sizeOf(choice, "steps");
  if (has(choice, "topK")) softmax.topK = sizeOf(choice, "topK");
  if (has(choice, "codebook")) {
    softmax.codebook = rowsOf(choice["codebook"], valueDim, "codebook");
  }
  return softmax;
}

ReadOut readOutFrom(const val& choice, std::size_t valueDim) {
  const std::string name = nameOf(choice);
  if (name == "linear") return Linear{};
  if (name == "normalised") return Normalised{};
  if (name == "softmax") return softmaxFrom(choice, valueDim);
  if (name == "threshold") {
    return Threshold{enumFrom<ThresholdKind>(kThresholds, "read.kind",
                                             choice["kind"].as<std::string>()),
                     numberOf(choice, "at")};
  }
  if (name == "nearest") {
    return Nearest{rowsOf(choice["codebook"], valueDim, "codebook")};
  }
  if (name == "sign") return Sign{sizeOf(choice, "steps")};
  refuse("read", name);
}

KeyDistribution keysFrom(const val& choice, std::size_t keyDim) {
  const std::string name = nameOf(choice);
  if (name == "sphere") return SphereKeys{};
  if (name == "sparse") {
    return SparseKeys{sizeOf(choice, "active"), choice["signed"].as<bool>()};
  }
  if (name == "correlated") {
    return CorrelatedKeys{numberOf(choice, "cosine")};
  }
  if (name == "rows") return RowKeys{rowsOf(choice["rows"], keyDim, "rows")};
  refuse("keys", name);
}

}  // namespace

Features featuresFrom(const val& choice) {
  const std::string name = nameOf(choice);
  if (name == "identity") return Identity{};
  if (name == "elu+1") return EluPlusOne{};
  if (name == "relu") return Relu{};
  if (name == "taylor") return Taylor{};
  if (name == "dpfp") return Dpfp{sizeOf(choice, "nu")};
  if (name == "favor") {
    return Favor{sizeOf(choice, "count"), wholeOf(choice, "seed"),
                 choice["orthogonal"].as<bool>()};
  }
  if (name == "top-k") return TopK{sizeOf(choice, "k")};
  if (name == "lsh") {
    return Lsh{sizeOf(choice, "bits"), wholeOf(choice, "seed")};
  }
  refuse("features", name);
}

MemoryOptions memoryOptionsFrom(const val& options) {
  const std::size_t keyDim = sizeOf(options, "keyDim");
  const std::size_t valueDim = sizeOf(options, "valueDim");
  // With a dimension of zero there is nothing to cut rows by.
  if (valueDim == 0) return {.keyDim = keyDim, .valueDim = valueDim};
  return {
      .keyDim = keyDim,
      .valueDim = valueDim,
      .normalise = enumFrom<Normalisation>(
          kNormalisations, "normalise", options["normalise"].as<std::string>()),
      .features = featuresFrom(options["features"]),
      .rule = ruleFrom(options["rule"]),
      .read = readOutFrom(options["read"], valueDim),
      .precision = enumFrom<Precision>(kPrecisions, "precision",
                                       options["precision"].as<std::string>())};
}

CapacityOptions capacityOptionsFrom(const val& options) {
  CapacityOptions result;
  result.keyDim = sizeOf(options, "keyDim");
  result.valueDim = sizeOf(options, "valueDim");
  result.seed = wholeOf(options, "seed");
  result.queryNoise = numberOf(options, "queryNoise");
  result.metric =
      enumFrom<Metric>(kMetrics, "metric", options["metric"].as<std::string>());
  result.against = enumFrom<Against>(kAgainst, "against",
                                     options["against"].as<std::string>());
  if (result.keyDim > 0) {
    result.keys = keysFrom(options["keys"], result.keyDim);
  }
  for (double n : numbersFrom(options["pairs"])) {
    result.pairs.push_back(sizeFrom(n, "pairs"));
  }
  const val memories = options["memories"];
  const auto count = memories["length"].as<unsigned>();
  for (unsigned i = 0; i < count; ++i) {
    result.memories.push_back(memoryOptionsFrom(memories[i]));
  }
  return result;
}

}  // namespace matrix_memory::bindings

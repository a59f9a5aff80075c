#include "golden_options.h"

#include <map>
#include <stdexcept>

namespace matrix_memory::test {
namespace {

class Choice {
 public:
  Choice(const Json& options, const std::string& slot,
         const std::string& fallback) {
    if (options.has(slot)) json_ = options[slot];
    name_ = json_.isString()    ? json_.string()
            : json_.has("name") ? json_["name"].string()
                                : fallback;
  }

  const std::string& name() const { return name_; }
  bool has(const std::string& key) const { return json_.has(key); }
  const Json& operator[](const std::string& key) const { return json_[key]; }
  double number(const std::string& key, double fallback) const {
    return has(key) ? json_[key].number() : fallback;
  }
  std::size_t size(const std::string& key, std::size_t fallback) const {
    return has(key) ? static_cast<std::size_t>(json_[key].number()) : fallback;
  }

 private:
  Json json_;
  std::string name_;
};

[[noreturn]] void unknown(const Choice& choice) {
  throw std::runtime_error("unknown choice " + choice.name());
}

Features featuresFrom(const Choice& choice) {
  const std::string& name = choice.name();
  if (name == "identity") return Identity{};
  if (name == "elu+1") return EluPlusOne{};
  if (name == "relu") return Relu{};
  if (name == "taylor") return Taylor{};
  if (name == "dpfp") return Dpfp{choice.size("nu", 1)};
  if (name == "favor") {
    return Favor{choice.size("count", 0), choice.size("seed", 1),
                 choice.number("orthogonal", 1) != 0};
  }
  if (name == "top-k") return TopK{choice.size("k", 0)};
  if (name == "lsh") return Lsh{choice.size("bits", 0), choice.size("seed", 1)};
  unknown(choice);
}

Rule ruleFrom(const Choice& choice) {
  const std::string& name = choice.name();
  if (name == "additive") return Additive{};
  if (name == "decay") {
    const auto each = choice["decay"].numbers();
    return Decay{each.empty() ? std::vector{choice["decay"].number()} : each};
  }
  if (name == "delta") return Delta{choice.number("beta", 1)};
  if (name == "gated-delta") {
    return GatedDelta{choice.number("decay", 1), choice.number("beta", 1)};
  }
  if (name == "recursive-least-squares") {
    return RecursiveLeastSquares{choice["ridge"].number(),
                                 choice.number("forgetting", 1)};
  }
  if (name == "least-squares") return LeastSquares{choice.number("ridge", 0)};
  if (name == "cache") return Cache{};
  if (name == "hopfield") return Hopfield{};
  unknown(choice);
}

ReadOut readFrom(const Choice& choice) {
  const std::string& name = choice.name();
  if (name == "linear") return Linear{};
  if (name == "normalised") return Normalised{};
  if (name == "softmax") {
    Softmax read{.steps = choice.size("steps", 1),
                 .topK = choice.size("topK", 0)};
    if (choice.has("inverseTemperature")) {
      read.inverseTemperature = choice.number("inverseTemperature", 0);
    }
    if (choice.has("codebook")) read.codebook = rowsFrom(choice["codebook"]);
    return read;
  }
  if (name == "threshold") {
    return Threshold{choice["kind"].string() == "hard" ? ThresholdKind::kHard
                                                       : ThresholdKind::kSoft,
                     choice["at"].number()};
  }
  if (name == "nearest") return Nearest{rowsFrom(choice["codebook"])};
  if (name == "sign") return Sign{choice.size("steps", 100)};
  unknown(choice);
}

}  // namespace

Matrix rowsFrom(const Json& json) {
  Matrix matrix(json.items().size(), json.items().at(0).items().size());
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    const auto row = json.items()[i].numbers();
    std::copy(row.begin(), row.end(), matrix.row(i).begin());
  }
  return matrix;
}

MemoryOptions optionsFrom(const Json& json) {
  const std::map<std::string, Normalisation> normalisations{
      {"none", Normalisation::kNone},
      {"unit", Normalisation::kUnit},
      {"rms", Normalisation::kRms},
      {"layer", Normalisation::kLayer},
      {"sum", Normalisation::kSum}};
  return {
      .keyDim = static_cast<std::size_t>(json["keyDim"].number()),
      .valueDim = static_cast<std::size_t>(json["valueDim"].number()),
      .normalise = normalisations.at(Choice(json, "normalise", "none").name()),
      .features = featuresFrom(Choice(json, "features", "identity")),
      .rule = ruleFrom(Choice(json, "rule", "additive")),
      .read = readFrom(Choice(json, "read", "linear"))};
}

}  // namespace matrix_memory::test

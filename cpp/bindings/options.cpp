#include "options.h"

#include <string>

#include "guard.h"
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

[[noreturn]] void refuse(const std::string& what, const std::string& name) {
  throw TypeError(what + " is \"" + name + "\", which is no choice here");
}

Normalisation normalisationFrom(const std::string& name) {
  if (name == "none") return Normalisation::kNone;
  refuse("normalise", name);
}

Features featuresFrom(const val& choice) {
  const std::string name = nameOf(choice);
  if (name == "identity") return Identity{};
  refuse("features", name);
}

Rule ruleFrom(const val& choice) {
  const std::string name = nameOf(choice);
  if (name == "additive") return Additive{};
  if (name == "least-squares") return LeastSquares{numberOf(choice, "ridge")};
  refuse("rule", name);
}

ReadOut readOutFrom(const val& choice) {
  const std::string name = nameOf(choice);
  if (name == "linear") return Linear{};
  refuse("read", name);
}

}  // namespace

MemoryOptions memoryOptionsFrom(const val& options) {
  return {
      .keyDim = sizeFrom(numberOf(options, "keyDim"), "keyDim"),
      .valueDim = sizeFrom(numberOf(options, "valueDim"), "valueDim"),
      .normalise = normalisationFrom(options["normalise"].as<std::string>()),
      .features = featuresFrom(options["features"]),
      .rule = ruleFrom(options["rule"]),
      .read = readOutFrom(options["read"])};
}

CapacityOptions capacityOptionsFrom(const val& options) {
  CapacityOptions result{
      .keyDim = sizeFrom(numberOf(options, "keyDim"), "keyDim"),
      .valueDim = sizeFrom(numberOf(options, "valueDim"), "valueDim"),
      .pairs = {},
      .seed = wholeFrom(numberOf(options, "seed"), "seed"),
      .memories = {}};
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

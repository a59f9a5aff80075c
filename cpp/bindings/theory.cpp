#include "matrix_memory/theory.h"

#include <emscripten/bind.h>

#include <string>

#include "guard.h"
#include "values.h"

namespace matrix_memory::bindings {
namespace {

using emscripten::val;

std::size_t count(double number, const char* name) {
  return sizeFrom(number, std::string("theory: ") + name);
}

double additive(double n, double d) {
  return guard([&] { return theory::additive(count(n, "n"), count(d, "d")); });
}

double leastSquares(double n, double d) {
  return guard(
      [&] { return theory::leastSquares(count(n, "n"), count(d, "d")); });
}

double decay(double n, double d, double decay) {
  return guard(
      [&] { return theory::decay(count(n, "n"), count(d, "d"), decay); });
}

double delta(double n, double d, double beta) {
  return guard(
      [&] { return theory::delta(count(n, "n"), count(d, "d"), beta); });
}

double gatedDelta(double n, double d, double decay, double beta) {
  return guard([&] {
    return theory::gatedDelta(count(n, "n"), count(d, "d"), decay, beta);
  });
}

double deltaByAge(double age, double n, double d, double beta) {
  return guard([&] {
    return theory::deltaByAge(count(age, "age"), count(n, "n"), count(d, "d"),
                              beta);
  });
}

val decayOfAges(double n, double d, double decay) {
  return guard([&] {
    return arrayOf(theory::decayOfAges(count(n, "n"), count(d, "d"), decay));
  });
}

val gatedDeltaOfAges(double n, double d, double decay, double beta) {
  return guard([&] {
    return arrayOf(
        theory::gatedDeltaOfAges(count(n, "n"), count(d, "d"), decay, beta));
  });
}

double ridge(double n, double d, double ridge, double queryNoise) {
  return guard([&] {
    return theory::ridge(count(n, "n"), count(d, "d"), ridge, queryNoise);
  });
}

double bestRidge(double n, double d, double queryNoise) {
  return guard([&] {
    return theory::bestRidge(count(n, "n"), count(d, "d"), queryNoise);
  });
}

double noiseGain(const emscripten::val& which, double n, double d) {
  return guard([&] {
    const auto memory = which.as<std::string>();
    if (memory == "additive") {
      return theory::additiveNoiseGain(count(n, "n"), count(d, "d"));
    }
    if (memory == "least-squares") {
      return theory::leastSquaresNoiseGain(count(n, "n"), count(d, "d"));
    }
    throw TypeError("theory: memory is \"" + memory +
                    "\", expected additive or least-squares");
  });
}

double softmax(double n, double d, double inverseTemperature) {
  return guard([&] {
    return theory::softmax(count(n, "n"), count(d, "d"), inverseTemperature);
  });
}

double hopfieldFlip(double load) {
  return guard([&] { return theory::hopfieldFlip(load); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(theory) {
  using emscripten::function;
  function("theoryAdditive", &additive);
  function("theoryLeastSquares", &leastSquares);
  function("theoryDecay", &decay);
  function("theoryDelta", &delta);
  function("theoryGatedDelta", &gatedDelta);
  function("theoryDeltaByAge", &deltaByAge);
  function("theoryDecayOfAges", &decayOfAges);
  function("theoryGatedDeltaOfAges", &gatedDeltaOfAges);
  function("theoryRidge", &ridge);
  function("theoryBestRidge", &bestRidge);
  function("theoryNoiseGain", &noiseGain);
  function("theorySoftmax", &softmax);
  function("theoryHopfieldFlip", &hopfieldFlip);
}

}  // namespace matrix_memory::bindings

#include "matrix_memory/theory.h"

#include <emscripten/bind.h>

#include "guard.h"
#include "values.h"

namespace matrix_memory::bindings {
namespace {

double additiveOf(double n, double d) {
  return guard(
      [&] { return theory::additive(sizeFrom(n, "n"), sizeFrom(d, "d")); });
}

double leastSquaresOf(double n, double d) {
  return guard(
      [&] { return theory::leastSquares(sizeFrom(n, "n"), sizeFrom(d, "d")); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(theory) {
  emscripten::function("theoryAdditive", &additiveOf);
  emscripten::function("theoryLeastSquares", &leastSquaresOf);
}

}  // namespace matrix_memory::bindings

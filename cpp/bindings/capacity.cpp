#include "matrix_memory/capacity.h"

#include <emscripten/bind.h>

#include "guard.h"
#include "options.h"
#include "values.h"

namespace matrix_memory::bindings {
namespace {

using emscripten::val;

CapacityRun* make(const val& options, double firstTrial, double trials) {
  return guard([&] {
    return new CapacityRun(capacityOptionsFrom(options),
                           wholeFrom(firstTrial, "capacity: firstTrial"),
                           wholeFrom(trials, "capacity: trials"));
  });
}

double capacityBytes(const val& options) {
  return guard([&] { return leastBytes(capacityOptionsFrom(options)); });
}

double step(CapacityRun& run, double trials) {
  return guard([&] {
    return static_cast<double>(run.step(wholeFrom(trials, "capacity: trials")));
  });
}

double advance(CapacityRun& run, double pairs) {
  return guard([&] {
    return static_cast<double>(run.advance(sizeFrom(pairs, "capacity: pairs")));
  });
}

val partial(const CapacityRun& run) {
  return guard([&] { return arrayOf(run.partial()); });
}

void absorb(CapacityRun& run, const val& partial) {
  guard([&] { run.absorb(numbersFrom(partial)); });
}

double trials(const CapacityRun& run) {
  return static_cast<double>(run.trials());
}

val mean(const CapacityRun& run) {
  return guard([&] { return arrayOf(run.mean()); });
}

val standardError(const CapacityRun& run) {
  return guard([&] { return arrayOf(run.standardError()); });
}

val stateBytes(const CapacityRun& run) {
  return guard([&] { return arrayOf(run.stateBytes()); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(capacity) {
  emscripten::function("capacityBytes", &capacityBytes);
  emscripten::class_<CapacityRun>("CapacityRun")
      .constructor(&make, emscripten::allow_raw_pointers())
      .property("trials", &trials)
      .function("step", &step)
      .function("advance", &advance)
      .function("partial", &partial)
      .function("absorb", &absorb)
      .function("mean", &mean)
      .function("standardError", &standardError)
      .function("stateBytes", &stateBytes);
}

}  // namespace matrix_memory::bindings

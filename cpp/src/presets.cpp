#include "matrix_memory/presets.h"

#include <string>

#include "message.h"

namespace matrix_memory {
namespace {

using enum Normalisation;

MemoryOptions row(Normalisation normalise, Features features, Rule rule,
                  ReadOut read) {
  return {.normalise = normalise,
          .features = features,
          .rule = std::move(rule),
          .read = std::move(read)};
}

}  // namespace

std::span<const Preset> presets() {
  static const Preset table[] = {
      {"correlation-matrix", "Kohonen 1972; Anderson 1972",
       row(kNone, Identity{}, Additive{}, Linear{})},
      {"linear-attention", "Katharopoulos et al. 2020",
       row(kNone, EluPlusOne{}, Additive{}, Normalised{})},
      {"fast-weight-programmer", "Schlag, Irie and Schmidhuber 2021",
       row(kSum, Dpfp{}, Delta{}, Linear{})},
      {"performer", "Choromanski et al. 2021",
       row(kNone, Favor{}, Additive{}, Normalised{})},
      {"least-squares", "Kohonen and Ruohonen 1973",
       row(kNone, Identity{}, LeastSquares{}, Linear{})},
      {"softmax-attention", "Vaswani et al. 2017",
       row(kNone, Identity{}, Cache{}, Softmax{})},
      {"ret-net", "Sun et al. 2023",
       row(kNone, Identity{}, Decay{{31.0 / 32}}, Linear{})},
      {"mamba-2", "Dao and Gu 2024", row(kNone, Identity{}, Decay{}, Linear{})},
      {"gated-linear-attention", "Yang et al. 2024",
       row(kNone, Identity{}, Decay{}, Linear{})},
      {"delta-net", "Yang et al. 2024",
       row(kUnit, Identity{}, Delta{}, Linear{})},
      {"gated-delta-net", "Yang, Kautz and Hatamizadeh 2025",
       row(kUnit, Identity{}, GatedDelta{}, Linear{})},
      {"mesa", "von Oswald et al. 2025",
       row(kUnit, Identity{}, RecursiveLeastSquares{}, Linear{})},
      {"based", "Arora et al. 2024",
       row(kNone, Taylor{}, Additive{}, Normalised{})},
      {"modern-hopfield", "Ramsauer et al. 2021",
       row(kNone, Identity{}, Cache{},
           Softmax{.inverseTemperature = 8, .steps = 5})},
      {"hopfield", "Hopfield 1982", row(kNone, Identity{}, Hopfield{}, Sign{})},
  };
  return table;
}

MemoryOptions preset(std::string_view name, std::size_t keyDim,
                     std::size_t valueDim) {
  for (const Preset& each : presets()) {
    if (each.name != name) continue;
    MemoryOptions options = each.choices;
    options.keyDim = keyDim;
    options.valueDim = valueDim;
    return options;
  }
  refuse({"preset: \"", name, "\" is unknown"});
}

}  // namespace matrix_memory

#pragma once

#include <array>

/// The names of raw.ts, in the order of the core's enumerations.
namespace matrix_memory::bindings {

inline constexpr std::array kNormalisations{"none", "unit", "rms", "layer",
                                            "sum"};
inline constexpr std::array kPrecisions{"double", "single", "bfloat16", "half"};
inline constexpr std::array kThresholds{"soft", "hard"};
inline constexpr std::array kMetrics{"squared-error", "top-1"};
inline constexpr std::array kAgainst{"pairs", "age"};

}  // namespace matrix_memory::bindings

#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "matrix_memory/memory.h"

/// Systems of the literature, each one row of the four choices.
namespace matrix_memory {

struct Preset {
  std::string_view name;
  std::string_view source;
  MemoryOptions choices;  // keyDim and valueDim are the caller's
};

/// Every preset:
///
///     correlation-matrix      none, identity, additive, linear
///     linear-attention        none, elu+1, additive, normalised
///     fast-weight-programmer  sum, dpfp, delta, linear
///     performer               none, favor, additive, normalised
///     least-squares           none, identity, least-squares, linear
///     softmax-attention       none, identity, cache, softmax
///     ret-net                 none, identity, decay 31/32, linear
///     mamba-2                 none, identity, decay (one gate a write), linear
///     gated-linear-attention  none, identity, decay (f gates a write), linear
///     delta-net               unit, identity, delta, linear
///     gated-delta-net         unit, identity, gated-delta, linear
///     mesa                    unit, identity, recursive least squares with
///                             ridge 1, linear
///     based                   none, taylor, additive, normalised
///     modern-hopfield         none, identity, cache, softmax b 8, 5 steps
///     hopfield                none, identity, hopfield, sign
std::span<const Preset> presets();

/// The options of one of them. RangeError for an unknown name.
MemoryOptions preset(std::string_view name, std::size_t keyDim,
                     std::size_t valueDim);

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <span>

#include "matrix_memory/rules.h"
#include "matrix_memory/state.h"

namespace matrix_memory {

/// The state of a rule before the first pair.
State emptyState(const Rule& rule, std::size_t featureDim,
                 std::size_t valueDim);

/// Lets one pair change the state; `key` is the feature vector.
void update(const Rule& rule, State& state, std::span<const double> key,
            std::span<const double> value);

}  // namespace matrix_memory

#pragma once

#include <variant>

/// The fourth choice of a memory: what a read gives back. q is the feature
/// vector of the query.
namespace matrix_memory {

/// S q.
struct Linear {};

using ReadOut = std::variant<Linear>;

}  // namespace matrix_memory

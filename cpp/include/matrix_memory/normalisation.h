#pragma once

/// The first choice of a memory: what happens to keys and queries before
/// anything else.
namespace matrix_memory {

enum class Normalisation {
  kNone,
};

}  // namespace matrix_memory

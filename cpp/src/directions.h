#pragma once

#include <cstddef>
#include <cstdint>

#include "matrix_memory/vectors.h"

namespace matrix_memory {

/// count independent normal vectors of length dim, one a row: trial 0, stream 4
/// of the seed.
Matrix normalDirections(std::size_t count, std::size_t dim, std::uint64_t seed);

/// The same count, but in blocks of dim rows orthogonal to each other, each as
/// long as a normal vector drawn for it: uniform directions all the same.
Matrix orthogonalDirections(std::size_t count, std::size_t dim,
                            std::uint64_t seed);

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <span>
#include <string_view>

/// The first choice of a memory: what keys and queries are divided by.
namespace matrix_memory {

enum class Normalisation {
  kNone,
  kUnit,   // the vector by its length
  kRms,    // by the root of its mean square (Zhang and Sennrich 2019)
  kLayer,  // its mean removed, by its standard deviation (Ba, Kiros, Hinton
           // 2016)
  kSum,  // the features by their sum (Schlag, Irie, Schmidhuber 2021, eq. 21);
         // for feature maps that are never negative
};

/// Normalises a key or query before its features (kUnit, kRms, kLayer; nothing
/// otherwise). A zero divisor is a RangeError that names `name` and `row`.
void normaliseInput(Normalisation choice, std::span<double> vector,
                    std::string_view name, std::size_t row);

/// Normalises the features (kSum; nothing otherwise), with the same error.
void normaliseFeatures(Normalisation choice, std::span<double> features,
                       std::string_view name, std::size_t row);

}  // namespace matrix_memory

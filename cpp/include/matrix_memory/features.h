#pragma once

#include <cstddef>
#include <span>
#include <variant>

/// The second choice of a memory: the feature map phi of keys and queries.
namespace matrix_memory {

/// phi(x) = x.
struct Identity {};

using Features = std::variant<Identity>;

/// A feature map for vectors of one length, with all that it draws or computes
/// beforehand.
class FeatureMap {
 public:
  FeatureMap(const Features& choice, std::size_t inputDim);

  std::size_t inputDim() const { return inputDim_; }
  std::size_t featureDim() const { return featureDim_; }

  /// out = phi(input); out has featureDim() numbers.
  void apply(std::span<const double> input, std::span<double> out) const;

 private:
  Features choice_;
  std::size_t inputDim_;
  std::size_t featureDim_;
};

}  // namespace matrix_memory

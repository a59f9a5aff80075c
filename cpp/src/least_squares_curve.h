#pragma once

#include <cstddef>
#include <vector>

#include "curve.h"
#include "matrix_memory/vectors.h"
#include "nested_fit.h"

namespace matrix_memory {

/// The least squares memory in double precision, for any keys. As long as they
/// are independent, what the reads of each pair really miss (NestedFit); from
/// the first dependent one on, which is the one after keyDim at the latest, the
/// leftover lengths of Givens rotations (givens.h). O(d (d + m)) a pair.
class LeastSquaresCurve : public Curve {
 public:
  LeastSquaresCurve(std::size_t keyDim, std::size_t valueDim,
                    std::size_t mostPairs);
  void begin() override;
  double add(std::span<const double> key,
             std::span<const double> value) override;

 private:
  void rotate(std::span<const double> key, std::span<const double> value);

  double tolerance_;
  NestedFit fit_;
  bool independent_ = true;
  double residual_ = 0;
  Matrix triangle_;
  Matrix rotated_;
  std::vector<double> key_;
  std::vector<double> value_;
};

}  // namespace matrix_memory

#pragma once

#include <cstddef>
#include <vector>

#include "curve.h"
#include "table.h"

namespace matrix_memory {

/// The additive memory in double precision, for keys of any length. With S and
/// C = K K' of the pairs so far, one more pair (k, v) changes the sum of
/// squared errors of the others by 2 v.(S C k - S k) + |v|^2 k.C k and adds its
/// own, |S k + (|k|^2 - 1) v|^2. O(d (d + m)) a pair.
class AdditiveCurve : public Curve {
 public:
  AdditiveCurve(std::size_t keyDim, std::size_t valueDim);
  void begin() override;
  double add(std::span<const double> key,
             std::span<const double> value) override;

 private:
  Table<double> state_;   // S'
  Table<double> moment_;  // C
  std::vector<double> momentKey_;
  std::vector<double> stateKey_;
  std::vector<double> stateMomentKey_;
  double error_ = 0;
};

}  // namespace matrix_memory

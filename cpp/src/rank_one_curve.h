#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "curve.h"
#include "matrix_memory/rules.h"
#include "table.h"

namespace matrix_memory {

/// Memories that forget by one factor a and add one rank a pair: decay, delta
/// and gated delta, S <- a S, then S += u k' with u = v or beta (v - S k). The
/// sum of squared errors of any linear memory is
///
///     tr(S C S') - 2 tr(S'B) + sum |v|^2,  C = K K', B = V K',
///
/// and such a change moves the traces by C k, S C k, S k and B k. In double
/// precision, O(d (d + m)) a pair.
class RankOneCurve : public Curve {
 public:
  /// Which of the rules with which of their parameters can be had: none for
  /// the others, and for a decay of its own for every feature.
  struct Change {
    double decay = 1;
    std::optional<double> beta = {};  // none where u = v
  };
  static std::optional<Change> changeOf(const Rule& rule);

  RankOneCurve(std::size_t keyDim, std::size_t valueDim, Change change);
  void begin() override;
  double add(std::span<const double> key,
             std::span<const double> value) override;

 private:
  void decay();

  Change change_;
  Table<double> state_;   // S'
  Table<double> moment_;  // C
  Table<double> sum_;     // B'
  std::vector<double> momentKey_;
  std::vector<double> stateKey_;
  std::vector<double> stateMomentKey_;
  std::vector<double> sumKey_;
  std::vector<double> added_;  // u
  double reads_ = 0;           // tr(S C S')
  double overlaps_ = 0;        // tr(S'B)
  double lengths_ = 0;         // sum |v|^2
};

}  // namespace matrix_memory

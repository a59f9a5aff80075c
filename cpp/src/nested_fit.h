#pragma once

#include <cstddef>
#include <span>

#include "kernels/view.h"
#include "table.h"

namespace matrix_memory {

/// Least squares memories of the first n pairs for every n up to keyDim, while
/// the keys stay independent: S_n = Z'Q, where the rows of Q are an orthonormal
/// basis of the keys in the order of their coming and
///
///     S_n = S_{n-1} + z_n q_n',  z_n = (v_n - S_{n-1} k_n) / (q_n . k_n).
///
/// In exact arithmetic S_n reads each of its n pairs without an error. What it
/// really misses comes from q_n . k_j, zero for older keys but for rounding:
/// adding pair n moves the read of pair j by (q_n . k_j) z_n. Those moves are
/// measured and summed up, so that what is reported is what reading all n pairs
/// would miss, at O(d (d + m)) a pair.
class NestedFit {
 public:
  /// For at most mostPairs pairs (up to keyDim), in batches of mostInBatch.
  NestedFit(std::size_t keyDim, std::size_t valueDim, std::size_t mostPairs,
            std::size_t mostInBatch);

  /// Forgets everything.
  void begin();

  /// Adds a batch of pairs. misses[t] becomes the sum of |S k - v|^2 over all
  /// pairs so far, after pair t of the batch. False, and nothing added, where
  /// a key lies in the span of the others, but for `tolerance` times its own
  /// length.
  bool add(kernels::View<const double> keys, kernels::View<const double> values,
           double tolerance, std::span<double> misses);

  std::size_t pairs() const { return pairs_; }
  void copyKey(std::size_t pair, std::span<double> to);
  kernels::View<double> values() { return values_.first(pairs_); }

  /// Once there are as many pairs as dimensions, as the last thing: puts the
  /// dual basis into Q's place. Its row i reads one from key i and zero from
  /// all others.
  void turnIntoDualBasis();
  kernels::View<double> dualBasis() { return basis_.view(); }

 private:
  bool orthonormalise(kernels::View<const double> keys, double tolerance);
  void project(kernels::View<double> fresh, kernels::View<double> parts);
  void measure(kernels::View<const double> fresh, std::span<double> misses);

  std::size_t pairs_ = 0;
  double missed_ = 0;   // the sum of squares, scaled like deviation_
  Table<double> keys_;  // K, one key a column
  Table<double> values_;
  Table<double> basis_;             // Q
  Table<double> minusBasisAcross_;  // -Q'
  Table<double> amplitudes_;        // Z
  Table<double> minusLower_;        // -(k_j . q_s) at (j, s): K' = L Q
  Table<float> deviations_;         // S K - V

  // Of one batch.
  Table<double> flipped_;
  Table<double> parts_;  // along the basis, or of older keys
  Table<double> inner_;  // small and square
  Table<double> left_;   // of the values
  Table<float> moves_;   // k_j . q_s at (s, j)
  Table<float> amplitudesNow_;
  Table<float> along_;  // deviation . amplitude
  Table<float> moments_;
  Table<float> products_;
};

}  // namespace matrix_memory

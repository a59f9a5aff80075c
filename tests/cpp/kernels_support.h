#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "kernels/view.h"

/// Matrices for the tests of the kernels: anywhere in memory, with room
/// between their rows that nobody may touch.
namespace matrix_memory::kernels::test {

/// How a matrix lies in memory.
struct Place {
  std::size_t offset = 0;  // numbers before the first row
  std::size_t gap = 0;     // numbers between the rows
};

/// What the tests of one case draw from, so that no two cases lie alike.
class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}

  template <class Number>
  Number number() {
    return std::uniform_real_distribution<Number>(-1, 1)(random_);
  }
  std::size_t size(std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random_);
  }
  Place place() { return {size(5), size(7)}; }

 private:
  std::mt19937 random_;
};

template <class Real>
class Placed {
 public:
  Placed(std::size_t rows, std::size_t cols, Draw& draw)
      : place_(draw.place()), rows_(rows), cols_(cols) {
    // Not a number in the gaps: whoever reads one gives it away.
    numbers_.resize(place_.offset + rows * stride(),
                    std::numeric_limits<Real>::quiet_NaN());
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < cols; ++j) {
        view()(i, j) = draw.number<Real>();
      }
    }
  }

  View<Real> view() {
    return {numbers_.data() + place_.offset, rows_, cols_, stride()};
  }
  /// The first row.
  std::span<Real> row() { return {view().data, cols_}; }

  /// Every bit, those of the gaps included.
  bool operator==(const Placed& other) const {
    return numbers_.size() == other.numbers_.size() &&
           (numbers_.empty() ||
            std::memcmp(numbers_.data(), other.numbers_.data(),
                        numbers_.size() * sizeof(Real)) == 0);
  }

 private:
  std::size_t stride() const { return cols_ + place_.gap; }

  std::vector<Real> numbers_;
  Place place_;
  std::size_t rows_;
  std::size_t cols_;
};

/// Three sizes, each at every length up to two tiles and a tail, the other two
/// drawn; then lengths beyond the blocks that the kernels work in.
struct Sizes {
  std::size_t rows;
  std::size_t cols;
  std::size_t depth;
};

inline std::vector<Sizes> sizesToTry() {
  Draw draw(1);
  std::vector<Sizes> sizes;
  for (std::size_t length = 0; length <= 40; ++length) {
    for (int repeat = 0; repeat < 4; ++repeat) {
      sizes.push_back({length, draw.size(40), draw.size(20)});
      sizes.push_back({draw.size(40), length, draw.size(20)});
      sizes.push_back({draw.size(20), draw.size(40), length});
    }
  }
  sizes.push_back({64, 64, 64});
  sizes.push_back({131, 37, 70});
  sizes.push_back({129, 300, 3});
  sizes.push_back({260, 20, 129});
  sizes.push_back({7, 530, 65});
  sizes.push_back({3, 5, 300});
  return sizes;
}

inline std::ostream& operator<<(std::ostream& to, const Sizes& sizes) {
  return to << sizes.rows << " x " << sizes.cols << ", depth " << sizes.depth;
}

/// Both kinds of numbers.
using Reals = ::testing::Types<float, double>;

}  // namespace matrix_memory::kernels::test

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace matrix_memory {

/// Sums and sums of squared deviations of `width` numbers over trials, kept
/// over the binary tree of trial indices. A node of level l and index i covers
/// the trials i 2^l .. (i + 1) 2^l - 1, all of them; it merges with its sibling
/// as soon as both are there, and with nothing else. So the open nodes, and
/// every bit in them, depend on which trials were added, not on when or where.
class Tally {
 public:
  explicit Tally(std::size_t width) : width_(width) {}

  void add(std::uint64_t trial, std::span<const double> numbers);

  /// Level, index, sums, squares for each open node, ascending.
  std::vector<double> nodes() const;

  /// Adds the nodes of another tally. RangeError, and nothing added, where they
  /// are none or share a trial with this one or with those reserved for it.
  void absorb(std::span<const double> nodes, std::uint64_t reservedFirst,
              std::uint64_t reservedEnd);

  std::uint64_t trials() const;
  std::vector<double> mean() const;
  std::vector<double> standardError() const;

 private:
  struct Node {
    unsigned level = 0;
    std::vector<double> sum;
    std::vector<double> squares;  // of deviations from the mean
    std::uint64_t count() const { return std::uint64_t{1} << level; }
  };
  struct Total {
    std::uint64_t count = 0;
    std::vector<double> sum;
    std::vector<double> squares;
  };

  void insert(std::uint64_t first, Node node);
  bool overlaps(std::uint64_t first, std::uint64_t count) const;
  Total total() const;

  std::size_t width_;
  std::map<std::uint64_t, Node> open_;  // by first trial
};

}  // namespace matrix_memory

#include "capacity_tally.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "message.h"

namespace matrix_memory {
namespace {

/// Chan, Golub and LeVeque (1979): joins the right part to the left one.
void join(std::vector<double>& sum, std::vector<double>& squares,
          std::uint64_t leftCount, std::span<const double> rightSum,
          std::span<const double> rightSquares, std::uint64_t rightCount) {
  const auto left = static_cast<double>(leftCount);
  const auto right = static_cast<double>(rightCount);
  const double weight = left * right / (left + right);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const double difference = rightSum[i] / right - sum[i] / left;
    squares[i] += rightSquares[i] + weight * (difference * difference);
    sum[i] += rightSum[i];
  }
}

/// Whether x is a whole number in 0 .. limit.
bool isWhole(double x, double limit) {
  return x >= 0 && x <= limit && x == std::floor(x);
}

}  // namespace

void Tally::add(std::uint64_t trial, std::span<const double> numbers) {
  insert(trial, Node{.level = 0,
                     .sum = {numbers.begin(), numbers.end()},
                     .squares = std::vector<double>(width_)});
}

void Tally::insert(std::uint64_t first, Node node) {
  while (true) {
    const std::uint64_t siblingFirst = first ^ node.count();
    const auto found = open_.find(siblingFirst);
    if (found == open_.end() || found->second.level != node.level) break;
    Node sibling = std::move(found->second);
    open_.erase(found);
    if (siblingFirst < first) std::swap(node, sibling);
    join(node.sum, node.squares, node.count(), sibling.sum, sibling.squares,
         sibling.count());
    first = std::min(first, siblingFirst);
    ++node.level;
  }
  open_.emplace(first, std::move(node));
}

bool Tally::overlaps(std::uint64_t first, std::uint64_t count) const {
  const auto after = open_.lower_bound(first);
  if (after != open_.end() && after->first < first + count) return true;
  if (after == open_.begin()) return false;
  const auto before = std::prev(after);
  return before->first + before->second.count() > first;
}

std::vector<double> Tally::nodes() const {
  std::vector<double> numbers;
  numbers.reserve(open_.size() * (2 + 2 * width_));
  for (const auto& [first, node] : open_) {
    numbers.push_back(node.level);
    numbers.push_back(static_cast<double>(first >> node.level));
    numbers.insert(numbers.end(), node.sum.begin(), node.sum.end());
    numbers.insert(numbers.end(), node.squares.begin(), node.squares.end());
  }
  return numbers;
}

void Tally::absorb(std::span<const double> nodes, std::uint64_t reservedFirst,
                   std::uint64_t reservedEnd) {
  constexpr int kLevels = 53;
  const std::size_t stride = 2 + 2 * width_;
  if (nodes.size() % stride != 0) {
    refuse({"absorb: partial has ", nodes.size(),
            " numbers, expected a multiple of ", stride});
  }
  Tally merged = *this;
  for (std::size_t at = 0; at < nodes.size(); at += stride) {
    const auto numbers = nodes.subspan(at, stride);
    if (!isWhole(numbers[0], kLevels))
      refuse({"absorb: partial has a node without a level"});
    Node node;
    node.level = static_cast<unsigned>(numbers[0]);
    const double last = std::ldexp(1.0, kLevels - static_cast<int>(node.level));
    if (!isWhole(numbers[1], last - 1))
      refuse({"absorb: partial has a node without an index"});
    const std::uint64_t first = static_cast<std::uint64_t>(numbers[1])
                                << node.level;
    const bool reserved =
        first < reservedEnd && first + node.count() > reservedFirst;
    if (reserved || merged.overlaps(first, node.count())) {
      refuse({"absorb: partial shares trial ", first,
              " or later ones with this run; each trial counts once"});
    }
    const auto sums = numbers.subspan(2, width_);
    const auto squares = numbers.subspan(2 + width_, width_);
    for (std::size_t i = 0; i < width_; ++i) {
      if (!std::isfinite(sums[i]) || !(squares[i] >= 0) ||
          !std::isfinite(squares[i])) {
        refuse({"absorb: partial has a sum that is no finite number"});
      }
    }
    node.sum.assign(sums.begin(), sums.end());
    node.squares.assign(squares.begin(), squares.end());
    merged.insert(first, std::move(node));
  }
  *this = std::move(merged);
}

Tally::Total Tally::total() const {
  Total total;
  for (const auto& [first, node] : open_) {
    if (total.count == 0) {
      total = {node.count(), node.sum, node.squares};
    } else {
      join(total.sum, total.squares, total.count, node.sum, node.squares,
           node.count());
      total.count += node.count();
    }
  }
  return total;
}

std::uint64_t Tally::trials() const {
  std::uint64_t count = 0;
  for (const auto& [first, node] : open_) count += node.count();
  return count;
}

std::vector<double> Tally::mean() const {
  Total all = total();
  const auto count = static_cast<double>(all.count);
  for (double& x : all.sum) x /= count;
  return all.sum;
}

std::vector<double> Tally::standardError() const {
  Total all = total();
  const auto count = static_cast<double>(all.count);
  for (double& x : all.squares) {
    x = all.count == 1 ? std::numeric_limits<double>::infinity()
                       : std::sqrt(x / (count - 1) / count);
  }
  return all.squares;
}

}  // namespace matrix_memory

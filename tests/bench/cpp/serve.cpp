// A native contestant as a child process: one request a line on standard input,
// one answer a line on standard output, so that natives take turns with the
// others.
//
//   measure OPERATION PRECISION LAYOUT P Q R TIMES    seconds
//   result OPERATION PRECISION LAYOUT P Q R           the product's numbers
//   measure capacity D N TRIALS                       seconds
//   result capacity D N TRIALS                        the curve's numbers
//
// The numbers multiplied are those of data.ts.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "contestant.h"

namespace {

/// Numbers in -1 .. 1, the same as data.ts makes.
double number(std::uint32_t index, std::uint32_t seed) {
  std::uint32_t x = (index + 1) * 2654435761U + seed * 40503U;
  x = (x ^ (x >> 15)) * 2246822519U;
  x ^= x >> 13;
  return x / 2147483648.0 - 1;
}

template <class T>
std::vector<T> operand(int rows, int cols, bool transposed,
                       std::uint32_t seed) {
  std::vector<T> numbers;
  numbers.reserve(static_cast<std::size_t>(rows) *
                  static_cast<std::size_t>(cols));
  const int outer = transposed ? cols : rows;
  const int inner = transposed ? rows : cols;
  for (int i = 0; i < outer; ++i) {
    for (int j = 0; j < inner; ++j) {
      const int index = transposed ? j * cols + i : i * cols + j;
      numbers.push_back(
          static_cast<T>(number(static_cast<std::uint32_t>(index), seed)));
    }
  }
  return numbers;
}

template <class T>
using Function = void (*)(int, int, int, int, int, const T*, const T*, T*);

template <class Work>
double seconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

template <class T>
void print(const std::vector<T>& numbers) {
  std::ostringstream line;
  line.precision(17);
  for (T x : numbers) line << x << ' ';
  std::cout << line.str() << std::endl;
}

template <class T>
struct Task {
  Function<T> function;
  int layout, p, q, r;
  std::vector<T> a = operand<T>(p, r, (layout & 2) != 0, 1);
  std::vector<T> b = operand<T>(r, q, (layout & 1) != 0, 2);
  std::vector<T> out = std::vector<T>(a.size() / static_cast<std::size_t>(r) *
                                      static_cast<std::size_t>(q));

  void run(int times) {
    function(times, layout, p, q, r, a.data(), b.data(), out.data());
  }
};

/// One kind of product, its operands kept from request to request.
template <class T>
class Products {
 public:
  explicit Products(Function<T> function) : function_(function) {}

  void answer(bool timed, std::istream& words) {
    int layout = 0, p = 0, q = 0, r = 0;
    words >> layout >> p >> q >> r;
    if (!timed) {
      Task<T> fresh{function_, layout, p, q, r};
      fresh.run(1);
      return print(fresh.out);
    }
    int times = 0;
    words >> times;
    const std::vector<int> key = {layout, p, q, r};
    auto found = tasks_.find(key);
    if (found == tasks_.end()) {
      found = tasks_.emplace(key, Task<T>{function_, layout, p, q, r}).first;
    }
    print(std::vector{seconds([&] { found->second.run(times); })});
  }

 private:
  Function<T> function_;
  std::map<std::vector<int>, Task<T>> tasks_;
};

void answerCapacity(bool timed, std::istream& words) {
  int d = 0, n = 0, trials = 0;
  words >> d >> n >> trials;
  std::vector<double> errors(2 * static_cast<std::size_t>(n));
  const double took = seconds([&] { capacity(trials, d, n, errors.data()); });
  print(timed ? std::vector{took} : errors);
}

template <class T>
using Table = std::map<std::string, Products<T>>;

}  // namespace

int main() {
  Table<float> single = {{"accumulate", Products<float>(accumulate_single)},
                         {"reads", Products<float>(reads_single)},
                         {"gram", Products<float>(gram_single)},
                         {"rank-one", Products<float>(rank_one_single)}};
  Table<double> twice = {{"accumulate", Products<double>(accumulate_double)},
                         {"reads", Products<double>(reads_double)},
                         {"gram", Products<double>(gram_double)},
                         {"rank-one", Products<double>(rank_one_double)}};
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string verb, operation, precision;
    words >> verb >> operation;
    const bool timed = verb == "measure";
    if (operation == "capacity") {
      answerCapacity(timed, words);
      continue;
    }
    words >> precision;
    if (precision == "single") {
      single.at(operation).answer(timed, words);
    } else {
      twice.at(operation).answer(timed, words);
    }
  }
}

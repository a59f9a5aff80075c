#include "matrix_memory/theory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "marchenko_pastur.h"
#include "message.h"

namespace matrix_memory::theory {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = 1e100;  // its square is finite by far

void requirePositive(std::size_t n, std::size_t d) {
  if (n == 0) refuse({"theory: n is 0, expected at least 1"});
  if (d == 0) refuse({"theory: d is 0, expected at least 1"});
}

void requireBetween(double x, double least, double most, const char* name) {
  if (!(x >= least && x <= most)) {
    refuse({"theory: ", name, " is ", x, ", expected ", least, " to ", most});
  }
}

void requireFinite(double x, const char* name) {
  requireBetween(x, 0, std::numeric_limits<double>::max(), name);
}

/// The second moments of one pass of the gated delta rule, averaged over keys
/// and values. For the pair of interest, or summed over several pairs:
/// a = E|S k_j|^2, b = E v_j.S k_j.
class DeltaMoments {
 public:
  DeltaMoments(std::size_t d, double decay, double beta)
      : d_(static_cast<double>(d)), decay_(decay), beta_(beta) {}

  /// Writes one more pair; the `count` pairs of interest so far fade.
  void fade(double count) {
    const double kept = decay_ * decay_;
    a_ = kept * a_ * (1 - 2 * beta_ / d_) +
         beta_ * beta_ *
             (count / d_ +
              kept * (count * frobenius_ + 2 * a_) / (d_ * (d_ + 2)));
    b_ *= decay_ * (1 - beta_ / d_);
  }

  /// The pair just being written is one of interest.
  void add() {
    const double missed = 1 - beta_;
    a_ += missed * missed * decay_ * decay_ * frobenius_ / d_ + beta_ * beta_;
    b_ += beta_;
  }

  /// Ends the write: E|S|_F^2 moves on.
  void advance() {
    frobenius_ =
        decay_ * decay_ * frobenius_ * (1 - (2 * beta_ - beta_ * beta_) / d_) +
        beta_ * beta_;
  }

  double error(double count) const { return a_ - 2 * b_ + count; }

 private:
  double d_, decay_, beta_;
  double frobenius_ = 0;
  double a_ = 0;
  double b_ = 0;
};

}  // namespace

double additive(std::size_t n, std::size_t d) {
  requirePositive(n, d);
  return static_cast<double>(n - 1) / static_cast<double>(d);
}

double leastSquares(std::size_t n, std::size_t d) {
  requirePositive(n, d);
  return std::max(0.0, 1 - static_cast<double>(d) / static_cast<double>(n));
}

double decay(std::size_t n, std::size_t d, double decay) {
  requirePositive(n, d);
  requireBetween(decay, 0, 1, "decay");
  double power = 1;
  double missed = 0;
  double squares = 0;
  for (std::size_t age = 0; age < n; ++age) {
    missed += (1 - power) * (1 - power);
    squares += power * power;
    power *= decay;
  }
  const auto count = static_cast<double>(n);
  return missed / count +
         squares * (count - 1) / count / static_cast<double>(d);
}

double delta(std::size_t n, std::size_t d, double beta) {
  return gatedDelta(n, d, 1, beta);
}

double gatedDelta(std::size_t n, std::size_t d, double decay, double beta) {
  requirePositive(n, d);
  requireBetween(decay, 0, 1, "decay");
  requireBetween(beta, 0, 2, "beta");
  DeltaMoments moments(d, decay, beta);
  for (std::size_t i = 0; i < n; ++i) {
    moments.fade(static_cast<double>(i));
    moments.add();
    moments.advance();
  }
  const auto count = static_cast<double>(n);
  return std::max(0.0, moments.error(count) / count);
}

double deltaByAge(std::size_t age, std::size_t n, std::size_t d, double beta) {
  requirePositive(n, d);
  requireBetween(beta, 0, 2, "beta");
  if (age >= n) {
    refuse({"theory: age is ", age, ", expected 0 to ", n - 1});
  }
  DeltaMoments moments(d, 1, beta);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t written = n - 1 - age;
    if (i > written) moments.fade(1);
    if (i == written) moments.add();
    moments.advance();
  }
  return std::max(0.0, moments.error(1));
}

std::vector<double> decayOfAges(std::size_t n, std::size_t d, double decay) {
  requirePositive(n, d);
  requireBetween(decay, 0, 1, "decay");
  std::vector<double> powers(n, 1.0);
  double squares = 0;
  for (std::size_t age = 0; age < n; ++age) {
    if (age > 0) powers[age] = powers[age - 1] * decay;
    squares += powers[age] * powers[age];
  }
  for (double& power : powers) {
    power = (1 - power) * (1 - power) +
            (squares - power * power) / static_cast<double>(d);
  }
  return powers;
}

std::vector<double> gatedDeltaOfAges(std::size_t n, std::size_t d, double decay,
                                     double beta) {
  requirePositive(n, d);
  requireBetween(decay, 0, 1, "decay");
  requireBetween(beta, 0, 2, "beta");
  const auto dim = static_cast<double>(d);
  const double kept = decay * decay;
  // F = E|S|_F^2 after every write.
  const double shrunk = kept * (1 - (2 * beta - beta * beta) / dim);
  std::vector<double> norms(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    norms[i + 1] = shrunk * norms[i] + beta * beta;
  }
  // A later write takes (A, F, 1) to a linear function of it; after `age` of
  // them A is a A_0 + f F_0 + c with the coefficients below.
  const double share = beta * beta / (dim * (dim + 2)) * kept;
  const double own = kept * (1 - 2 * beta / dim) + 2 * share;
  double a = 1, f = 0, c = 0, overlap = beta;
  std::vector<double> errors(n);
  for (std::size_t age = 0; age < n; ++age) {
    const double missed = (1 - beta) * (1 - beta) * kept;
    const double written = missed * norms[n - 1 - age] / dim + beta * beta;
    errors[age] =
        std::max(0.0, a * written + f * norms[n - age] + c - 2 * overlap + 1);
    c += a * beta * beta / dim + f * beta * beta;
    f = a * share + f * shrunk;
    a *= own;
    overlap *= decay * (1 - beta / dim);
  }
  return errors;
}

double ridge(std::size_t n, std::size_t d, double ridge, double queryNoise) {
  requirePositive(n, d);
  requireBetween(ridge, 0, kLargest, "ridge");
  requireBetween(queryNoise, 0, kLargest, "queryNoise");
  const double load = static_cast<double>(n) / static_cast<double>(d);
  return ridgeError(load, ridge, queryNoise * queryNoise * load);
}

double bestRidge(std::size_t n, std::size_t d, double queryNoise) {
  requirePositive(n, d);
  requireBetween(queryNoise, 0, kLargest, "queryNoise");
  return queryNoise * queryNoise * static_cast<double>(n) /
         static_cast<double>(d);
}

double additiveNoiseGain(std::size_t n, std::size_t d) {
  requirePositive(n, d);
  return static_cast<double>(n);
}

double leastSquaresNoiseGain(std::size_t n, std::size_t d) {
  requirePositive(n, d);
  const auto pairs = static_cast<double>(n);
  const auto dim = static_cast<double>(d);
  if (n == 1 || d == 1) return 1 / pairs;
  if (n + 1 < d) return pairs * (dim - 2) / (dim - pairs - 1);
  if (n <= d + 1) return kInfinity;
  return dim * dim * (pairs - 2) / (pairs * (pairs - dim - 1));
}

double softmax(std::size_t n, std::size_t d, double inverseTemperature) {
  requirePositive(n, d);
  requireFinite(inverseTemperature, "inverseTemperature");
  if (n == 1) return 0;
  const auto others = static_cast<double>(n - 1);
  const double b = inverseTemperature;
  const double spread = b / static_cast<double>(d) * b;  // b^2 / d
  // 1 - p, with p the weight of the right key.
  const double leak = 1 / (1 + std::exp(b - spread / 2) / others);
  return leak * leak * (1 + std::exp(spread) / others);
}

double hopfieldFlip(double load) {
  requireFinite(load, "load");
  return load == 0 ? 0 : std::erfc(1 / std::sqrt(2 * load)) / 2;
}

}  // namespace matrix_memory::theory

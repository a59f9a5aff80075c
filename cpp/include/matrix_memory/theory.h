#pragma once

#include <cstddef>
#include <vector>

/// Closed forms: the expected read error of a memory of n pairs, as a fraction
/// of the squared length of a value. Keys are independent and uniform on the
/// unit sphere in d dimensions, values independent with mean zero and
/// E|v|^2 = 1.
///
/// All take n >= 1 and d >= 1, and throw RangeError for that and for other
/// arguments out of range. "Exact" means for every n and d.
namespace matrix_memory::theory {

/// S = V K': (n - 1) / d. Exact.
double additive(std::size_t n, std::size_t d);

/// S = V K^+: max(0, 1 - d / n). Exact.
double leastSquares(std::size_t n, std::size_t d);

/// S = decay S + v k', decay in [0, 1]; the mean over the ages a = 0 .. n - 1
/// of (1 - decay^a)^2 + (1/d) (sum of decay^2i over i < n, i != a). Exact.
/// O(n).
double decay(std::size_t n, std::size_t d, double decay);

/// One pass of the delta rule, beta in [0, 2]. Exact. O(n).
double delta(std::size_t n, std::size_t d, double beta);

/// S = decay S, then the delta rule. The second moments E|S|_F^2, E|S k_j|^2
/// and E v_j.S k_j obey linear recursions, summed over j here. Exact. O(n).
double gatedDelta(std::size_t n, std::size_t d, double decay, double beta);

/// The error of the pair written `age` pairs ago, age in 0 .. n - 1, under the
/// delta rule. Exact. O(n).
double deltaByAge(std::size_t age, std::size_t n, std::size_t d, double beta);

/// The same for every age 0 .. n - 1 at once, under decay and under the gated
/// delta rule, of which delta is the one with decay 1. Exact. O(n).
std::vector<double> decayOfAges(std::size_t n, std::size_t d, double decay);
std::vector<double> gatedDeltaOfAges(std::size_t n, std::size_t d, double decay,
                                     double beta);

/// Least squares with a ridge, read with query noise s (the query is k + s u,
/// E|u|^2 = 1), by the Marchenko-Pastur law of large dimensions: within 1 % at
/// d = 64 and 3 % at d = 16; at d = 4 within 5 % for n >= d, below that up to
/// .05 too high. Infinite at n = d without a ridge but with noise.
double ridge(std::size_t n, std::size_t d, double ridge, double queryNoise = 0);

/// The ridge that makes it smallest: s^2 n / d, for every spectrum.
double bestRidge(std::size_t n, std::size_t d, double queryNoise);

/// E|S|_F^2, which a noisy query turns into an error of s^2 / d times it: n.
/// Exact.
double additiveNoiseGain(std::size_t n, std::size_t d);

/// The same for S = V K^+: 1 for one pair, n (d - 2) / (d - n - 1) for
/// n < d - 1, 1 / n for d = 1, all exact; infinite for n = d - 1, d and d + 1;
/// d^2 (n - 2) / (n (n - d - 1)) beyond, within 3 % from d = 4 on.
double leastSquaresNoiseGain(std::size_t n, std::size_t d);

/// Softmax over a cache at inverse temperature b, a stored key as the query. An
/// approximation for b <= sqrt(d) and n >= 8: within 6 % for n >= 24 or
/// b <= sqrt(d) / 2, else within .04. Far off beyond.
double softmax(std::size_t n, std::size_t d, double inverseTemperature);

/// The chance that one bit of a stored pattern of a classical Hopfield network
/// flips at once, load = patterns / units: Phi(-1 / sqrt(load)).
double hopfieldFlip(double load);

}  // namespace matrix_memory::theory

#include "marchenko_pastur.h"

#include <cmath>

namespace matrix_memory {
namespace {

/// The mean of (ridge^2 + tau g) / (g + ridge)^2 over the eigenvalues that are
/// not zero by dimension alone. With m the mean of 1 / (g + ridge),
///
///     tau m - ridge (ridge - tau) dm/dridge,   m = 2 / (a + ridge + root),
///     root^2 = (a + ridge)^2 + 4 b ridge,
///
/// a = |1 - load|, b = min(load, 1): the Marchenko-Pastur law with the
/// difference of near numbers multiplied out.
double overSpectrum(double a, double b, double ridge, double tau) {
  const double sum = a + ridge;
  const double root = std::hypot(sum, 2 * std::sqrt(b * ridge));
  const double mean = 2 / (sum + root);
  const double first = tau == 0 ? 0 : tau * mean;
  if (ridge == 0) return first;
  const double scale = sum + root;
  const double slope = -2 * (1 + (sum + 2 * b) / root);
  return first - (ridge / scale) * ((ridge - tau) / scale) * slope;
}

}  // namespace

double ridgeError(double load, double ridge, double tau) {
  if (load <= 1) return overSpectrum(1 - load, load, ridge, tau);
  // n - d eigenvalues are zero: their reads are lost whatever the ridge.
  return (1 - 1 / load) + overSpectrum(load - 1, 1, ridge, tau) / load;
}

}  // namespace matrix_memory

#pragma once

namespace matrix_memory {

/// The mean of (ridge^2 + tau g) / (g + ridge)^2 over the eigenvalues g of the
/// Gram matrix of n = load d random unit keys, n and d large.
double ridgeError(double load, double ridge, double tau);

}  // namespace matrix_memory

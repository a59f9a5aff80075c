#pragma once

/// What a contestant offers, the same to JavaScript (as exports of a
/// WebAssembly module) and natively (to serve.cpp). One product, `times` over:
///
///     accumulate  out (p x q) += a (p x r) b (r x q)
///     reads       out (p x q)  = a (p x r) b (r x q)
///     gram        out (p x p)  = a (p x r) a'
///     rank_one    out (p x q) += a b'        (r = 1)
///
/// All row-major; layout says what is stored transposed: bit 1 a, bit 0 b.
/// Each product is a call of its own to a function that is never inlined: an
/// engine replaces WebAssembly code by better code between two calls, not
/// within one.
extern "C" {
using ProductSingle = void(int times, int layout, int p, int q, int r,
                           const float* a, const float* b, float* out);
using ProductDouble = void(int times, int layout, int p, int q, int r,
                           const double* a, const double* b, double* out);
ProductSingle accumulate_single, reads_single, gram_single, rank_one_single;
ProductDouble accumulate_double, reads_double, gram_double, rank_one_double;

/// A curve from pairs in hand (d = m, one key and one value a row), `times`
/// over: the mean squared error of the least squares memory after 1 .. n pairs.
void curve_single(int times, int d, int n, const float* keys,
                  const float* values, double* errors);

/// The first `trials` trials of an experiment (d = m, seed 1), their mean curve
/// after 1 .. n pairs: the additive memory's, then the least squares memory's.
/// Ours alone has it.
[[gnu::weak]] void capacity(int trials, int d, int n, double* errors);

/// The keys and values of one of those trials, n rows of d numbers each.
void pairs(int trial, int d, int n, double* keys, double* values);

/// Draws n pairs of d = m numbers for each of so many trials.
void draw(int trials, int d, int n);
}

// The contestant OpenBLAS, on one thread.

#include <cblas.h>

#include "contestant.h"

extern "C" void openblas_set_num_threads(int);

namespace {

const bool oneThread = [] {
  openblas_set_num_threads(1);
  return true;
}();

CBLAS_TRANSPOSE transposition(bool transposed) {
  return transposed ? CblasTrans : CblasNoTrans;
}

void multiply(int layout, int p, int q, int r, const float* a, const float* b,
              float beta, float* out) {
  const bool aTransposed = (layout & 2) != 0;
  const bool bTransposed = (layout & 1) != 0;
  cblas_sgemm(CblasRowMajor, transposition(aTransposed),
              transposition(bTransposed), p, q, r, 1, a, aTransposed ? p : r, b,
              bTransposed ? r : q, beta, out, q);
}

void multiply(int layout, int p, int q, int r, const double* a, const double* b,
              double beta, double* out) {
  const bool aTransposed = (layout & 2) != 0;
  const bool bTransposed = (layout & 1) != 0;
  cblas_dgemm(CblasRowMajor, transposition(aTransposed),
              transposition(bTransposed), p, q, r, 1, a, aTransposed ? p : r, b,
              bTransposed ? r : q, beta, out, q);
}

// Half of the products, then the mirror image: ours gives the whole matrix.
template <class T>
void mirror(int p, T* out) {
  for (int i = 0; i < p; ++i) {
    for (int j = 0; j < i; ++j) out[j * p + i] = out[i * p + j];
  }
}

}  // namespace

void accumulate_single(int times, int layout, int p, int q, int r,
                       const float* a, const float* b, float* out) {
  for (int i = 0; i < times; ++i) multiply(layout, p, q, r, a, b, 1, out);
}
void accumulate_double(int times, int layout, int p, int q, int r,
                       const double* a, const double* b, double* out) {
  for (int i = 0; i < times; ++i) multiply(layout, p, q, r, a, b, 1, out);
}
void reads_single(int times, int layout, int p, int q, int r, const float* a,
                  const float* b, float* out) {
  for (int i = 0; i < times; ++i) multiply(layout, p, q, r, a, b, 0, out);
}
void reads_double(int times, int layout, int p, int q, int r, const double* a,
                  const double* b, double* out) {
  for (int i = 0; i < times; ++i) multiply(layout, p, q, r, a, b, 0, out);
}

void gram_single(int times, int, int p, int, int r, const float* a,
                 const float*, float* out) {
  for (int i = 0; i < times; ++i) {
    cblas_ssyrk(CblasRowMajor, CblasLower, CblasNoTrans, p, r, 1, a, r, 0, out,
                p);
    mirror(p, out);
  }
}
void gram_double(int times, int, int p, int, int r, const double* a,
                 const double*, double* out) {
  for (int i = 0; i < times; ++i) {
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, p, r, 1, a, r, 0, out,
                p);
    mirror(p, out);
  }
}
void rank_one_single(int times, int, int p, int q, int, const float* a,
                     const float* b, float* out) {
  for (int i = 0; i < times; ++i) {
    cblas_sger(CblasRowMajor, p, q, 1, a, 1, b, 1, out, q);
  }
}
void rank_one_double(int times, int, int p, int q, int, const double* a,
                     const double* b, double* out) {
  for (int i = 0; i < times; ++i) {
    cblas_dger(CblasRowMajor, p, q, 1, a, 1, b, 1, out, q);
  }
}

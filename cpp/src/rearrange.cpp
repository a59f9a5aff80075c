#include "rearrange.h"

namespace matrix_memory {

template <class To>
void scaleInto(double factor, kernels::View<const double> from,
               kernels::View<To> to) {
  for (std::size_t i = 0; i < to.rows; ++i) {
    for (std::size_t j = 0; j < to.cols; ++j) {
      to(i, j) = static_cast<To>(factor * from(i, j));
    }
  }
}

template <class To>
void transposeInto(double factor, kernels::View<const double> from,
                   kernels::View<To> to) {
  for (std::size_t i = 0; i < to.rows; ++i) {
    for (std::size_t j = 0; j < to.cols; ++j) {
      to(i, j) = static_cast<To>(factor * from(j, i));
    }
  }
}

template void scaleInto(double, kernels::View<const double>,
                        kernels::View<double>);
template void scaleInto(double, kernels::View<const double>,
                        kernels::View<float>);
template void transposeInto(double, kernels::View<const double>,
                            kernels::View<double>);
template void transposeInto(double, kernels::View<const double>,
                            kernels::View<float>);

}  // namespace matrix_memory

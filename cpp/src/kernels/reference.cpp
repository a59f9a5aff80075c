#include "kernels/reference.h"

#include "kernels/dense.h"
#include "kernels/triangular.h"

namespace matrix_memory::kernels {

double dot(std::span<const double> a, std::span<const double> b) {
  return reference::dot(a, b);
}
float dot(std::span<const float> a, std::span<const float> b) {
  return reference::dot(a, b);
}

void addScaled(double factor, std::span<const double> x, std::span<double> y) {
  reference::addScaled(factor, x, y);
}
void addScaled(float factor, std::span<const float> x, std::span<float> y) {
  reference::addScaled(factor, x, y);
}

void multiplyEach(std::span<const double> factors, std::span<double> x) {
  reference::multiplyEach(factors, x);
}

bool allFinite(std::span<const double> numbers) {
  return reference::allFinite(numbers);
}

void rotate(double c, double s, std::span<double> x, std::span<double> y) {
  reference::rotate(c, s, x, y);
}

template <class Real>
void addOuter(InputVector<Real> a, InputVector<Real> b, View<Real> s) {
  reference::addOuter<Real>(a, b, s);
}

template <class Real>
void addOuters(Input<Real> a, Input<Real> b, View<Real> s) {
  reference::addOuters<Real>(1, a, b, s);
}

template <class Real>
void subtractOuters(Input<Real> a, Input<Real> b, View<Real> s) {
  reference::addOuters<Real>(-1, a, b, s);
}

template <class Real>
void addMoment(Input<Real> a, View<Real> c) {
  reference::addMoment<Real>(1, a, c);
}

template <class Real>
void subtractMoment(Input<Real> a, View<Real> c) {
  reference::addMoment<Real>(-1, a, c);
}

template <class Real>
void multiply(Input<Real> a, Input<Real> b, View<Real> c) {
  reference::multiply<Real>(a, b, c);
}

template <class Real>
void addProduct(Input<Real> a, Input<Real> b, View<Real> c) {
  reference::addProduct<Real>(a, b, c);
}

template <class Real>
void multiplyByTransposed(Input<Real> a, Input<Real> b, View<Real> c) {
  reference::multiplyByTransposed<Real>(a, b, c);
}

template <class Real>
void gram(Input<Real> k, View<Real> g) {
  reference::multiplyByTransposed<Real>(k, k, g);
}

template <class Real>
void multiply(Input<Real> s, InputVector<Real> x, std::span<Real> y) {
  reference::multiply<Real>(s, x, y);
}

template <class Real>
void multiplyTransposed(Input<Real> s, InputVector<Real> x, std::span<Real> y) {
  reference::multiplyTransposed<Real>(s, x, y);
}

template <class Real>
bool cholesky(View<Real> a) {
  return reference::cholesky(a);
}

template <class Real>
void solveLower(Input<Real> l, View<Real> b) {
  reference::solveLower<Real>(l, b);
}

template void addOuter(InputVector<float>, InputVector<float>, View<float>);
template void addOuters(Input<float>, Input<float>, View<float>);
template void subtractOuters(Input<float>, Input<float>, View<float>);
template void addMoment(Input<float>, View<float>);
template void subtractMoment(Input<float>, View<float>);
template void multiply(Input<float>, Input<float>, View<float>);
template void addProduct(Input<float>, Input<float>, View<float>);
template void multiplyByTransposed(Input<float>, Input<float>, View<float>);
template void gram(Input<float>, View<float>);
template void multiply(Input<float>, InputVector<float>, std::span<float>);
template void multiplyTransposed(Input<float>, InputVector<float>,
                                 std::span<float>);
template bool cholesky(View<float>);
template void solveLower(Input<float>, View<float>);
template void addOuter(InputVector<double>, InputVector<double>, View<double>);
template void addOuters(Input<double>, Input<double>, View<double>);
template void subtractOuters(Input<double>, Input<double>, View<double>);
template void addMoment(Input<double>, View<double>);
template void subtractMoment(Input<double>, View<double>);
template void multiply(Input<double>, Input<double>, View<double>);
template void addProduct(Input<double>, Input<double>, View<double>);
template void multiplyByTransposed(Input<double>, Input<double>, View<double>);
template void gram(Input<double>, View<double>);
template void multiply(Input<double>, InputVector<double>, std::span<double>);
template void multiplyTransposed(Input<double>, InputVector<double>,
                                 std::span<double>);
template bool cholesky(View<double>);
template void solveLower(Input<double>, View<double>);

}  // namespace matrix_memory::kernels

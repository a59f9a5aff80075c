// What no kernel can exceed: multiplications and additions that never leave the
// registers, and a stream that reads, changes and writes every number once.

namespace {

template <class T>
using Vector [[gnu::vector_size(16)]] = T;

// Twelve chains hide the latency of an addition and a multiplication, and with
// the two constants fit the fifteen registers that V8 has for them.
// The sum goes to memory, or a compiler could see that one call does for all.
template <class T>
[[gnu::noinline]] void peak(int steps, T* sum) {
  const Vector<T> x = Vector<T>{} + T(0.999);
  const Vector<T> y = Vector<T>{} + T(0.001);
  Vector<T> a = y, b = a + y, c = b + y, d = c + y, e = d + y, f = e + y;
  Vector<T> g = f + y, h = g + y, i = h + y, j = i + y, k = j + y, l = k + y;
  do {
    a = a * x + y, b = b * x + y, c = c * x + y, d = d * x + y;
    e = e * x + y, f = f * x + y, g = g * x + y, h = h * x + y;
    i = i * x + y, j = j * x + y, k = k * x + y, l = l * x + y;
  } while (--steps != 0);
  *sum += (a + b + c + d + e + f + g + h + i + j + k + l)[0];
}

template <class T>
[[gnu::noinline]] void stream(int count, T* numbers) {
  constexpr int kLanes = 16 / sizeof(T);
  const Vector<T> one = Vector<T>{} + T(1);
  auto* at = reinterpret_cast<Vector<T>*>(numbers);
  int left = count / (4 * kLanes);
  for (;;) {
    at[0] += one;
    at[1] += one;
    at[2] += one;
    at[3] += one;
    if (--left == 0) break;
    at += 4;
  }
}

}  // namespace

extern "C" {

/// 24 vector operations a step.
float peak_single(int times, int steps) {
  float sum = 0;
  for (int i = 0; i < times; ++i) peak(steps, &sum);
  return sum;
}
double peak_double(int times, int steps) {
  double sum = 0;
  for (int i = 0; i < times; ++i) peak(steps, &sum);
  return sum;
}

/// `count` is a multiple of 16.
void stream_single(int times, int count, float* numbers) {
  for (int i = 0; i < times; ++i) stream(count, numbers);
}
void stream_double(int times, int count, double* numbers) {
  for (int i = 0; i < times; ++i) stream(count, numbers);
}
}

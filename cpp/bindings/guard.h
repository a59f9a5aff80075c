#pragma once

#include <stdexcept>

/// C++ exceptions to JavaScript ones.
namespace matrix_memory::bindings {

/// An argument of the wrong kind: a choice by an unknown name, say.
class TypeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Within a catch block: remembers what was caught.
void keepCaught();

/// Throws what was kept as a real JavaScript Error, RangeError or TypeError.
[[noreturn]] void throwKept();

/// Runs `work`. What it throws is thrown again in JavaScript, after the catch
/// block has ended: by then every destructor has run, and the JavaScript
/// exception crosses no C++ frame that still owns something.
template <class Work>
auto guard(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (...) {
    keepCaught();
  }
  throwKept();
}

}  // namespace matrix_memory::bindings

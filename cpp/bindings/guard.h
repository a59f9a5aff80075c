#pragma once

#include <emscripten/bind.h>

#include <exception>
#include <new>
#include <string>

#include "matrix_memory/error.h"

/// C++ exceptions to JavaScript ones.
namespace matrix_memory::bindings {

/// Throw a real JavaScript error; they do not return.
void throwRangeError(const std::string& message);
void throwTypeError(const std::string& message);
void throwError(const std::string& message);

/// An argument of the wrong kind: a choice by an unknown name, say.
class TypeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Runs `work`. What it throws is thrown again in JavaScript, after the catch
/// block has ended: by then every destructor has run, and the JavaScript
/// exception crosses no C++ frame that still owns something.
template <class Work>
auto guard(Work work) -> decltype(work()) {
  enum class Kind { kRange, kType, kPlain } kind;
  std::string message;
  try {
    return work();
  } catch (const RangeError& error) {
    kind = Kind::kRange;
    message = error.what();
  } catch (const TypeError& error) {
    kind = Kind::kType;
    message = error.what();
  } catch (const std::bad_alloc&) {
    kind = Kind::kRange;
    message = "out of memory: the request is too large";
  } catch (const std::length_error&) {
    kind = Kind::kRange;
    message = "out of memory: the request is too large";
  } catch (const std::exception& error) {
    kind = Kind::kPlain;
    message = error.what();
  }
  // The JavaScript error leaves through this frame without running its
  // destructors: a message of its own would leak.
  static std::string pending;
  pending.swap(message);
  message = std::string();
  switch (kind) {
    case Kind::kRange:
      throwRangeError(pending);
      break;
    case Kind::kType:
      throwTypeError(pending);
      break;
    case Kind::kPlain:
      throwError(pending);
      break;
  }
  __builtin_unreachable();
}

}  // namespace matrix_memory::bindings

#include "guard.h"

#include <emscripten.h>

#include <exception>
#include <new>
#include <string>

#include "matrix_memory/error.h"

EM_JS(void, matrixMemoryThrow, (int kind, const char* message), {
  throw new[Error, RangeError, TypeError][kind](UTF8ToString(message));
});

namespace matrix_memory::bindings {
namespace {

enum Kind { kError, kRangeError, kTypeError };

/// Outlives the frames that the JavaScript exception leaves behind: a message
/// of their own would leak.
struct Kept {
  Kind kind = kError;
  std::string message;
};
Kept kept;

constexpr const char* kTooLarge = "out of memory: the request is too large";

}  // namespace

void keepCaught() {
  try {
    throw;
  } catch (const RangeError& error) {
    kept = {kRangeError, error.what()};
  } catch (const TypeError& error) {
    kept = {kTypeError, error.what()};
  } catch (const std::bad_alloc&) {
    kept = {kRangeError, kTooLarge};
  } catch (const std::length_error&) {
    kept = {kRangeError, kTooLarge};
  } catch (const std::exception& error) {
    kept = {kError, error.what()};
  }
}

void throwKept() {
  matrixMemoryThrow(kept.kind, kept.message.c_str());
  __builtin_unreachable();
}

}  // namespace matrix_memory::bindings

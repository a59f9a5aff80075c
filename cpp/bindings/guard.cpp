#include "guard.h"

#include <emscripten.h>

EM_JS(void, matrixMemoryThrow, (int kind, const char* message), {
  throw new[Error, RangeError, TypeError][kind](UTF8ToString(message));
});

namespace matrix_memory::bindings {

void throwError(const std::string& message) {
  matrixMemoryThrow(0, message.c_str());
}

void throwRangeError(const std::string& message) {
  matrixMemoryThrow(1, message.c_str());
}

void throwTypeError(const std::string& message) {
  matrixMemoryThrow(2, message.c_str());
}

}  // namespace matrix_memory::bindings

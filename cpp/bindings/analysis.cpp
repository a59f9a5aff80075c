#include <emscripten/bind.h>

#include "guard.h"
#include "matrix_memory/geometry.h"
#include "matrix_memory/least_squares.h"
#include "matrix_memory/random.h"
#include "matrix_memory/version.h"
#include "values.h"

namespace matrix_memory::bindings {
namespace {

using emscripten::val;

/// Rows that own their numbers.
struct Input {
  std::vector<double> numbers;
  Rows rows;
  Input(const val& array, double dim, const char* name)
      : numbers(numbersFrom(array)), rows(numbers, sizeFrom(dim, name), name) {}
};

val outerOf(const val& a, const val& b) {
  return guard(
      [&] { return arrayOf(outer(numbersFrom(a), numbersFrom(b)).data); });
}

val gramOf(const val& keys, double keyDim) {
  return guard([&] {
    return arrayOf(gram(Input(keys, keyDim, "gram: keys").rows).data);
  });
}

val scoresOf(const val& queries, const val& keys, double dim) {
  return guard([&] {
    const Input left(queries, dim, "scores: queries");
    const Input right(keys, dim, "scores: keys");
    return arrayOf(scores(left.rows, right.rows).data);
  });
}

val leastSquaresOf(const val& keys, const val& values, double keyDim,
                   double valueDim, double ridge) {
  return guard([&] {
    const Input left(keys, keyDim, "leastSquares: keys");
    const Input right(values, valueDim, "leastSquares: values");
    const LeastSquaresFit fit = leastSquares(left.rows, right.rows, ridge);
    val result = val::object();
    result.set("state", arrayOf(fit.state.data));
    result.set("rank", static_cast<double>(fit.rank));
    result.set("condition", fit.condition);
    return result;
  });
}

val dualBasisOf(const val& keys, double keyDim) {
  return guard([&] {
    const DualBasis basis =
        dualBasis(Input(keys, keyDim, "dualBasis: keys").rows);
    val result = val::object();
    result.set("vectors", arrayOf(basis.vectors.data));
    result.set("rank", static_cast<double>(basis.rank));
    return result;
  });
}

val svdOf(const val& matrix, double rows, double cols) {
  return guard([&] {
    const Input input(matrix, cols, "svd: matrix");
    if (input.rows.count() != sizeFrom(rows, "svd: rows")) {
      throw RangeError("svd: matrix has " + std::to_string(input.rows.count()) +
                       " rows, expected " + std::to_string(rows));
    }
    const Svd svd = matrix_memory::svd(input.rows);
    val result = val::object();
    result.set("u", arrayOf(svd.u.data));
    result.set("singularValues", arrayOf(svd.singularValues));
    result.set("v", arrayOf(svd.v.data));
    return result;
  });
}

RandomKind randomKindFrom(const std::string& name) {
  if (name == "sphere") return RandomKind::kSphere;
  if (name == "gaussian") return RandomKind::kGaussian;
  if (name == "sign") return RandomKind::kSign;
  throw TypeError("random: kind is \"" + name +
                  "\", expected sphere, gaussian or sign");
}

val randomOf(const std::string& kind, double count, double dim, double seed) {
  return guard([&] {
    return arrayOf(randomRows(randomKindFrom(kind),
                              sizeFrom(count, "random: count"),
                              sizeFrom(dim, "random: dim"),
                              wholeFrom(seed, "random: seed"))
                       .data);
  });
}

std::string versionOf() { return std::string(version()); }

}  // namespace

EMSCRIPTEN_BINDINGS(analysis) {
  emscripten::function("version", &versionOf);
  emscripten::function("outer", &outerOf);
  emscripten::function("gram", &gramOf);
  emscripten::function("scores", &scoresOf);
  emscripten::function("leastSquares", &leastSquaresOf);
  emscripten::function("dualBasis", &dualBasisOf);
  emscripten::function("svd", &svdOf);
  emscripten::function("random", &randomOf);
}

}  // namespace matrix_memory::bindings

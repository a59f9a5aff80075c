#include <emscripten/bind.h>

#include "guard.h"
#include "matrix_memory/attention.h"
#include "matrix_memory/error.h"
#include "matrix_memory/features.h"
#include "matrix_memory/geometry.h"
#include "matrix_memory/least_squares.h"
#include "matrix_memory/random.h"
#include "matrix_memory/version.h"
#include "options.h"
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
    const std::size_t expected = sizeFrom(rows, "svd: rows");
    if (input.rows.count() != expected) {
      throw RangeError("svd: matrix has " + std::to_string(input.rows.count()) +
                       " rows, expected " + std::to_string(expected));
    }
    const Svd svd = matrix_memory::svd(input.rows);
    val result = val::object();
    result.set("u", arrayOf(svd.u.data));
    result.set("singularValues", arrayOf(svd.singularValues));
    result.set("v", arrayOf(svd.v.data));
    return result;
  });
}

val attentionOf(const val& queries, const val& keys, const val& values,
                double keyDim, double valueDim, const val& kernel,
                double inverseTemperature, bool normalise, bool causal) {
  return guard([&] {
    const Input asked(queries, keyDim, "attention: queries");
    const Input stored(keys, keyDim, "attention: keys");
    const Input given(values, valueDim, "attention: values");
    AttentionOptions options{.inverseTemperature = inverseTemperature,
                             .normalise = normalise,
                             .causal = causal};
    const auto name = kernel["name"].as<std::string>();
    if (name == "linear") {
      options.kernel = Identity{};
    } else if (name != "softmax") {
      options.kernel = featuresFrom(kernel);
    }
    const Attention attended =
        attention(asked.rows, stored.rows, given.rows, options);
    val result = val::object();
    result.set("weights", arrayOf(attended.weights.data));
    result.set("output", arrayOf(attended.output.data));
    return result;
  });
}

val featuresOf(const val& rows, double dim, const val& choice) {
  return guard([&] {
    const Input input(rows, dim, "features: rows");
    return arrayOf(features(input.rows, featuresFrom(choice)).data);
  });
}

val keyStatisticsOf(const val& keys, double keyDim) {
  return guard([&] {
    const Input input(keys, keyDim, "keyStatistics: keys");
    const KeyStatistics statistics = keyStatistics(input.rows);
    val result = val::object();
    result.set("pairs", static_cast<double>(statistics.pairs));
    result.set("rank", static_cast<double>(statistics.rank));
    result.set("coherence", statistics.coherence);
    result.set("spectrum", arrayOf(statistics.spectrum));
    result.set("effectiveDimension", statistics.effectiveDimension);
    result.set("additiveError", statistics.additiveError);
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

val randomOf(const val& kind, double count, double dim, double seed) {
  return guard([&] {
    return arrayOf(randomRows(randomKindFrom(kind.as<std::string>()),
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
  emscripten::function("attention", &attentionOf);
  emscripten::function("features", &featuresOf);
  emscripten::function("keyStatistics", &keyStatisticsOf);
  emscripten::function("random", &randomOf);
}

}  // namespace matrix_memory::bindings

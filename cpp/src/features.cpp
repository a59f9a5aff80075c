#include "matrix_memory/features.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "directions.h"
#include "kernels/dense.h"
#include "largest.h"
#include "message.h"

namespace matrix_memory {
namespace {

using Input = std::span<const double>;
using Output = std::span<double>;

void requireBetween(std::size_t value, std::size_t least, std::size_t most,
                    std::string_view name) {
  if (value < least || value > most) {
    refuse({"features: ", name, " is ", value, ", expected ", least, " to ",
            most});
  }
}

constexpr std::size_t kMostFeatures = std::size_t{1} << 30;

struct Checked {
  std::size_t d;

  Features operator()(const Dpfp& dpfp) const {
    requireBetween(dpfp.nu, 1, 2 * d - 1, "nu");
    return dpfp;
  }
  Features operator()(Favor favor) const {
    if (favor.count == 0) favor.count = 4 * d;
    requireBetween(favor.count, 1, kMostFeatures, "count");
    return favor;
  }
  Features operator()(const TopK& top) const {
    requireBetween(top.k, 1, d, "k");
    return top;
  }
  Features operator()(const Lsh& lsh) const {
    requireBetween(lsh.bits, 1, kMostFeatures, "bits");
    return lsh;
  }
  template <class Plain>
  Features operator()(const Plain& plain) const {
    return plain;
  }
};

/// The number of features, in 64 bits.
struct Count {
  std::uint64_t d;

  std::uint64_t operator()(const Taylor&) const { return 1 + d + d * d; }
  std::uint64_t operator()(const Dpfp& dpfp) const { return 2 * d * dpfp.nu; }
  std::uint64_t operator()(const Favor& favor) const { return favor.count; }
  std::uint64_t operator()(const Lsh& lsh) const { return lsh.bits; }
  template <class Plain>
  std::uint64_t operator()(const Plain&) const {
    return d;
  }
};

Matrix directionsFor(const Features& choice, std::size_t d) {
  if (const auto* favor = std::get_if<Favor>(&choice)) {
    return favor->orthogonal
               ? orthogonalDirections(favor->count, d, favor->seed)
               : normalDirections(favor->count, d, favor->seed);
  }
  if (const auto* lsh = std::get_if<Lsh>(&choice)) {
    return normalDirections(lsh->bits, d, lsh->seed);
  }
  return {};
}

struct Apply {
  Input x;
  Output out;
  const Matrix& directions;

  void operator()(const Identity&) const {
    std::copy(x.begin(), x.end(), out.begin());
  }
  void operator()(const EluPlusOne&) const {
    std::transform(x.begin(), x.end(), out.begin(), [](double entry) {
      return entry > 0 ? entry + 1 : std::exp(entry);
    });
  }
  void operator()(const Relu&) const {
    std::transform(x.begin(), x.end(), out.begin(),
                   [](double entry) { return entry > 0 ? entry : 0.0; });
  }
  void operator()(const Taylor&) const {
    const std::size_t d = x.size();
    const double scale = 1 / std::sqrt(2.0);
    out[0] = 1;
    std::copy(x.begin(), x.end(), out.begin() + 1);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        out[1 + d + i * d + j] = x[i] * x[j] * scale;
      }
    }
  }
  void operator()(const Dpfp& dpfp) const {
    const std::size_t d = x.size();
    const auto part = [&](std::size_t i) {
      return std::max(0.0, i < d ? x[i] : -x[i - d]);
    };
    for (std::size_t j = 1; j <= dpfp.nu; ++j) {
      for (std::size_t i = 0; i < 2 * d; ++i) {
        out[(j - 1) * 2 * d + i] = part(i) * part((i + 2 * d - j) % (2 * d));
      }
    }
  }
  void operator()(const Favor& favor) const {
    kernels::multiply(directions.data, x, out);
    const double half = kernels::squaredLength(x) / 2;
    const double scale = 1 / std::sqrt(static_cast<double>(favor.count));
    for (double& entry : out) entry = scale * std::exp(entry - half);
  }
  void operator()(const TopK& top) const {
    std::vector<double> sizes(x.begin(), x.end());
    for (double& size : sizes) size = std::abs(size);
    const std::vector<std::size_t> order = largestFirst(sizes, top.k);
    std::fill(out.begin(), out.end(), 0.0);
    for (std::size_t i = 0; i < top.k; ++i) out[order[i]] = x[order[i]];
  }
  void operator()(const Lsh& lsh) const {
    kernels::multiply(directions.data, x, out);
    const double size = 1 / std::sqrt(static_cast<double>(lsh.bits));
    for (double& entry : out) entry = entry < 0 ? -size : size;
  }
};

}  // namespace

bool neverNegative(const Features& features) {
  return std::holds_alternative<EluPlusOne>(features) ||
         std::holds_alternative<Relu>(features) ||
         std::holds_alternative<Dpfp>(features) ||
         std::holds_alternative<Favor>(features);
}

std::uint64_t featureCount(const Features& choice, std::size_t inputDim) {
  return std::visit(Count{inputDim}, std::visit(Checked{inputDim}, choice));
}

FeatureMap::FeatureMap(const Features& choice, std::size_t inputDim)
    : choice_(std::visit(Checked{inputDim}, choice)),
      inputDim_(inputDim),
      featureDim_(elementCount(1, featureCount(choice_, inputDim), "features")),
      directions_(directionsFor(choice_, inputDim)) {}

void FeatureMap::apply(Input input, Output out) const {
  std::visit(Apply{input, out, directions_}, choice_);
}

Matrix features(const Rows& rows, const Features& choice) {
  requireFinite(rows, "features: rows");
  const FeatureMap map(choice, rows.dim());
  Matrix result(rows.count(), map.featureDim());
  for (std::size_t i = 0; i < rows.count(); ++i) {
    map.apply(rows[i], result.row(i));
    if (!allFinite(result.row(i))) {
      refuse({"features: row ", i,
              " has features beyond the range of double precision"});
    }
  }
  return result;
}

}  // namespace matrix_memory

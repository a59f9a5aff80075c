#include "matrix_memory/rules.h"

namespace matrix_memory {
namespace {

struct Name {
  std::string_view operator()(const Additive&) const { return "additive"; }
  std::string_view operator()(const Decay&) const { return "decay"; }
  std::string_view operator()(const Delta&) const { return "delta"; }
  std::string_view operator()(const GatedDelta&) const { return "gated-delta"; }
  std::string_view operator()(const RecursiveLeastSquares&) const {
    return "recursive-least-squares";
  }
  std::string_view operator()(const LeastSquares&) const {
    return "least-squares";
  }
  std::string_view operator()(const Cache&) const { return "cache"; }
  std::string_view operator()(const Hopfield&) const { return "hopfield"; }
};

}  // namespace

std::string_view nameOf(const Rule& rule) { return std::visit(Name{}, rule); }

}  // namespace matrix_memory

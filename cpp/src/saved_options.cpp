#include "saved_options.h"

#include <array>

namespace matrix_memory {
namespace {

struct Write {
  ByteWriter& writer;

  void operator()(const Dpfp& dpfp) const { writer.whole(dpfp.nu); }
  void operator()(const Favor& favor) const {
    writer.whole(favor.count);
    writer.whole(favor.seed);
    writer.byte(favor.orthogonal ? 1 : 0);
  }
  void operator()(const TopK& top) const { writer.whole(top.k); }
  void operator()(const Lsh& lsh) const {
    writer.whole(lsh.bits);
    writer.whole(lsh.seed);
  }

  void operator()(const Decay& rule) const { writer.numbers(rule.decay); }
  void operator()(const Delta& rule) const { writer.number(rule.beta); }
  void operator()(const GatedDelta& rule) const {
    writer.number(rule.decay);
    writer.number(rule.beta);
  }
  void operator()(const RecursiveLeastSquares& rule) const {
    writer.number(rule.ridge);
    writer.number(rule.forgetting);
  }
  void operator()(const LeastSquares& rule) const { writer.number(rule.ridge); }

  void operator()(const Softmax& read) const {
    writer.number(*read.inverseTemperature);
    writer.whole(read.steps);
    writer.whole(read.topK);
    writer.matrix(read.codebook);
  }
  void operator()(const Threshold& read) const {
    writer.byte(read.kind == ThresholdKind::kHard ? 1 : 0);
    writer.number(read.at);
  }
  void operator()(const Nearest& read) const { writer.matrix(read.codebook); }
  void operator()(const Sign& read) const { writer.whole(read.steps); }

  template <class Plain>
  void operator()(const Plain&) const {}
};

struct Read {
  ByteReader& reader;

  void operator()(Dpfp& dpfp) const { dpfp.nu = reader.size(); }
  void operator()(Favor& favor) const {
    favor.count = reader.size();
    favor.seed = reader.whole();
    favor.orthogonal = reader.choice(2) == 1;
  }
  void operator()(TopK& top) const { top.k = reader.size(); }
  void operator()(Lsh& lsh) const {
    lsh.bits = reader.size();
    lsh.seed = reader.whole();
  }

  void operator()(Decay& rule) const { rule.decay = reader.numbers(); }
  void operator()(Delta& rule) const { rule.beta = reader.number(); }
  void operator()(GatedDelta& rule) const {
    rule.decay = reader.number();
    rule.beta = reader.number();
  }
  void operator()(RecursiveLeastSquares& rule) const {
    rule.ridge = reader.number();
    rule.forgetting = reader.number();
  }
  void operator()(LeastSquares& rule) const { rule.ridge = reader.number(); }

  void operator()(Softmax& read) const {
    read.inverseTemperature = reader.number();
    read.steps = reader.size();
    read.topK = reader.size();
    read.codebook = reader.matrix();
  }
  void operator()(Threshold& read) const {
    read.kind =
        reader.choice(2) == 1 ? ThresholdKind::kHard : ThresholdKind::kSoft;
    read.at = reader.number();
  }
  void operator()(Nearest& read) const { read.codebook = reader.matrix(); }
  void operator()(Sign& read) const { read.steps = reader.size(); }

  template <class Plain>
  void operator()(Plain&) const {}
};

template <class Variant>
void writeChoice(ByteWriter& writer, const Variant& choice) {
  writer.byte(static_cast<std::uint8_t>(choice.index()));
  std::visit(Write{writer}, choice);
}

/// One default member of a variant by its number.
template <class Variant, std::size_t... I>
Variant memberOf(std::size_t index, std::index_sequence<I...>) {
  const std::array<Variant, sizeof...(I)> members{
      std::variant_alternative_t<I, Variant>{}...};
  return members[index];
}

template <class Variant>
Variant readChoice(ByteReader& reader) {
  constexpr std::size_t kCount = std::variant_size_v<Variant>;
  Variant choice = memberOf<Variant>(reader.choice(kCount),
                                     std::make_index_sequence<kCount>{});
  std::visit(Read{reader}, choice);
  return choice;
}

}  // namespace

void writeOptions(ByteWriter& writer, const MemoryOptions& options) {
  writer.whole(options.keyDim);
  writer.whole(options.valueDim);
  writer.byte(static_cast<std::uint8_t>(options.normalise));
  writeChoice(writer, options.features);
  writeChoice(writer, options.rule);
  writeChoice(writer, options.read);
  writer.byte(static_cast<std::uint8_t>(options.precision));
}

MemoryOptions readOptions(ByteReader& reader) {
  MemoryOptions options;
  options.keyDim = reader.size();
  options.valueDim = reader.size();
  options.normalise = static_cast<Normalisation>(reader.choice(5));
  options.features = readChoice<Features>(reader);
  options.rule = readChoice<Rule>(reader);
  options.read = readChoice<ReadOut>(reader);
  options.precision = static_cast<Precision>(reader.choice(4));
  return options;
}

}  // namespace matrix_memory

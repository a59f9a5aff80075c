#include <set>

#include "golden_options.h"
#include "matrix_memory/memory.h"
#include "support.h"

/// The golden vectors of tests/golden/memories.json, which come from closed
/// forms over all pairs at once.
namespace matrix_memory {
namespace {

using test::Json;

void expectRows(const Matrix& actual, const Matrix& expected) {
  ASSERT_EQ(actual.rows, expected.rows);
  ASSERT_EQ(actual.cols, expected.cols);
  for (std::size_t i = 0; i < actual.data.size(); ++i) {
    EXPECT_NEAR(actual.data[i], expected.data[i],
                1e-11 * (1 + std::abs(expected.data[i])))
        << "at " << i;
  }
}

void expectCase(const Json& golden) {
  Memory memory(test::optionsFrom(golden["options"]));
  std::vector<double> beta;
  std::vector<double> decay;
  if (golden.has("beta")) beta = golden["beta"].numbers();
  if (golden.has("decay")) decay = golden["decay"].numbers();
  const Matrix queries = test::rowsFrom(golden["queries"]);
  memory.write(test::rowsFrom(golden["keys"]), test::rowsFrom(golden["values"]),
               {.beta = beta, .decay = decay});
  expectRows(memory.read(queries), test::rowsFrom(golden["reads"]));
  if (golden.has("state")) {
    expectRows(memory.state(), test::rowsFrom(golden["state"]));
  } else {
    const Matrix weights = test::rowsFrom(golden["weights"]);
    for (std::size_t i = 0; i < queries.rows; ++i) {
      test::expectNear(memory.weights(queries.row(i)), weights.row(i), 1e-11);
    }
  }
}

TEST(Golden, EveryMemoryHoldsAndReadsWhatTheClosedFormSays) {
  const Json golden = Json::golden("memories.json");
  std::set<std::size_t> rules;
  std::set<std::size_t> features;
  std::set<std::size_t> reads;
  for (const Json& each : golden["cases"].items()) {
    SCOPED_TRACE(each["name"].string());
    const MemoryOptions options = test::optionsFrom(each["options"]);
    rules.insert(options.rule.index());
    features.insert(options.features.index());
    reads.insert(options.read.index());
    expectCase(each);
  }
  EXPECT_EQ(rules.size(), std::variant_size_v<Rule>);
  EXPECT_EQ(features.size(), std::variant_size_v<Features>);
  EXPECT_EQ(reads.size(), std::variant_size_v<ReadOut>);
}

}  // namespace
}  // namespace matrix_memory

// Against scikit-learn: tests/reference/classification_reference.py made the values.
#include <fstream>

#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/metric/classes/classification_profile.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

void expect_values(const nlohmann::json& expected, const ClassificationProfile& profile,
                   const ClassificationScores& scores, const std::string& where) {
  for (size_t m = 0; m < profile.metrics.size(); ++m) {
    const auto& name = profile.metrics[m];
    ASSERT_EQ(scores.values[m].has_value(), !expected.at(name).is_null()) << name << where;
    if (!scores.values[m]) continue;
    EXPECT_NEAR(*scores.values[m], expected.at(name).get<double>(), 1e-12) << name << where;
  }
}

TEST(ClassificationReference, MetricsEqualScikitLearn) {
  const ClassificationProfile& profile = **find_classification_profile("classification-full");
  int number = 0;
  for (const auto& item : testing::reference("classification_reference")) {
    const auto truth = item["truth"].get<std::vector<uint32_t>>();
    const auto p = item["p"].get<std::vector<double>>();
    const auto weights = item["weights"].get<std::vector<uint32_t>>();
    const ClassItems items{item["classes"].get<size_t>(), truth, p};
    const auto scores = evaluate(profile, items);
    EXPECT_EQ(scores.n, truth.size());
    const std::string where = " of case " + std::to_string(number++);
    expect_values(item["values"], profile, scores, where);
    expect_values(item["weighted"], profile, evaluate(profile, items, weights), where + ", weighted");
    std::vector<uint64_t> table(items.classes * items.classes);
    for (const auto& [of, answer, n] : confusion_counts(items)) table[of * items.classes + answer] = n;
    EXPECT_EQ(table, item["confusion"].get<std::vector<uint64_t>>());
    for (size_t c = 0; c < items.classes; ++c) {
      EXPECT_NEAR(scores.classes[c].precision, item["by_class"][c][0].get<double>(), 1e-15);
      EXPECT_NEAR(scores.classes[c].recall, item["by_class"][c][1].get<double>(), 1e-15);
      EXPECT_NEAR(scores.classes[c].f1, item["by_class"][c][2].get<double>(), 1e-15);
      EXPECT_EQ(scores.classes[c].support, item["by_class"][c][3].get<double>());
    }
  }
  EXPECT_EQ(number, 6);
}

}  // namespace
}  // namespace standfast

// The profiles pan24 and pan25 against the rules of PAN's evaluators
// (tests/reference/pan_evaluators_reference.py made the values), and pan-strict where it differs from both.
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/answers/answers.h"
#include "standfast/base/json.h"
#include "standfast/metric/pairs/profile.h"

namespace standfast {
namespace {

using Numbers = std::vector<double>;
using Bits = std::vector<uint8_t>;

// Read and scored as `standfast score` does.
VerificationScores scored(const MetricProfile& profile, const Numbers& p, const Bits& truth) {
  std::string lines;
  for (size_t i = 0; i < p.size(); ++i) lines += fmt::format("{{\"id\": \"{}\", \"value\": {}}}\n", i, p[i]);
  const auto answers = parse_answers(lines, "answers.jsonl", profile.out_of_range);
  if (!answers) throw std::runtime_error(answers.error().message);
  return evaluate(profile, answers->predictions.values, truth);
}

TEST(PanEvaluators, EveryNumberOfEveryCase) {
  const auto cases = nlohmann::json::parse(
      std::ifstream(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/pan_evaluators_reference.json"));
  ASSERT_GT(cases.size(), 8U);
  for (const auto& one : cases)
    for (const char* name : {"pan24", "pan25"}) {
      const MetricProfile& profile = **find_profile(name);
      const auto scores = scored(profile, one["p"].get<Numbers>(), one["truth"].get<Bits>());
      const auto names = metric_names(profile);
      for (size_t m = 0; m < names.size(); ++m) {
        const auto& expected = one[name][names[m]];
        const std::string where = fmt::format("{} of {}, {}", names[m], name, one["case"].get<std::string>());
        ASSERT_EQ(scores.values[m].has_value(), !expected.is_null()) << where;
        if (scores.values[m]) {
          EXPECT_NEAR(*scores.values[m], expected.get<double>(), 1e-12) << where;
        }
      }
    }
}

TEST(PanEvaluators, StrictIsTheOldRuleUnderItsOwnName) {
  const MetricProfile& strict = **find_profile("pan-strict");
  // N 4, right 2, open 1 (of two authors, which pan24 counts among the right ones too).
  EXPECT_DOUBLE_EQ(*scored(strict, {.9, .4, .5, .2}, {1, 1, 0, 0}).values[1], (2 + 2. / 4) / 4);
  EXPECT_DOUBLE_EQ(*scored(**find_profile("pan24"), {.9, .4, .5, .2}, {1, 1, 0, 0}).values[1],
                   (3 + 3. / 4) / 4);
  // Clipped before all: 1.7 and 1.2 tie. Under pan25 they do not.
  EXPECT_DOUBLE_EQ(*scored(strict, {1.7, 1.2}, {1, 0}).values[0], .5);
  EXPECT_DOUBLE_EQ(*scored(**find_profile("pan25"), {1.7, 1.2}, {1, 0}).values[0], 1);
  // F1 at 0 / 0 is 0; the undefined AUC and F0.5u count 0.
  EXPECT_EQ(scored(strict, {.1, .2}, {0, 0}).values[2], 0.0);
  EXPECT_EQ(scored(**find_profile("pan25"), {.1, .2}, {0, 0}).values[2], std::nullopt);
}

TEST(PanEvaluators, RoundAsTheyPrint) {
  for (const char* metric : {"auc", "c@1", "f1", "f0.5u", "brier", "overall"}) {
    EXPECT_EQ(printed(**find_profile("pan24"), metric, 0.0005), "0.000") << "numpy: half to even";
    EXPECT_EQ(printed(**find_profile("pan25"), metric, 0.0005), "0.001") << "Python: the decimal expansion";
  }
}

}  // namespace
}  // namespace standfast

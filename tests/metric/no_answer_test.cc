// Tests that missing answers count as errors and are never a class. tests/reference/no_answer.py made the
// values.
#include <gtest/gtest.h>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/classes/guessing.h"
#include "standfast/metric/stat/influence.h"

namespace standfast {
namespace {

const std::vector<uint32_t> kTruth = {0, 0, 0, 1, 1, 2, 2, 2, 1, 0};
const std::vector<uint32_t> kAnswers = {0, 0, kNoAnswer, 1, 2, 2, kNoAnswer, 2, 1, 1};

std::vector<double> rows_of(const std::vector<uint32_t>& answers) {
  std::vector<double> rows;
  for (const uint32_t answer : answers)
    for (uint32_t c = 0; c < 3; ++c) rows.push_back(c == answer ? 1 : 0);
  return rows;
}

TEST(NoAnswer, IsAnErrorAndNoClass) {
  const auto rows = rows_of(kAnswers);
  const ClassItems items{3, kTruth, rows, true};
  EXPECT_EQ(predicted_class(items.row(2)), kNoAnswer);
  const auto profile =
      make_classification_profile("x", "",
                                  {"accuracy", "balanced-accuracy", "macro-f1", "mcc", "kappa", "log-loss",
                                   "multiclass-brier", "auc-ovr", "auc-ovo"});
  ASSERT_TRUE(profile) << profile.error().message;
  const auto scores = evaluate(*profile, items);
  const double expected[] = {0.6, 0.611111111111111, 0.6666666666666666, 0.4865092359773211,
                             0.45945945945945954};
  for (size_t m = 0; m < std::size(expected); ++m) EXPECT_NEAR(*scores.values[m], expected[m], 1e-12) << m;
  for (size_t m = std::size(expected); m < scores.values.size(); ++m)
    EXPECT_FALSE(scores.values[m]) << profile->metrics[m] << " needs a number of every item";
  EXPECT_EQ(scores.n, 10U);
  EXPECT_EQ(tally(items).unanswered(), 2U);
  uint64_t answered = 0;
  for (const auto& count : confusion_counts(items)) answered += count.n;
  EXPECT_EQ(answered, 8U);
  // Answers alone give the same tally as rows that are 1 at the answers.
  const ClassItems labels{.classes = 3, .truth = kTruth, .probabilities = {}, .labels = kAnswers};
  EXPECT_EQ(tally(labels), tally({3, kTruth, rows, false}));
  EXPECT_EQ(confusion_counts(labels), confusion_counts(items));
  // Influences belong to the same numbers, and there are none for undefined numbers.
  const auto moved = influences(*profile, items);
  for (size_t m = 0; m < moved.size(); ++m) EXPECT_EQ(moved[m].value, scores.values[m]) << m;
}

// A model that answers nothing has no lead over guessing, and silence now and then earns a guesser no lead
// either.
TEST(NoAnswer, SilenceIsNoSkill) {
  const std::vector<uint32_t> fold(kTruth.size(), 0), silent(kTruth.size(), kNoAnswer);
  const auto none = lead_over_guessing("accuracy", 3, kTruth, silent, fold);
  ASSERT_TRUE(none.lead.value);
  EXPECT_EQ(*none.lead.value, 0);
  const auto some = lead_over_guessing("accuracy", 3, kTruth, kAnswers, fold);
  // 6 of 10 answers are right; in expectation 4/10 * 2 + 3/10 * 3 + 3/10 * 3 = 2.6 of these answers are right
  // by chance.
  EXPECT_NEAR(*some.lead.value, 0.6 - 0.26, 1e-12);
}

}  // namespace
}  // namespace standfast

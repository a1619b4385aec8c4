// The summary scores conditions one after another, each against its baseline. Whatever the order and the
// baselines of other conditions, each number equals that of the two conditions alone.
#include "standfast/result/findings/summary.h"

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/result/findings/shared_items.h"
#include "tests/support/forged_run.h"

namespace standfast::result {
namespace {

constexpr uint32_t kAuthors = 8, kTopics = 9;

// Makes a run in which every author writes twice on every topic. The probability of a right answer falls from
// condition to condition of the list.
RunRecords made_conditions(const std::vector<std::string>& conditions,
                           const std::vector<std::string>& models) {
  RunRecords run = testing::bare_run("classification", conditions, models);
  run.profile = "classification";
  CorpusInfo& corpus = run.corpora[0];
  for (uint32_t a = 0; a < kAuthors; ++a) corpus.classes.push_back(std::to_string(a));
  for (uint32_t t = 0; t < kTopics; ++t) corpus.tested_topics.push_back(std::to_string(t));
  corpus.tested_authors = kAuthors;
  for (const auto& condition : conditions)
    for (const auto& model : models) {
      // The draws depend on the names of the condition and the model, not on their places in the lists.
      Rng rng(1, "test/summary", condition + model);
      const double right = condition == "iid" ? 0.9 : condition == "control" ? 0.75 : 0.55;
      std::vector<testing::ForgedAnswer> answers;
      for (uint32_t i = 0; i < 2 * kAuthors * kTopics; ++i) {
        const uint32_t author = condition == "one class" ? 0 : i % kAuthors, topic = i / kAuthors % kTopics;
        const uint32_t answer = rng.chance(right) ? author : (author + 1) % kAuthors;
        answers.push_back({i, author, answer, topic, author});
      }
      testing::add_answers(run, testing::add_cell(run, condition, model), answers);
    }
  for (auto& condition : run.conditions) {
    condition.reference = condition.name == "iid";
    if (condition.name == "control") condition.control_of = "novel";
  }
  return run;
}

Summary accuracies_of(const RunRecords& run, int threads = 1) {
  return *summarise(run, {"accuracy", 0.95, threads}, null_sink());
}

const CellSummary& summary_cell(const RunRecords& run, const Summary& summary, const std::string& condition,
                                const std::string& model) {
  size_t c = 0, m = 0;
  while (run.conditions[c].name != condition) ++c;
  while (run.models[m].name != model) ++m;
  return summary.cell(run, 0, c, m);
}

TEST(Summary, HasNoShareWhereOneClassIsTested) {
  const RunRecords run = made_conditions({"iid", "one class"}, {"a"});
  const Summary summary = accuracies_of(run);
  const auto& metric = summary_cell(run, summary, "one class", "a").metrics[summary.default_metric];
  EXPECT_TRUE(metric.score.value);
  EXPECT_TRUE(metric.lost.estimate.value);
  EXPECT_FALSE(metric.survival.value);
  EXPECT_EQ(metric.survival.why_not,
            "in every fold the tested documents are of one class, so no answer is better than a guess");
}

// Nothing is claimed of scores over different items: a fold without answers is in one score and not in the
// other.
TEST(Summary, ClaimsNothingOfScoresOfDifferentItems) {
  RunRecords run = made_conditions({"iid", "novel"}, {"a", "b"});
  const auto claims = [&](const std::string& model) {
    const Summary summary = accuracies_of(run);
    const auto& metric = summary_cell(run, summary, "novel", model).metrics[summary.default_metric];
    EXPECT_EQ(metric.lost.p.has_value(), metric.lost.estimate.value.has_value()) << model;
    EXPECT_EQ(metric.lost.estimate.why_not, metric.lost.p ? "" : kDifferentItems) << model;
    EXPECT_EQ(metric.lost.p.has_value(), metric.survival.value.has_value()) << model;
    EXPECT_EQ(metric.lost.p.has_value(), metric.lost.estimate.interval.has_value()) << model;
    return metric.lost.p.has_value();
  };
  EXPECT_TRUE(claims("a") && claims("b"));
  EXPECT_TRUE(accuracies_of(run).drop_tests[0].difference.p);
  run.missing.push_back({{run.corpora[0].name, "novel", "a", 1, 1}, ""});
  EXPECT_FALSE(claims("a"));
  EXPECT_FALSE(accuracies_of(run).drop_tests[0].difference.p);
  run.missing[0].condition = "iid";
  EXPECT_FALSE(claims("a")) << "the reference lacks it";
}

// A share above 100 % of a side is not shown, only the points: other documents may simply be easier.
TEST(Summary, AShareAbove100PercentOfASideIsNoShare) {
  RunRecords run = made_conditions({"iid", "novel"}, {"a"});
  for (auto& condition : run.conditions)
    if (condition.name == "iid") {
      condition.side = "far";
      condition.side_of = "novel";
    }
  const Summary summary = accuracies_of(run);
  const auto& metric = summary_cell(run, summary, "iid", "a").metrics[summary.default_metric];
  ASSERT_TRUE(metric.lost.estimate.value) << metric.lost.estimate.why_not;
  EXPECT_LT(*metric.lost.estimate.value, 0);
  EXPECT_FALSE(metric.survival.value);
  EXPECT_NE(metric.survival.why_not.find("the side is easier than its baseline"), std::string::npos)
      << metric.survival.why_not;
}

// Two sides that lack the same failed fold are compared, because the same fits answer both.
TEST(Summary, ComparesSidesThatLackTheSameFold) {
  const auto sides = [](bool both) {
    RunRecords run = made_conditions({"iid", "novel"}, {"a"});
    for (auto& condition : run.conditions)
      if (condition.name == "novel") {
        condition.side = "far";
        condition.side_of = "iid";
      }
    run.missing.push_back({{run.corpora[0].name, "iid", "a", 1, 9}, ""});
    if (both) run.missing.push_back({{run.corpora[0].name, "novel", "a", 1, 9}, ""});
    if (!both) {
      run.cells.push_back(run.cells.back());
      EXPECT_EQ(run.cells.back().condition, "novel");
      run.cells.back().fold = 9;
    }
    const Summary summary = accuracies_of(run);
    return summary_cell(run, summary, "novel", "a").metrics[summary.default_metric].lost.p.has_value();
  };
  EXPECT_TRUE(sides(true));
  EXPECT_FALSE(sides(false));
}

// A side of a planted condition is compared with the original test items, because nothing is planted in a
// side.
TEST(Summary, ASideOfAPlantedConditionIsComparedWithTheOriginal) {
  RunRecords run = made_conditions({"iid", "original", "anti", "far"}, {"a"});
  for (auto& condition : run.conditions) {
    condition.shortcut.emplace();
    if (condition.name == "iid") continue;
    condition.side = condition.name == "original" ? kOriginalSide
                     : condition.name == "anti"   ? kAntiTestSide
                                                  : "far";
    if (condition.side == "far") condition.shortcut.reset();
    condition.side_of = "iid";
  }
  const auto baseline_of = [&](const Summary& summary, const std::string& name) {
    for (size_t c = 0; c < run.conditions.size(); ++c)
      if (run.conditions[c].name == name && summary.baseline[c])
        return run.conditions[*summary.baseline[c]].name;
    return std::string("none");
  };
  const Summary summary = accuracies_of(run);
  EXPECT_EQ(baseline_of(summary, "far"), "original");
  EXPECT_EQ(baseline_of(summary, "anti"), "original");
  for (auto& condition : run.conditions) condition.shortcut.reset();
  EXPECT_EQ(baseline_of(accuracies_of(run), "far"), "iid");
}

TEST(Summary, DoesNotDependOnTheOrderOfConditions) {
  const std::vector<std::string> models = {"a", "b"};
  const RunRecords usual = made_conditions({"iid", "novel", "control", "far"}, models),
                   other = made_conditions({"control", "far", "novel", "iid"}, models);
  const Summary one = accuracies_of(usual), two = accuracies_of(other);
  for (const std::string condition : {"iid", "novel", "control", "far"})
    for (const auto& model : models) {
      const auto &a = summary_cell(usual, one, condition, model).metrics[one.default_metric],
                 &b = summary_cell(other, two, condition, model).metrics[two.default_metric];
      ASSERT_TRUE(a.score.value) << condition;
      EXPECT_EQ(a.score.value, b.score.value);
      EXPECT_NEAR(a.score.interval->low, b.score.interval->low, 1e-9);
      ASSERT_EQ(a.lost.estimate.value.has_value(), condition != "iid");
      EXPECT_EQ(b.lost.estimate.value.has_value(), condition != "iid");
      if (condition == "iid") continue;
      EXPECT_NEAR(*a.lost.estimate.value, *b.lost.estimate.value, 1e-12);
      EXPECT_NEAR(a.lost.estimate.interval->high, b.lost.estimate.interval->high, 1e-9);
      EXPECT_NEAR(*a.lost.p, *b.lost.p, 1e-9);
    }
  ASSERT_EQ(one.drop_tests.size(), 3U) << "one pair of models under each condition but the reference";
  ASSERT_EQ(two.drop_tests.size(), 3U);
  for (size_t i = 1; i < 3; ++i) EXPECT_LT(two.drop_tests[i - 1].condition, two.drop_tests[i].condition);
}

TEST(Summary, AConditionIsComparedWithItsControlAndTheControlWithTheReference) {
  const RunRecords run = made_conditions({"iid", "novel", "control"}, {"a"});
  const Summary summary = accuracies_of(run);
  const size_t m = summary.default_metric;
  const auto score = [&](const char* condition) {
    return *summary_cell(run, summary, condition, "a").metrics[m].score.value;
  };
  const auto lost = [&](const char* condition) {
    return *summary_cell(run, summary, condition, "a").metrics[m].lost.estimate.value;
  };
  EXPECT_NEAR(lost("novel"), score("control") - score("novel"), 1e-12);
  EXPECT_NEAR(lost("control"), score("iid") - score("control"), 1e-12);
  EXPECT_GT(lost("novel"), 0.05);
}

// A reference may have a control; then each of the two is the baseline of the other.
TEST(Summary, AReferenceMayHaveAControl) {
  RunRecords run = made_conditions({"iid", "far", "control"}, {"a", "b"});
  run.conditions[2].control_of = "iid";
  const Summary summary = accuracies_of(run);
  ASSERT_EQ(summary.baseline[0], 2U);
  ASSERT_EQ(summary.baseline[2], 0U);
  const size_t m = summary.default_metric;
  const auto of = [&](const char* condition) {
    return summary_cell(run, summary, condition, "b").metrics[m];
  };
  const double iid = *of("iid").score.value, control = *of("control").score.value;
  EXPECT_NEAR(*of("iid").lost.estimate.value, control - iid, 1e-12);
  EXPECT_NEAR(*of("control").lost.estimate.value, iid - control, 1e-12);
  EXPECT_NEAR(*of("far").lost.estimate.value, iid - *of("far").score.value, 1e-12);
  EXPECT_EQ(summary.drop_tests.size(), 3U);
}

// Shares of perfect scores have no interval: all answers are right under both conditions, and only luck in
// guessing could leave an error.
TEST(Summary, SharesOfPerfectScoresHaveNoInterval) {
  RunRecords run = made_conditions({"iid", "novel"}, {"a"});
  for (auto& cell : run.cells) {
    auto& answers = cell.classified;
    const size_t classes = answers.probabilities.size() / answers.truth.size();
    std::ranges::fill(answers.probabilities, 0);
    for (size_t i = 0; i < answers.truth.size(); ++i)
      answers.probabilities[i * classes + answers.truth[i]] = 1;
  }
  const Summary summary = accuracies_of(run);
  for (size_t m = 0; m < summary.metrics.size(); ++m) {
    const auto& found = summary_cell(run, summary, "novel", "a").metrics[m];
    EXPECT_FALSE(found.score.interval) << summary.metrics[m];
    EXPECT_FALSE(found.survival.interval) << summary.metrics[m];
    if (!summary.profile.metrics[m].has_zero) continue;
    EXPECT_NEAR(found.survival.value.value_or(0), 1, 1e-9) << summary.metrics[m];
    EXPECT_NE(found.survival.why_no_interval.find("cannot be estimated"), std::string::npos)
        << summary.metrics[m];
  }
}

// The same answers in other folds lose nothing and leave no share. The folds are of mixed authors, or of a
// few authors each, where guessing knows more.
TEST(Summary, NothingIsLeftOrLostOfTheSameAnswersInOtherFolds) {
  RunRecords run = made_conditions({"iid", "novel"}, {"checkpoint"});
  const auto given = run.cells[0].classified;
  run.cells.clear();
  for (const char* condition : {"iid", "novel"})
    for (const uint32_t fold : {0U, 1U}) {
      std::vector<testing::ForgedAnswer> answers;
      for (uint32_t i = 0; i < given.truth.size(); ++i) {
        const bool second = std::string(condition) == "iid" ? i % 2 == 1 : given.truth[i] >= kAuthors / 2;
        if (second != (fold == 1)) continue;
        const auto row = std::span(given.probabilities).subspan(i * kAuthors, kAuthors);
        const auto answer = static_cast<uint32_t>(std::ranges::max_element(row) - row.begin());
        answers.push_back({i, given.truth[i], answer, given.topic[i], given.author[i]});
      }
      testing::add_answers(run, testing::add_cell(run, condition, "checkpoint", fold), answers);
    }
  const Summary summary = accuracies_of(run);
  const auto& found = summary_cell(run, summary, "novel", "checkpoint").metrics[summary.default_metric];
  const auto& before = summary_cell(run, summary, "iid", "checkpoint").metrics[summary.default_metric];
  EXPECT_GT(std::abs(*found.guessing - *before.guessing), 0.01) << "nothing is tested";
  EXPECT_EQ(*found.score.value, *before.score.value);
  EXPECT_NEAR(*found.lost.estimate.value, 0, 1e-12);
  EXPECT_FALSE(found.survival.value);
  EXPECT_NE(found.survival.why_not.find("answered alike under both"), std::string::npos)
      << found.survival.why_not;
}

TEST(Summary, ThreadsChangeNoNumber) {
  const RunRecords run = made_conditions({"iid", "novel", "control", "far"}, {"a", "b", "c"});
  const Summary one = accuracies_of(run, 1), two = accuracies_of(run, 2);
  for (size_t i = 0; i < one.cells.size(); ++i)
    for (size_t m = 0; m < one.metrics.size(); ++m) {
      EXPECT_EQ(one.cells[i].metrics[m].score.value, two.cells[i].metrics[m].score.value);
      EXPECT_EQ(one.cells[i].metrics[m].lost.p, two.cells[i].metrics[m].lost.p);
    }
}

}  // namespace
}  // namespace standfast::result

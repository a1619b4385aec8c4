// Intervals if the class of a document is its author: they are about new authors, also for means over
// classes. See docs/what-survives.md.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/result/findings/summary.h"

namespace standfast::result {
namespace {

constexpr uint32_t kClassAuthors = 12, kTopicsOfAuthors = 8;

// Makes a run whose authors differ in how much they write and in how well they are recognized. With `known`
// the model has learned something. Without it, it learned from shuffled names: it assigns nearly all texts of
// an author to one author, who is the right one by luck.
RunRecords attributed_run(uint64_t corpus, const std::vector<ConditionInfo>& conditions, bool known) {
  RunRecords run;
  run.task = "classification";
  run.profile = "classification-full";
  run.seeds = {1};
  run.corpora.push_back({"posts", "", 0, 0, 0, kClassAuthors, {}, {}, 10000});
  for (uint32_t t = 0; t < kTopicsOfAuthors; ++t) run.corpora[0].tested_topics.push_back(std::to_string(t));
  for (uint32_t a = 0; a < kClassAuthors; ++a) run.corpora[0].classes.push_back(std::to_string(a));
  run.conditions = conditions;
  run.models = {{"m", "maxent"}};
  Rng of_authors(corpus, "test/classes-are-authors");
  std::vector<double> recall;
  std::vector<uint32_t> taken_for;
  for (uint32_t a = 0; a < kClassAuthors; ++a) {
    recall.push_back(known ? 0.2 + 0.7 * of_authors.uniform() : 0.9);
    taken_for.push_back(known ? a : static_cast<uint32_t>(of_authors.below(kClassAuthors)));
  }
  for (const auto& condition : conditions) {
    Rng answers(corpus, "test/classes-are-authors/answers", condition.name);
    CellRecord cell;
    cell.corpus = "posts";
    cell.condition = condition.name;
    cell.model = "m";
    cell.seed = 1;
    cell.ok = true;
    auto& to = cell.classified;
    for (uint32_t a = 0; a < kClassAuthors; ++a)
      for (uint32_t t = 0; t < kTopicsOfAuthors; ++t)
        for (uint32_t i = 0; i < 2 + a % 4; ++i) {
          to.document.push_back(static_cast<uint32_t>(to.truth.size()));
          to.truth.push_back(a);
          to.author.push_back(a);
          to.topic.push_back(t);
          const uint32_t answer =
              answers.chance(recall[a]) ? taken_for[a] : static_cast<uint32_t>(answers.below(kClassAuthors));
          for (uint32_t c = 0; c < kClassAuthors; ++c)
            to.probabilities.push_back(0.01 * answers.uniform() + (c == answer ? 0.5 : 0));
        }
    cell.n_test = to.truth.size();
    run.cells.push_back(std::move(cell));
  }
  return run;
}

TEST(ClassesAreAuthors, IntervalsHoldTheScoreOfOtherAuthors) {
  constexpr uint64_t kCorpora = 150;
  std::map<std::string, std::vector<Estimate>> scores;
  for (uint64_t corpus = 0; corpus < kCorpora; ++corpus) {
    const RunRecords run = attributed_run(corpus, {{"novel", "all", "leave-one-topic-out"}}, true);
    const auto summary = summarise(run, {}, null_sink());
    ASSERT_TRUE(summary) << summary.error().message;
    for (size_t m = 0; m < summary->metrics.size(); ++m)
      scores[summary->metrics[m]].push_back(summary->cells[0].metrics[m].score);
  }
  for (const auto& [metric, of_corpora] : scores) {
    double truth = 0, held = 0;
    for (const auto& one : of_corpora) truth += *one.value / kCorpora;
    for (const auto& one : of_corpora) {
      ASSERT_TRUE(one.interval) << metric << ": " << one.why_no_interval;
      held += one.interval->low <= truth && truth <= one.interval->high ? 1.0 / kCorpora : 0;
    }
    // Binomial: at a coverage of 95 %, fewer than 89 % hold once in a thousand times.
    EXPECT_GE(held, 0.89) << metric;
  }
}

TEST(ClassesAreAuthors, AGuesserHasNoShareByAnyMetric) {
  size_t corpora_with_shares = 0;
  for (uint64_t corpus = 0; corpus < 40; ++corpus) {
    const RunRecords run = attributed_run(
        corpus, {{"iid", "all", "k-fold", true}, {"novel", "all", "leave-one-topic-out"}}, false);
    const auto summary = summarise(run, {}, null_sink());
    ASSERT_TRUE(summary) << summary.error().message;
    bool any = false;
    for (const auto& metric : summary->cells[1].metrics) any |= metric.survival.value.has_value();
    corpora_with_shares += any ? 1 : 0;
  }
  // If classes were taken as fixed, it would be 8 of 40.
  EXPECT_LE(corpora_with_shares, 1U);
}

}  // namespace
}  // namespace standfast::result

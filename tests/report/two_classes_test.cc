// The loss on two classes has two parts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/report/table/tables.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Makes a run in which the probabilities of the second class are too low under "new".
RunRecords made_run(size_t classes) {
  RunRecords run;
  run.task = "classification";
  run.profile = "classification-full";
  run.seeds = {1};
  run.conditions = {{"seen", "all", "k-fold", true}, {"new", "all", "topic-k-fold", false}};
  run.models.push_back({"bayes", "naive-bayes"});
  CorpusInfo corpus{"posts", "", 400, 20, 10, 20};
  for (size_t c = 0; c < classes; ++c) corpus.classes.push_back(std::to_string(c));
  for (uint32_t t = 0; t < 10; ++t) corpus.tested_topics.push_back(std::to_string(t));
  corpus.tested_documents = 400;
  run.corpora.push_back(corpus);
  for (const auto& condition : run.conditions) {
    CellRecord cell;
    cell.corpus = "posts";
    cell.condition = condition.name;
    cell.model = "bayes";
    cell.seed = 1;
    cell.ok = true;
    Rng rng(1, "test/two-classes");
    for (uint32_t i = 0; i < 400; ++i) {
      const bool second = rng.chance(0.5);
      const double p = std::clamp(0.2 + 0.25 * (rng.uniform() + rng.uniform()) + (second ? 0.15 : 0) -
                                      (condition.reference ? 0 : 0.1),
                                  0.01, 0.99);
      cell.classified.document.push_back(i);
      cell.classified.truth.push_back(second ? 1 : 0);
      cell.classified.author.push_back(i % 20);
      cell.classified.topic.push_back(i / 40);
      cell.classified.probabilities.insert(cell.classified.probabilities.end(), {1 - p, p});
      for (size_t c = 2; c < classes; ++c) cell.classified.probabilities.push_back(0);
    }
    run.cells.push_back(cell);
  }
  return run;
}

TEST(TwoClasses, PartsOfALossAddUpToIt) {
  const RunRecords run = made_run(2);
  const Summary summary = *summarise(run, SummaryOptions{}, null_sink());
  size_t split = 0;
  for (size_t m = 0; m < summary.metrics.size(); ++m) {
    const auto& metric = summary.cell(run, 0, 1, 0).metrics[m];
    if (!metric.ranking) continue;
    ++split;
    EXPECT_NEAR(*metric.ranking->estimate.value + *metric.threshold->estimate.value,
                *metric.lost.estimate.value, 1e-12)
        << summary.metrics[m];
    EXPECT_NEAR(*metric.ranking->estimate.value, 0, 1e-9) << summary.metrics[m] << ": the order is the same";
  }
  EXPECT_EQ(split, summary.metrics.size() - 2) << "all but the two AUC";
}

TEST(TwoClasses, CellsNameTheParts) {
  const RunRecords run = made_run(2);
  const Summary summary = *summarise(run, SummaryOptions{}, null_sink());
  const auto cell_of = [&](const char* metric) {
    return survival_table(run, summary, 0, *summary.profile.place_of(metric), 0.95).rows[0][2].second;
  };
  EXPECT_THAT(cell_of("accuracy"), HasSubstr(" lost: 0.000 ranking, 0."));
  EXPECT_THAT(cell_of("macro-f1"), HasSubstr("]: 0.000 ranking, 0."));
  EXPECT_THAT(cell_of("log-loss"), AllOf(HasSubstr("]: "), HasSubstr("0.000 discrimination, ")));
}

TEST(TwoClasses, MoreClassesHaveNoParts) {
  const RunRecords run = made_run(3);
  const Summary summary = *summarise(run, SummaryOptions{}, null_sink());
  for (const auto& metric : summary.cell(run, 0, 1, 0).metrics) {
    EXPECT_TRUE(metric.lost.estimate.value);
    EXPECT_FALSE(metric.ranking);
  }
}

}  // namespace
}  // namespace standfast::report

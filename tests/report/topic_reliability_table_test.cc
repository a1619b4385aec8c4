// The table of reliability by topic: from a few pairs counted by hand, and from more topics than are shown.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::expect_full;
using standfast::testing::shown_cells;
using standfast::testing::stored;
using standfast::testing::stored_column;
using standfast::testing::stored_number;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

struct ForgedPair {
  double score = 0;
  bool same = false;
  uint32_t topic_a = 0, topic_b = 0;
};

RunRecords of_pairs(const std::vector<ForgedPair>& pairs) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"guess", "ppm"});
  run.corpora[0].tested_topics = {"cats", "dogs"};
  for (const char* model : {"guess", "ppm"}) {
    auto& answers = testing::add_cell(run, "iid", model).predictions;
    for (const auto& pair : pairs) {
      answers.value.push_back(pair.score);
      answers.same.push_back(pair.same ? 1 : 0);
      answers.topic_a.push_back(pair.topic_a);
      answers.topic_b.push_back(pair.topic_b);
    }
  }
  return run;
}

// A pair on two topics counts for both: topic 1 has three pairs, topic 0 has two, and one pair is in both
// counts.
TEST(TopicReliabilityTable, APairOnTwoTopicsCountsForBoth) {
  const RunRecords run =
      of_pairs({{0.25, false, 0, 0}, {0.75, true, 0, 1}, {0.5, true, 1, 1}, {1, true, 1, 1}});
  Summary summary;
  summary.chance_model = 0;
  const Table table = topic_reliability_table(run, topic_reliability(run, summary, 0, 0.9), 0, 0.9);
  expect_full(table);
  EXPECT_EQ(table.name, "topic-reliability-posts");
  ASSERT_EQ(table.rows.size(), 2U) << "the chance model has none";
  // Each pair has a bin of its own, so the error of a bin is |share - score|.
  EXPECT_THAT(shown_cells(table, 0),
              ElementsAre("dogs", "iid", "ppm", "3", "0.750", "1.000", "0.250", "0.500"));
  EXPECT_THAT(shown_cells(table, 1),
              ElementsAre("cats", "iid", "ppm", "2", "0.500", "0.500", "0.250", "0.250"));
  EXPECT_THAT(table.data_header, ElementsAre("corpus", "topic", "condition", "model", "pairs", "mean_score",
                                             "share_same", "low", "high", "expected_error", "maximum_error"));
  EXPECT_EQ(stored(table, 0, "share_same"), "1");
  EXPECT_EQ(stored(table, 1, "mean_score"), "0.5");
  // Wilson's interval of 1 of 2 at 90 percent: 0.5 -+ z / (2 sqrt(2 + z^2)).
  const double z = 1.6448536269514722, reach = z / (2 * std::sqrt(2 + z * z));
  EXPECT_NEAR(stored_number(table, 1, "low"), 0.5 - reach, 1e-12);
  EXPECT_NEAR(stored_number(table, 1, "high"), 0.5 + reach, 1e-12);
  EXPECT_EQ(table.rows[1][5].second, "[" + shown(0.5 - reach) + ", " + shown(0.5 + reach) + "]");
  EXPECT_THAT(table.caption, HasSubstr("Wilson's 90 % interval"));
  EXPECT_THAT(table.caption, Not(HasSubstr("Shown:")));
}

// Makes rows as topic_reliability() returns them: most pairs first.
std::vector<TopicReliability> of_topics(RunRecords& run, uint32_t topics) {
  std::vector<TopicReliability> rows;
  for (uint32_t topic = 0; topic < topics; ++topic) {
    run.corpora[0].tested_topics.push_back("topic " + std::to_string(topic));
    for (size_t model = 0; model < run.models.size(); ++model) {
      auto& row = rows.emplace_back();
      row.topic = topic;
      row.model = model;
      row.bins.n = 2000 - topic;
      row.same = row.bins.n / 2;
    }
  }
  return rows;
}

TEST(TopicReliabilityTable, ShowsTwelveTopicsAndStoresAll) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm", "char-ngram"});
  const Table table = topic_reliability_table(run, of_topics(run, 15), 0, 0.95);
  EXPECT_EQ(table.rows.size(), 2 * kTopicsShown) << "topics are counted, not rows";
  EXPECT_EQ(table.rows.front()[3].text, "2,000");
  EXPECT_EQ(table.rows.back()[0].text, "topic 11");
  EXPECT_EQ(table.data.size(), 30U);
  EXPECT_EQ(stored(table, 29, "topic"), "topic 14");
  EXPECT_EQ(stored(table, 29, "pairs"), "1986");
  EXPECT_THAT(table.caption, HasSubstr("Shown: the 12 of 15 topics with most pairs; the CSV has all."));
}

TEST(TopicReliabilityTable, NeedsNoRemarkWhereAllTopicsAreShown) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm"});
  const Table table = topic_reliability_table(run, of_topics(run, kTopicsShown), 0, 0.95);
  EXPECT_EQ(table.rows.size(), kTopicsShown);
  EXPECT_THAT(table.caption, Not(HasSubstr("Shown:")));
}

TEST(TopicReliabilityTable, ARunWithoutTopicsHasNoRows) {
  RunRecords run = of_pairs({});
  run.corpora[0].tested_topics.clear();
  const auto rows = topic_reliability(run, Summary(), 0, 0.95);
  EXPECT_TRUE(rows.empty());
  EXPECT_TRUE(topic_reliability_table(run, rows, 0, 0.95).data.empty());
}

}  // namespace
}  // namespace standfast::report

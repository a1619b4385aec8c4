// The table of scores by topic, from given findings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::expect_full;
using standfast::testing::shown_cells;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Share share(uint64_t right, uint64_t n) {
  Share one;
  one.right = right;
  one.n = n;
  return one;
}

RunRecords three_topics() {
  RunRecords run = testing::bare_run("classification", {"iid", "novel"}, {"guess", "a", "b"});
  run.corpora[0].classes = {"ann", "bob"};
  run.corpora[0].tested_topics = {"hard", "easy", "lone"};
  return run;
}

TopicDifficulty of_novel() {
  return {1,
          {1, 2},
          {{1, 4, 2, 0, 0.5, 2, {share(8, 8), share(3, 4)}, 0.875},
           {2, 2, 1, 1, 1, 1, {share(3, 4), share(0, 0)}, 0.75},
           {0, 4, 2, 0, 0.75, 1.6, {share(1, 8), share(2, 4)}, 0.3125}}};
}

TEST(TopicScoreTable, KeepsTheOrderAndHasAColumnForEachModelThatAnswered) {
  const Table table = topic_score_table(three_topics(), 0, of_novel());
  expect_full(table);
  EXPECT_EQ(table.name, "topics-posts--novel");
  EXPECT_EQ(table.title, "Topic by topic on posts: novel");
  EXPECT_THAT(table.header, ElementsAre("topic", "documents", "classes", "largest class", "a", "b"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("easy", "4", "2", "50 %", "1.000", "0.750"));
  EXPECT_THAT(shown_cells(table, 2), ElementsAre("hard", "4", "2", "75 %", "0.125", "0.500"));
  EXPECT_EQ(table.rows[2][4].share, 0.125);
  // The data have a row for each topic and model: the classes of the documents and the answers of the model.
  ASSERT_EQ(table.data.size(), 6U);
  EXPECT_THAT(table.data[4],
              ElementsAre("posts", "novel", "hard", "4", "2", "ann", "0.75", "1.6", "a", "8", "1", "0.125"));
  EXPECT_THAT(table.data[2],
              ElementsAre("posts", "novel", "lone", "2", "1", "bob", "1", "1", "a", "4", "3", "0.75"));
}

TEST(TopicScoreTable, AModelThatDidNotAnswerOnATopicHasADash) {
  const Table table = topic_score_table(three_topics(), 0, of_novel());
  EXPECT_EQ(table.rows[1][5].text, "-");
  EXPECT_EQ(table.rows[1][5].share, -1) << "no shade for no answer";
  EXPECT_EQ(testing::stored(table, 3, "n"), "0");
  EXPECT_EQ(testing::stored(table, 3, "accuracy"), "");
}

// A class that holds 49 of 50 documents is practically all; 48 of 49 are not enough.
TEST(TopicScoreTable, OneClassIsPracticallyAllFrom98PercentOn) {
  TopicDifficulty found = of_novel();
  found.topics[0].largest_share = 49.0 / 50;
  found.topics[1].largest_share = 48.0 / 49;
  const Table table = topic_score_table(three_topics(), 0, found);
  EXPECT_EQ(table.rows[0][3].second, "practically one class");
  EXPECT_EQ(table.rows[1][3].second, "");
  EXPECT_THAT(table.caption, HasSubstr("1 of 3 topics is practically one class (98 % or more)"));
}

}  // namespace
}  // namespace standfast::report

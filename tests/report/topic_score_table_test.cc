// Accuracy topic by topic, from answers that can be counted by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/class_tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::add_answers;
using standfast::testing::add_cell;
using standfast::testing::expect_full;
using standfast::testing::ForgedAnswer;
using standfast::testing::shown_cells;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

RunRecords three_topics(const std::vector<std::string>& models) {
  RunRecords run = testing::bare_run("classification", {"iid", "novel"}, models);
  run.corpora[0].classes = {"ann", "bob"};
  run.corpora[0].tested_topics = {"hard", "easy", "lone"};
  return run;
}

// Four documents of the topics hard and easy, two of lone: three of ann and one of bob, two of each, both of
// bob. So many of them are right.
std::vector<ForgedAnswer> ten_documents(uint32_t hard, uint32_t easy, uint32_t lone) {
  const std::vector<uint32_t> truth = {0, 0, 0, 1, 0, 0, 1, 1, 1, 1};
  std::vector<ForgedAnswer> answers;
  for (uint32_t i = 0; i < 10; ++i) {
    const uint32_t topic = i / 4, right = topic == 0 ? hard : topic == 1 ? easy : lone;
    answers.push_back({i, truth[i], i % 4 < right ? truth[i] : 1 - truth[i], topic});
  }
  return answers;
}

TEST(TopicScoreTable, GoesFromTheEasiestTopicToTheHardest) {
  RunRecords run = three_topics({"guess", "a", "b"});
  run.seeds = {1, 2};
  add_answers(run, add_cell(run, "novel", "guess"), ten_documents(4, 0, 0));
  // Two seeds: eight answers to four documents.
  add_answers(run, add_cell(run, "novel", "a", 0, 1), ten_documents(1, 4, 1));
  add_answers(run, add_cell(run, "novel", "a", 0, 2), ten_documents(0, 4, 2));
  add_answers(run, add_cell(run, "novel", "b"), ten_documents(2, 3, 1));
  Summary summary;
  summary.chance_model = 0;
  const auto table = topic_score_table(run, summary, 0, 1);
  ASSERT_TRUE(table);
  expect_full(*table);
  EXPECT_EQ(table->name, "topics-posts--novel");
  EXPECT_EQ(table->title, "Topic by topic on posts: novel");
  EXPECT_THAT(table->header, ElementsAre("topic", "documents", "classes", "largest class", "a", "b"));
  ASSERT_EQ(table->rows.size(), 3U);
  EXPECT_THAT(shown_cells(*table, 0), ElementsAre("easy", "4", "2", "50 %", "1.000", "0.750"));
  EXPECT_THAT(shown_cells(*table, 1), ElementsAre("lone", "2", "1", "100 %", "0.750", "0.500"));
  EXPECT_THAT(shown_cells(*table, 2), ElementsAre("hard", "4", "2", "75 %", "0.125", "0.500"));
  EXPECT_EQ(table->rows[1][3].second, "practically one class");
  EXPECT_EQ(table->rows[2][3].second, "");
  EXPECT_EQ(table->rows[2][4].share, 0.125);
  EXPECT_THAT(table->caption, HasSubstr("1 of 3 topics is practically one class (98 % or more)"));
  // A row for each topic and model: classes of the documents, answers of the model.
  ASSERT_EQ(table->data.size(), 6U);
  EXPECT_THAT(table->data[4], ElementsAre("posts", "novel", "hard", "4", "2", "ann", "0.75",
                                          exact(16.0 / (9 + 1)), "a", "8", "1", "0.125"));
  EXPECT_THAT(table->data[5], ElementsAre("posts", "novel", "hard", "4", "2", "ann", "0.75",
                                          exact(16.0 / (9 + 1)), "b", "4", "2", "0.5"));
  EXPECT_THAT(table->data[2],
              ElementsAre("posts", "novel", "lone", "2", "1", "bob", "1", "1", "a", "4", "3", "0.75"));
}

TEST(TopicScoreTable, AModelThatDidNotAnswerOnATopicHasADash) {
  RunRecords run = three_topics({"a", "b"});
  add_answers(run, add_cell(run, "iid", "a"), ten_documents(1, 4, 2));
  add_answers(run, add_cell(run, "iid", "b", 0), {{0, 0, 0, 0}});
  testing::fail(add_cell(run, "iid", "b", 1), "killed");
  const auto table = topic_score_table(run, Summary(), 0, 0);
  ASSERT_TRUE(table);
  expect_full(*table);
  for (size_t row = 0; row < 3; ++row) {
    const bool answered = table->rows[row][0].text == "hard";
    EXPECT_EQ(table->rows[row][5].text, answered ? "1.000" : "-");
    EXPECT_EQ(testing::stored(*table, 2 * row + 1, "n"), answered ? "1" : "0");
    EXPECT_EQ(testing::stored(*table, 2 * row + 1, "accuracy"), answered ? "1" : "");
    EXPECT_EQ(table->rows[row][5].share, answered ? 1 : -1) << "no shade for no answer";
  }
}

// A fold of one topic may fail for the first model alone.
TEST(TopicScoreTable, DocumentsAndPlaceComeFromTheModelsThatAnswered) {
  RunRecords run = three_topics({"a", "b"});
  testing::fail(add_cell(run, "iid", "a", 0), "killed");
  add_answers(run, add_cell(run, "iid", "a", 1), {{4, 0, 0, 1}, {5, 1, 0, 1}});
  add_answers(run, add_cell(run, "iid", "b", 0), {{0, 0, 0, 0}, {1, 0, 0, 0}, {2, 1, 1, 0}});
  add_answers(run, add_cell(run, "iid", "b", 1), {{4, 0, 0, 1}, {5, 1, 0, 1}});
  const auto table = topic_score_table(run, Summary(), 0, 0);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_THAT(shown_cells(*table, 0), ElementsAre("hard", "3", "2", "67 %", "-", "1.000")) << "1 is above .5";
  EXPECT_THAT(shown_cells(*table, 1), ElementsAre("easy", "2", "2", "50 %", "0.500", "0.500"));
  EXPECT_THAT(testing::stored_column(*table, "documents"), ElementsAre("3", "3", "2", "2"));
}

// A class that holds 49 of 50 documents is practically all; 48 of 49 are not enough.
TEST(TopicScoreTable, OneClassIsPracticallyAllFrom98PercentOn) {
  RunRecords run = three_topics({"a"});
  std::vector<ForgedAnswer> answers;
  for (uint32_t i = 0; i < 50 + 49; ++i) answers.push_back({i, i % 50 == 0 ? 1U : 0U, 0, i / 50});
  add_answers(run, add_cell(run, "iid", "a"), answers);
  const auto table = topic_score_table(run, Summary(), 0, 0);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_THAT(testing::stored_column(*table, "documents"), ElementsAre("50", "49"));
  EXPECT_EQ(table->rows[0][3].second, "practically one class");
  EXPECT_EQ(table->rows[1][3].second, "");
}

TEST(TopicScoreTable, IsNotThereWithoutTopicsOrAnswers) {
  RunRecords run = three_topics({"a"});
  add_answers(run, add_cell(run, "iid", "a"), {{0, 0, 0}, {1, 1, 1}});
  EXPECT_FALSE(topic_score_table(run, Summary(), 0, 0)) << "no document has a topic";
  EXPECT_FALSE(topic_score_table(run, Summary(), 0, 1)) << "nothing was answered";
}

}  // namespace
}  // namespace standfast::report

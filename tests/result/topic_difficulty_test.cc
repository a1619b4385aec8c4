// Accuracy by topic, from answers counted by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/result/findings/topic_scores.h"
#include "tests/support/forged_run.h"

namespace standfast::result {
namespace {

using standfast::testing::add_answers;
using standfast::testing::add_cell;
using standfast::testing::ForgedAnswer;
using ::testing::ElementsAre;

enum Topics : uint32_t { kHard, kEasy, kLone };

RunRecords run_of_topics(const std::vector<std::string>& models) {
  RunRecords run = testing::bare_run("classification", {"novel"}, models);
  run.corpora[0].classes = {"ann", "bob"};
  run.corpora[0].tested_topics = {"hard", "easy", "lone"};
  return run;
}

std::optional<TopicDifficulty> difficulty_in(const RunRecords& run) {
  TopicDifficultyCount count(0);
  for (size_t m = 0; m < run.models.size(); ++m) count.add(m, pooled_items(run, 0, 0, m));
  return count.found(run.corpora[0].tested_topics);
}

// Makes ten documents: four of topic hard (three by ann, one by bob), four of easy (two by each), two of lone
// (both by bob). The arguments are the numbers of right answers.
std::vector<ForgedAnswer> ten_documents(uint32_t hard, uint32_t easy, uint32_t lone) {
  const std::vector<uint32_t> truth = {0, 0, 0, 1, 0, 0, 1, 1, 1, 1};
  std::vector<ForgedAnswer> answers;
  for (uint32_t i = 0; i < 10; ++i) {
    const uint32_t topic = i / 4, right = topic == kHard ? hard : topic == kEasy ? easy : lone;
    answers.push_back({i, truth[i], i % 4 < right ? truth[i] : 1 - truth[i], topic});
  }
  return answers;
}

TEST(TopicDifficulty, GoesFromTheEasiestTopicToTheHardest) {
  RunRecords run = run_of_topics({"a", "b"});
  run.seeds = {1, 2};
  // Two seeds: eight answers to four documents.
  add_answers(run, add_cell(run, "novel", "a", 0, 1), ten_documents(1, 4, 1));
  add_answers(run, add_cell(run, "novel", "a", 0, 2), ten_documents(0, 4, 2));
  add_answers(run, add_cell(run, "novel", "b"), ten_documents(2, 3, 1));
  const auto found = difficulty_in(run);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->models, ElementsAre(0, 1));
  ASSERT_EQ(found->topics.size(), 3U);
  EXPECT_EQ(found->topics[0].topic, kEasy);
  EXPECT_EQ(found->topics[1].topic, kLone);
  EXPECT_DOUBLE_EQ(found->topics[0].mean, (1 + 0.75) / 2);
  const auto& hard = found->topics[2];
  EXPECT_EQ(hard.topic, kHard);
  EXPECT_EQ(hard.documents, 4U);
  EXPECT_EQ(hard.classes, 2U);
  EXPECT_EQ(hard.largest_class, 0U);
  EXPECT_DOUBLE_EQ(hard.largest_share, 0.75);
  EXPECT_DOUBLE_EQ(hard.effective_classes, 16.0 / (9 + 1));
  EXPECT_EQ(hard.answers[0].right, 1U);
  EXPECT_EQ(hard.answers[0].n, 8U);
  EXPECT_EQ(hard.answers[1].right, 2U);
  EXPECT_EQ(hard.answers[1].n, 4U);
  EXPECT_EQ(found->topics[1].classes, 1U);
  EXPECT_EQ(found->topics[1].largest_class, 1U);
}

TEST(TopicDifficulty, TopicsThatAreEquallyEasyGoByName) {
  RunRecords run = run_of_topics({"a"});
  add_answers(run, add_cell(run, "novel", "a"), ten_documents(2, 2, 1));
  const auto found = difficulty_in(run);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->topics[0].topic, kEasy);
  EXPECT_EQ(found->topics[1].topic, kHard);
  EXPECT_EQ(found->topics[2].topic, kLone);
}

// Documents and place of a topic come from the models that answered: a fold of one topic may fail for one
// model alone.
TEST(TopicDifficulty, DocumentsAndPlaceComeFromTheModelsThatAnswered) {
  RunRecords run = run_of_topics({"a", "b"});
  testing::fail(add_cell(run, "novel", "a", 0), "killed");
  add_answers(run, add_cell(run, "novel", "a", 1), {{4, 0, 0, kEasy}, {5, 1, 0, kEasy}});
  add_answers(run, add_cell(run, "novel", "b", 0), {{0, 0, 0, kHard}, {1, 0, 0, kHard}, {2, 1, 1, kHard}});
  add_answers(run, add_cell(run, "novel", "b", 1), {{4, 0, 0, kEasy}, {5, 1, 0, kEasy}});
  const auto found = difficulty_in(run);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->topics.size(), 2U);
  EXPECT_EQ(found->topics[0].topic, kHard) << "1 is above .5";
  EXPECT_EQ(found->topics[0].documents, 3U);
  EXPECT_EQ(found->topics[0].answers[0].n, 0U);
  EXPECT_DOUBLE_EQ(found->topics[0].mean, 1) << "over the models that answered";
  EXPECT_EQ(found->topics[1].documents, 2U);
  EXPECT_DOUBLE_EQ(found->topics[1].mean, 0.5);
}

TEST(TopicDifficulty, IsNotThereWithoutTopicsOrAnswers) {
  RunRecords run = run_of_topics({"a"});
  EXPECT_FALSE(difficulty_in(run)) << "nothing was answered";
  add_answers(run, add_cell(run, "novel", "a"), {{0, 0, 0}, {1, 1, 1}});
  EXPECT_FALSE(difficulty_in(run)) << "no document has a topic";
}

}  // namespace
}  // namespace standfast::result

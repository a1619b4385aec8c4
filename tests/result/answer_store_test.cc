// The store of answers: answers that are put aside come back unchanged, and every finding is the same with
// them.
#include "standfast/result/run/answer_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/sink.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/run_reader.h"
#include "tests/support/data.h"
#include "tests/support/forged_run.h"
#include "tests/support/run_folder.h"

namespace standfast::result {
namespace {

CellRecord of_documents() {
  RunRecords run = testing::bare_run("classification", {"iid"}, {"a"});
  run.corpora[0].classes = {"ann", "bob"};
  testing::add_answers(run, testing::add_cell(run, "iid", "a"),
                       {{7, 0, 0, 3, 5}, {8, 1, 0}, {9, 1, kNoCode}});
  run.cells[0].classified.cross_half = {1, 0, 0};
  run.cells[0].classified.group = {2, kNoCode, 2};
  return run.cells[0];
}

ClassPredictions class_answers(const CellRecord& cell) {
  ClassPredictions answers;
  append_class_answers(cell, answers);
  return answers;
}

TEST(AnswerStore, GivesDocumentsBackAndLeavesNoneInTheRecord) {
  const auto store = *AnswerStore::make();
  CellRecord cell = of_documents();
  const CellRecord before = cell;
  ASSERT_TRUE(store->put_aside(cell));
  EXPECT_EQ(cell.classified.size(), 0U);
  EXPECT_EQ(answer_count(cell), 3U);
  const auto answers = class_answers(cell);
  EXPECT_EQ(answers.document, before.classified.document);
  EXPECT_EQ(answers.truth, before.classified.truth);
  EXPECT_EQ(answers.author, before.classified.author);
  EXPECT_EQ(answers.topic, before.classified.topic);
  EXPECT_EQ(answers.probabilities, before.classified.probabilities);
  EXPECT_EQ(answers.cross_half, before.classified.cross_half);
  EXPECT_EQ(answers.group, before.classified.group);
  EXPECT_EQ(pair_answers(cell)->value.size(), 0U) << "they are no pairs";
}

TEST(AnswerStore, GivesPairsBackWhicheverColumnsTheyHave) {
  const auto store = *AnswerStore::make();
  CellRecord first, second;
  first.predictions = {{0.25, 0.5}, {0, 1}, {1, 2}, {3, 4}, {}, {}, {}, {}, {}, {}};
  second.predictions = {{0.75}, {1}, {5}, {5}, {0}, {1}, {2}, {kNoCode}, {8}, {9}};
  const CellPredictions of_first = first.predictions, of_second = second.predictions;
  ASSERT_TRUE(store->put_aside(first));
  ASSERT_TRUE(store->put_aside(second));
  EXPECT_EQ(pair_answers(second)->value, of_second.value);
  EXPECT_EQ(pair_answers(second)->topic_b, of_second.topic_b);
  EXPECT_EQ(pair_answers(second)->document_b, of_second.document_b);
  EXPECT_EQ(pair_answers(second)->group_a, of_second.group_a);
  EXPECT_EQ(pair_answers(second)->group_b, of_second.group_b);
  EXPECT_EQ(pair_answers(first)->same, of_first.same);
  EXPECT_EQ(pair_answers(first)->author_b, of_first.author_b);
  EXPECT_TRUE(pair_answers(first)->topic_a.empty());
  EXPECT_EQ(answer_count(first), 2U);
  EXPECT_EQ(class_answers(first).size(), 0U);
}

TEST(AnswerStore, WhoeverChangesAnswersTakesThemBackFirst) {
  const auto store = *AnswerStore::make();
  CellRecord cell = of_documents();
  ASSERT_TRUE(store->put_aside(cell));
  CellRecord changed = cell;
  take_back(changed);
  ASSERT_EQ(changed.classified.size(), 3U);
  changed.classified.truth[0] = 1;
  EXPECT_EQ(class_answers(changed).truth[0], 1U);
  EXPECT_EQ(class_answers(cell).truth[0], 0U);
}

TEST(AnswerStore, IsNotNeededForRecordsThatHoldTheirAnswers) {
  const CellRecord cell = of_documents();
  EXPECT_EQ(answered_documents(cell).get(), &cell.classified) << "no copy";
  EXPECT_EQ(class_answers(cell).probabilities, cell.classified.probabilities);
  EXPECT_EQ(answer_count(cell), 3U);
  CellRecord failed;
  ASSERT_TRUE((*AnswerStore::make())->put_aside(failed));
  EXPECT_FALSE(failed.stored);
}

// Answers are appended cell by cell, from a record and from the store, as in a run to which external answers
// were added.
TEST(AnswerStore, AppendsCellByCell) {
  const auto store = *AnswerStore::make();
  const CellRecord here = of_documents();
  CellRecord aside = here;
  ASSERT_TRUE(store->put_aside(aside));
  ClassPredictions all, twice;
  for (const CellRecord* cell : std::initializer_list<const CellRecord*>{&here, &aside})
    append_class_answers(*cell, all);
  for (int k = 0; k < 2; ++k) append_class_answers(here, twice);
  ASSERT_EQ(all.size(), 6U);
  EXPECT_EQ(all.document, twice.document);
  EXPECT_EQ(all.truth, twice.truth);
  EXPECT_EQ(all.author, twice.author);
  EXPECT_EQ(all.topic, twice.topic);
  EXPECT_EQ(all.probabilities, twice.probabilities);
  EXPECT_EQ(all.cross_half, twice.cross_half);
  EXPECT_EQ(all.group, twice.group);
}

TEST(AnswerStore, SaysWhichDocumentsWereAnsweredWithoutReadingProbabilities) {
  const auto store = *AnswerStore::make();
  CellRecord cell = of_documents();
  const ClassPredictions before = cell.classified;
  ASSERT_TRUE(store->put_aside(cell));
  const auto documents = answered_documents(cell);
  EXPECT_EQ(documents->document, before.document);
  EXPECT_EQ(documents->truth, before.truth);
  EXPECT_EQ(documents->author, before.author);
  EXPECT_EQ(documents->topic, before.topic);
  EXPECT_EQ(documents->cross_half, before.cross_half);
  EXPECT_EQ(documents->group, before.group);
  EXPECT_TRUE(documents->probabilities.empty());
}

void expect_equal(const Summary& a, const Summary& b) {
  ASSERT_EQ(a.cells.size(), b.cells.size());
  for (size_t i = 0; i < a.cells.size(); ++i)
    for (size_t m = 0; m < a.metrics.size(); ++m) {
      const MetricSummary &one = a.cells[i].metrics[m], &other = b.cells[i].metrics[m];
      EXPECT_EQ(one.score.value, other.score.value);
      EXPECT_EQ(one.lost.estimate.value, other.lost.estimate.value);
      EXPECT_EQ(one.lost.p, other.lost.p);
      EXPECT_EQ(one.n_used, other.n_used);
    }
}

TEST(AnswersAside, AreTheAnswersOfTheRunFolderAndGiveTheSameSummary) {
  testing::TemporaryFolder folder;
  testing::make_run_folder(folder.path());
  const auto here = read_run(folder.path()), aside = read_run(folder.path(), KeepAnswers::aside);
  ASSERT_TRUE(here && aside);
  ASSERT_EQ(here->cells.size(), aside->cells.size());
  size_t compared = 0;
  for (size_t i = 0; i < here->cells.size(); ++i) {
    EXPECT_TRUE(aside->cells[i].predictions.value.empty()) << "no answers stay in memory";
    EXPECT_EQ(here->cells[i].predictions.value, pair_answers(aside->cells[i])->value);
    compared += pair_answers(aside->cells[i])->value.size();
  }
  EXPECT_GT(compared, 1000U);
  expect_equal(*summarise(*here, SummaryOptions{}, null_sink()),
               *summarise(*aside, SummaryOptions{}, null_sink()));
}

}  // namespace
}  // namespace standfast::result

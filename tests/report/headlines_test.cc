// The sentences of the first screen agree with the cell that they are about.
#include "standfast/report/words/headlines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/summary_of.h"

namespace standfast::report {
namespace {

using ::testing::HasSubstr;

// 400 documents a condition, `of_first` of a hundred of class a; each tenth answer is wrong in both.
CellRecord tested(const std::string& condition, uint32_t first_document, uint32_t of_first) {
  CellRecord cell;
  cell.corpus = "posts";
  cell.condition = condition;
  cell.model = "m";
  cell.seed = 1;
  cell.ok = true;
  for (uint32_t i = 0; i < 400; ++i) {
    const uint32_t truth = i % 100 < of_first ? 0 : 1;
    const bool says_first = (truth == 0) == (i % 10 != 3);
    cell.classified.document.push_back(first_document + i);
    cell.classified.truth.push_back(truth);
    cell.classified.author.push_back(kNoCode);
    cell.classified.topic.push_back(kNoCode);
    cell.classified.probabilities.push_back(says_first ? 1 : 0);
    cell.classified.probabilities.push_back(says_first ? 0 : 1);
  }
  cell.n_test = cell.classified.size();
  return cell;
}

// Both conditions have an accuracy of .9. Where nine of ten documents are of one class, guessing alone scores .74, so
// most of the lead is gone although not a point of accuracy is.
TEST(Headlines, ClaimNothingWhereShareAndScoreDisagree) {
  RunRecords run;
  run.task = run.profile = "classification";
  run.seeds = {1};
  run.corpora.push_back({"posts", "", 0, 0, 0, 2, {}, {"a", "b"}, 1000});
  run.conditions = {{"mixed", "all", "k-fold", true}, {"uneven", "all", "given"}};
  run.models = {{"m", "maxent"}};
  run.cells = {tested("mixed", 0, 50), tested("uneven", 400, 90)};
  const Summary summary = standfast::testing::summary_of(run);
  const auto said = headlines(run, summary, 0.95);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_THAT(said[0], HasSubstr("share and score disagree for m ("));
  EXPECT_THAT(said[0], HasSubstr(" survives, 95 % interval "));
  EXPECT_THAT(said[0], HasSubstr("; score 0.000 lost (95 % interval -0.0"));
}

// It is asked of the same documents under both conditions.
TEST(Headlines, SayThatNothingDiffersForAModelOfElsewhere) {
  RunRecords run;
  run.task = run.profile = "classification";
  run.seeds = {1};
  run.corpora.push_back({"posts", "", 0, 0, 0, 2, {}, {"a", "b"}, 1000});
  run.conditions = {{"folds", "all", "k-fold", true}, {"sources", "all", "given"}};
  run.cells = {tested("folds", 0, 50), tested("sources", 0, 50)};
  const auto sentence = [&](const std::string& type) {
    run.models = {{"m", type}};
    return headlines(run, standfast::testing::summary_of(run), 0.95).at(0);
  };
  EXPECT_THAT(sentence("checkpoint"), HasSubstr(": nothing differs for m, which is not trained here."));
  EXPECT_THAT(sentence("maxent"), HasSubstr("nothing can be said of m"));
}

}  // namespace
}  // namespace standfast::report

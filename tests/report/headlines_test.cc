// The sentences of the first screen agree with the cell that they are about.
#include "standfast/report/words/headlines.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/words/phrases.h"
#include "tests/support/summary_of.h"

namespace standfast::report {
namespace {

using ::testing::HasSubstr;

// Makes a cell of 400 documents, `of_first` in a hundred of class a; one answer in ten is wrong.
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

// The headline claims nothing where the share and the score disagree. Both conditions have an accuracy of .9,
// but where nine of ten documents are of one class, guessing scores .74: most of the lead over guessing is
// lost and no point of accuracy.
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

// Makes a cell of 400 documents of two classes with `right` right answers in a hundred.
CellRecord answered(const std::string& condition, uint32_t first_document, uint32_t right) {
  CellRecord cell = tested(condition, first_document, 50);
  for (uint32_t i = 0; i < 400; ++i) {
    const uint32_t truth = i % 2;
    const bool says_first = (truth == 0) == (i % 100 < right);
    cell.classified.truth[i] = truth;
    cell.classified.probabilities[2 * i] = says_first ? 1 : 0;
    cell.classified.probabilities[2 * i + 1] = says_first ? 0 : 1;
  }
  return cell;
}

RunRecords two_conditions(uint32_t right, uint32_t right_then) {
  RunRecords run;
  run.task = run.profile = "classification";
  run.seeds = {1};
  run.corpora.push_back({"posts", "", 0, 0, 0, 2, {}, {"a", "b"}, 1000});
  run.conditions = {{"folds", "all", "k-fold", true}, {"shift", "all", "given"}};
  run.models = {{"m", "maxent"}};
  run.cells = {answered("folds", 0, right), answered("shift", 400, right_then)};
  return run;
}

// The headline claims neither loss nor gain for a model that guesses: the scores differ, but neither is above
// .5.
TEST(Headlines, SayNeitherLossNorGainOfAModelThatGuesses) {
  const auto said = [](uint32_t right, uint32_t then) {
    const RunRecords run = two_conditions(right, then);
    const Summary summary = standfast::testing::summary_of(run);
    EXPECT_LT(*summary.cell(run, 0, 1, 0).metrics[summary.default_metric].lost.p, 0.05);
    return headlines(run, summary, 0.95).at(0);
  };
  for (const auto& [right, then] : {std::pair{54U, 45U}, {45U, 54U}}) {
    EXPECT_THAT(
        said(right, then),
        HasSubstr("no loss or gain is claimed for m, not shown to be better than a guess under either"));
    EXPECT_THAT(said(right, then), ::testing::Not(HasSubstr("is shown")));
  }
  EXPECT_THAT(said(80, 50), HasSubstr("a loss is shown for m"));
  EXPECT_THAT(said(50, 80), HasSubstr("a gain is shown for m (0.300 gained"));
}

// A model counts as guessing by its answers to the compared documents: 400 have a customer; 8,000 have none,
// are tested by the reference alone and are guessed there.
TEST(Headlines, AskWhetherAModelGuessesOfTheDocumentsThatAreCompared) {
  const auto said = [](uint32_t right, uint32_t then) {
    RunRecords run = two_conditions(right, then);
    auto& folds = run.cells[0].classified;
    for (uint32_t i = 0; i < 8000; ++i) {
      folds.document.push_back(1000 + i);
      folds.truth.push_back(i % 2);
      folds.author.push_back(kNoCode);
      folds.topic.push_back(kNoCode);
      folds.probabilities.push_back(i / 2 % 2 == 0 ? 1 : 0);
      folds.probabilities.push_back(i / 2 % 2 == 0 ? 0 : 1);
    }
    run.cells[0].n_test = folds.size();
    run.corpora[0].tested_documents = 9000;
    std::vector<uint32_t> anonymous(8000);
    std::iota(anonymous.begin(), anonymous.end(), 400U);
    for (const auto& condition : run.conditions) {
      DesignFile design;
      design.corpus = "posts";
      design.condition = condition.name;
      design.measures.seed = 1;
      design.measures.without = {condition.reference
                                     ? WithoutValue{"customer", false, 0, 8000, 8400, {anonymous}}
                                     : WithoutValue{"customer", true, 8000, 0, 400, {}}};
      run.designs.push_back(std::move(design));
    }
    const Summary summary = standfast::testing::summary_of(run);
    const auto& all = summary.cell(run, 0, 0, 0).metrics[summary.default_metric];
    EXPECT_LE(all.score.interval->low, *all.guessing);
    return headlines(run, summary, 0.95).at(0);
  };
  EXPECT_THAT(said(70, 50), HasSubstr("a loss is shown for m"));
  EXPECT_THAT(said(52, 50), HasSubstr("no loss or gain is claimed for m"));
}

// An estimate outside [0, 1] and far from it is no share: it is shown as a bound or left to the points.
TEST(Shares, BeyondWhatThereWasAreBounds) {
  const auto words = [](double value, double low, double high) {
    Estimate share;
    share.value = value;
    share.interval = Interval{low, high};
    return survives_in_words(share);
  };
  EXPECT_EQ(words(0.77, 0.6, 0.9), "77 % survives");
  EXPECT_EQ(words(1.1, 0.9, 1.4), "110 % survives");
  EXPECT_EQ(words(3.0, 0.87, 9.0), "at least 87 % survives");
  EXPECT_EQ(words(3.0, 1.2, 9.0), "") << "points say it";
  EXPECT_EQ(words(3.0, -0.2, 9.0), "");
  EXPECT_EQ(words(-0.2, -0.9, 0.12), "at most 12 % survives");
  EXPECT_EQ(words(-0.2, -0.9, -0.1), "");
  EXPECT_EQ(survives_in_words({}), "");
}

// The headline states points if more than the lead may be lost, as in "up to 135 % possible".
TEST(Headlines, SayPointsWhereMoreThanTheLeadMayBeLost) {
  RunRecords run = two_conditions(80, 75);
  Summary summary = standfast::testing::summary_of(run);
  auto& numbers = summary.cells[1].metrics[summary.default_metric];
  numbers.lost.estimate.interval = Interval{-0.01, 0.11};
  numbers.survival.value = 0.83;
  numbers.survival.interval = Interval{0.63, 1.03};
  EXPECT_THAT(headlines(run, summary, 0.95).at(0), HasSubstr("no loss is shown for m (up to 37 % possible)"));
  numbers.survival.interval->low = -0.35;
  EXPECT_THAT(headlines(run, summary, 0.95).at(0),
              HasSubstr("no loss is shown for m (up to 0.110 possible)"));
}

// A model that is not trained here answers the same documents under both conditions, so the headline says
// that nothing differs.
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

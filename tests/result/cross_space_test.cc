// Models against splits in spaces: the pairs of a model with its own space, and the order of rows. The scores
// are from Züfle 2023, table 4.4, whose text reads a row where the column is meant.
#include "standfast/result/findings/cross_space.h"

#include <gtest/gtest.h>

#include "tests/support/forged_run.h"

namespace standfast::result {
namespace {

const std::vector<std::string> kSpaceModels = {"BERT-base", "BERT-medium", "HateBERT", "RoBERTa"};
constexpr double kPublished[4][4] = {{29.73, 38.57, 33.51, 37.52},
                                     {30.56, 27.77, 31.75, 35.13},
                                     {35.24, 40.54, 30.19, 38.75},
                                     {33.16, 38.21, 34.82, 34.22}};

// A run whose conditions have another order than its models; one condition has no space.
struct CrossRun {
  RunRecords run = testing::bare_run("classification", {"by 3", "iid", "by 1", "by 0", "by 2"}, kSpaceModels);
  Summary summary;
};
CrossRun cross_run() {
  CrossRun made;
  made.summary.metrics = {"accuracy"};
  const std::vector<int> maker = {3, -1, 1, 0, 2};
  for (size_t c = 0; c < maker.size(); ++c) {
    if (maker[c] >= 0) {
      const std::string& name = kSpaceModels[static_cast<size_t>(maker[c])];
      made.run.conditions[c].space = SpaceOrigin{true, name, {}, name};
    }
    for (size_t m = 0; m < kSpaceModels.size(); ++m) {
      CellSummary cell{.corpus = 0, .condition = c, .model = m, .metrics = {}};
      cell.metrics.resize(1);
      if (maker[c] >= 0) cell.metrics[0].score.value = kPublished[m][maker[c]];
      made.summary.cells.push_back(cell);
    }
  }
  return made;
}

TEST(CrossSpace, MeansOfColumnsSayHowHardASplitIs) {
  const CrossRun made = cross_run();
  const auto found = cross_space(made.run, made.summary, 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->conditions, (std::vector<size_t>{3, 2, 4, 0})) << "own spaces on the diagonal";
  for (size_t m = 0; m < 4; ++m)
    for (size_t k = 0; k < 4; ++k) EXPECT_EQ(found->own[found->place(m, k)], m == k);
  EXPECT_EQ(found->models_in_means, 4U);
  // By the means of columns, the split of BERT-base is the hardest. (31.3 is the mean of BERT-medium's row.)
  EXPECT_NEAR(*found->mean_of_condition[0], 32.17, .01);
  EXPECT_NEAR(*found->mean_of_condition[1], 36.27, .01);
  EXPECT_NEAR(*found->mean_of_condition[2], 32.57, .01);
  EXPECT_NEAR(*found->mean_of_condition[3], 36.41, .01);
}

TEST(CrossSpace, MeansAreOfTheSameModelsInEveryColumn) {
  CrossRun made = cross_run();
  made.summary.cells[2 * 4 + 3].metrics[0].score.value.reset();  // RoBERTa in the space of BERT-medium
  made.summary.chance_model = 0;
  const auto found = cross_space(made.run, made.summary, 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->models, (std::vector<size_t>{1, 2, 3}));
  EXPECT_EQ(found->models_in_means, 2U);
  EXPECT_NEAR(*found->mean_of_condition[0], (27.77 + 40.54) / 2, 1e-9)
      << "the space of BERT-medium comes first now";
}

TEST(CrossSpace, MeansLeaveOutModelsThatLackFolds) {
  CrossRun made = cross_run();
  made.summary.cells[2 * 4 + 3].failed = 1;
  const auto found = cross_space(made.run, made.summary, 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->models_in_means, 3U);
  EXPECT_NEAR(*found->mean_of_condition[0], (29.73 + 30.56 + 35.24) / 3, 1e-9);
}

TEST(CrossSpace, AnOwnSpaceHasTheSameOptions) {
  CrossRun made = cross_run();
  made.run.models[0].options = Options::recorded({{"epochs", int64_t{3}}});
  const auto found = cross_space(made.run, made.summary, 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->conditions.back(), 3U) << "the space of a model that the study does not test comes last";
  for (size_t k = 0; k < 4; ++k) EXPECT_FALSE(found->own[found->place(0, k)]);
}

TEST(CrossSpace, NeedsTwoSpaces) {
  CrossRun made = cross_run();
  for (const size_t c : {0, 2, 3}) made.run.conditions[c].space.reset();
  EXPECT_FALSE(cross_space(made.run, made.summary, 0));
}

}  // namespace
}  // namespace standfast::result

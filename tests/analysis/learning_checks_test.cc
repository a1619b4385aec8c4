// Warnings about how networks learned: which fits they name, and that a sound one is named nowhere.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/analysis/leak/score_checks.h"

namespace standfast {
namespace {

TrainedNetwork sound() {
  return {
      .corpus = "posts", .name = "model bert", .most_tokens = 128, .fits = 4, .updates = 75, .texts = 300};
}

std::vector<std::string> told(const std::vector<TrainedNetwork>& networks) {
  std::vector<std::string> out;
  for (const auto& warning : check_learning(networks)) out.push_back(describe(warning));
  return out;
}

TEST(LearningChecks, ASoundFitIsNotNamed) {
  TrainedNetwork one = sound();
  one.share_cut = 0.009;
  EXPECT_TRUE(told({one}).empty());
}

TEST(LearningChecks, NameWhatWasCutAndWhatStayedAtGuessing) {
  TrainedNetwork cut = sound(), flat = sound(), wild = sound(), elsewhere = sound();
  cut.share_cut = 0.54;
  flat.name = "model tiny";
  flat.at_guessing = {3, 1.38, 1.386};
  wild.name = "the space of clusters";
  wild.fits = 1;
  wild.diverged = {1, 6.7, 1.386};
  elsewhere.corpus = "other";
  elsewhere.most_tokens = 0;
  elsewhere.share_cut = 1;
  EXPECT_THAT(
      told({cut, flat, wild, elsewhere}),
      ::testing::ElementsAre(
          "SF205 posts: model bert reads the first 128 tokens of 54 % of the training texts, and not the rest",
          "SF205 other: model bert reads only the beginning of 100 % of the training texts, and not the rest",
          "SF206 posts: model tiny: the training loss of 3 of 4 fits ends where guessing is (1.380 of 1.386): "
          "75 updates on 300 texts are too few, the learning rate is too low, or the texts say nothing of the classes; "
          "the space of clusters: its fit diverged (loss 6.70, guessing has 1.39); a lower learning rate may cure it"));
}

TEST(LearningChecks, TheLineNamesTheWorst) {
  TrainedNetwork some = sound(), most = sound(), wild = sound();
  some.share_cut = 0.02;
  most.name = "model long";
  most.share_cut = 0.7;
  some.at_guessing = {1, 1.38, 1.386};
  most.at_guessing = {3, 1.38, 1.386};
  wild.name = "model wild";
  wild.fits = 8;
  wild.diverged = {1, 6.7, 1.386};
  wild.at_guessing = {1, 1.38, 1.386};
  auto warnings = check_learning({some, most});
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_THAT(warnings[0].brief,
              ::testing::AllOf(::testing::StartsWith("model long reads"), ::testing::EndsWith("and 1 more")));
  EXPECT_THAT(warnings[1].brief, ::testing::StartsWith("model long: the training loss of 3 of 4 fits"));
  warnings = check_learning({some, most, wild});
  EXPECT_THAT(
      warnings[1].brief,
      ::testing::AllOf(::testing::StartsWith("model wild: 1 of 8 fits diverged"),
                       ::testing::HasSubstr("the training loss of 1 of 8 fits ends where guessing is")));
}

}  // namespace
}  // namespace standfast

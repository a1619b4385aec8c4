// Warnings about how networks learned: which fits they name, and that a sound one is named nowhere.
#include "standfast/analysis/leak/learning_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

TrainedNetwork sound() {
  return {.corpus = "posts",
          .name = "model bert",
          .most_tokens = 128,
          .fits = 4,
          .last = 0.2,
          .guessing = 1.386,
          .updates = 75,
          .texts = 300};
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
  flat.learned_nothing = 3;
  flat.last = 1.38;
  wild.name = "the space of clusters";
  wild.fits = wild.diverged = 1;
  wild.last = 6.7;
  elsewhere.corpus = "other";
  elsewhere.most_tokens = 0;
  elsewhere.share_cut = 1;
  EXPECT_THAT(
      told({cut, flat, wild, elsewhere}),
      ::testing::ElementsAre(
          "SF205 posts: model bert reads the first 128 tokens of 54 % of the training texts, and not the rest",
          "SF205 other: model bert reads only the beginning of 100 % of the training texts, and not the rest",
          "SF206 posts: model tiny: the training loss of 3 of 4 fits ends where guessing is (1.380 of 1.386); "
          "75 updates on 300 texts are too few, or the learning rate is too low; the space of clusters: its fit "
          "diverged (loss 6.70 at the end, guessing has 1.39); a lower learning rate may cure it"));
}

}  // namespace
}  // namespace standfast

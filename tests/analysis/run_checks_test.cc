// Tests of the warnings after a run, about the training of networks, scores and planted shortcuts: each is
// reported just beyond its bound, and not at it.
#include "standfast/analysis/leak/run_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
          "SF205 posts: model bert reads only the first 128 tokens, and 54 % of the training texts go on "
          "after that",
          "SF205 other: model bert reads only the beginning of a text, and 100 % of the training texts go on "
          "after that",
          "SF206 posts: model tiny: the training loss of 3 of 4 fits ends at the level of guessing (1.380 of "
          "1.386): 75 updates on 300 texts are too few, the learning rate is too low, or the texts say "
          "nothing about the classes; the space of clusters: its fit diverged (loss 6.70, guessing has "
          "1.39); a lower learning rate may cure it"));
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
  EXPECT_THAT(warnings[1].brief,
              ::testing::AllOf(
                  ::testing::StartsWith("model wild: 1 of 8 fits diverged"),
                  ::testing::HasSubstr("the training loss of 1 of 8 fits ends at the level of guessing")));
}

std::vector<std::string> codes_in(const std::vector<StudyWarning>& warnings) {
  std::vector<std::string> found;
  for (const auto& warning : warnings) found.push_back(warning.code);
  return found;
}

ScoredCondition reference_score(double low, double high) {
  return {"posts", "i.i.d.", "ppm", "auc", true, (low + high) / 2, low, high, 0.5, {}, {}, {}};
}

TEST(RunChecks, AReferenceThatGuesses) {
  EXPECT_THAT(codes_in(check_scores({reference_score(0.51, 0.60)})), ::testing::IsEmpty());
  const auto warnings = check_scores({reference_score(0.49, 0.60), reference_score(0.50, 0.61)});
  ASSERT_THAT(codes_in(warnings), ::testing::ElementsAre("SF201"));  // one warning for each corpus
  EXPECT_THAT(warnings[0].message,
              ::testing::HasSubstr("\"ppm\" auc [0.490, 0.600] of \"i.i.d.\" holds chance, 0.500"));
  // The line names the score that leaves the least to lose.
  EXPECT_EQ(
      warnings[0].brief,
      "the baseline of other scores is not shown to be better than guessing, so there may be nothing to "
      "lose: \"ppm\" auc [0.490, 0.600] of \"i.i.d.\" holds chance, 0.500 and 1 more");
  EXPECT_THAT(check_scores({reference_score(0.49, 0.60), reference_score(0.48, 0.52)}).at(0).brief,
              ::testing::HasSubstr("[0.480, 0.520]"));
  // A score below guessing leaves nothing to lose.
  EXPECT_THAT(check_scores({reference_score(0.25, 0.31)}).at(0).message,
              ::testing::HasSubstr("of \"i.i.d.\" is below chance, 0.500"));
  EXPECT_THAT(warnings[0].message, ::testing::HasSubstr("is not shown to be better than guessing"));
  auto some = reference_score(0.49, 0.60);
  some.items = "pairs";
  some.n = 360;
  some.n_total = 12360;
  some.compared_with = "HITS";
  EXPECT_THAT(
      check_scores({some}).at(0).message,
      ::testing::HasSubstr(
          "of \"i.i.d.\" over 360 of 12,360 pairs, as \"HITS\" is compared with it, holds chance, 0.5"));
  auto other = reference_score(0.4, 0.6);
  other.reference = false;
  EXPECT_THAT(codes_in(check_scores({other})), ::testing::IsEmpty());
}

TEST(RunChecks, ModelsThatDecideNothing) {
  EXPECT_THAT(check_undecided({}), ::testing::IsEmpty());
  const auto warnings = check_undecided({{"zh", "i.i.d.", "unmasking", 1180, 1200},
                                         {"zh", "HITS", "unmasking", 522, 522},
                                         {"de", "HITS", "imposters", 90, 100}});
  ASSERT_THAT(codes_in(warnings), ::testing::ElementsAre("SF208", "SF208"));  // one warning for each corpus
  EXPECT_EQ(warnings[0].corpus, "zh");
  EXPECT_THAT(warnings[0].message,
              ::testing::HasSubstr("\"unmasking\" under \"i.i.d.\" 1,180 of 1,200; \"unmasking\" "
                                   "under \"HITS\" 522 of 522"));
  EXPECT_EQ(warnings[0].brief,
            "pairs are left undecided (answered with exactly 0.5), so a score says little: "
            "\"unmasking\" under \"HITS\" 522 of 522 and 1 more");
  EXPECT_EQ(warnings[1].corpus, "de");
}

TEST(RunChecks, MoreThanThereWas) {
  auto score = reference_score(0.7, 0.8);
  score.reference = false;
  score.condition = "HITS";
  score.survival = 1.10;
  score.survival_low = 1.02;
  score.survival_high = 1.4;
  EXPECT_THAT(codes_in(check_scores({score})), ::testing::IsEmpty());
  score.survival = 1.21;
  score.survival_low = 1.0;
  EXPECT_THAT(codes_in(check_scores({score})), ::testing::IsEmpty()) << "it may be all that there was";
  score.survival_low.reset();
  EXPECT_THAT(codes_in(check_scores({score})), ::testing::IsEmpty());
  score.survival_low = 1.02;
  const auto warnings = check_scores({score});
  ASSERT_THAT(codes_in(warnings), ::testing::ElementsAre("SF202"));
  EXPECT_THAT(warnings[0].message, ::testing::HasSubstr("\"ppm\" under \"HITS\" at least 102 %"));
  auto more = score;
  more.condition = "sides";
  more.survival_low = 1.3;
  EXPECT_THAT(check_scores({score, more}).at(0).brief,
              ::testing::EndsWith("\"ppm\" under \"sides\" at least 130 % and 1 more"));
}

TEST(RunChecks, DocumentsThatAShortcutLeavesOut) {
  const std::vector<ClassLoss> tenth = {{"good", 10, 100}, {"bad", 0, 50}},
                               more = {{"good", 11, 100}, {"bad", 0, 50}};
  EXPECT_THAT(codes_in(check_planted({{"posts", "formal", tenth, tenth}})), ::testing::IsEmpty());
  EXPECT_THAT(codes_in(check_planted({{"posts", "formal", {}, {}}})), ::testing::IsEmpty());
  const auto warnings = check_planted(
      {{"posts", "formal", more, tenth}, {"posts", "rude", more, more}, {"mails", "formal", tenth, more}});
  ASSERT_THAT(codes_in(warnings), ::testing::ElementsAre("SF203", "SF203"));
  EXPECT_EQ(warnings[0].corpus, "posts");
  EXPECT_THAT(
      warnings[0].message,
      ::testing::EndsWith("\"formal\" 7 % of training (0 % of \"bad\" to 11 % of \"good\"); \"rude\" "
                          "7 % of training (0 % of \"bad\" to 11 % of \"good\") and 7 % of test (0 % of "
                          "\"bad\" to 11 % of \"good\")"));
  EXPECT_THAT(warnings[1].message,
              ::testing::EndsWith("\"formal\" 7 % of test (0 % of \"bad\" to 11 % of \"good\")"));
}

TEST(RunChecks, ClassesThatOneSideOfAShortcutLacks) {
  const std::vector<ClassLoss> two = {{"good", 0, 100}, {"bad", 0, 50}, {"godo", 0, 0}, {"other", 0, 0}},
                               three = {{"good", 0, 10}, {"bad", 0, 5}, {"godo", 0, 1}, {"other", 0, 0}};
  const auto warnings = check_planted({{"posts", "formal", two, three}, {"posts", "rude", three, two}});
  ASSERT_THAT(codes_in(warnings), ::testing::ElementsAre("SF204"));
  EXPECT_THAT(
      warnings[0].message,
      ::testing::EndsWith("\"formal\" \"godo\" (no training document), \"other\" (no training or test "
                          "document); \"rude\" \"godo\" (no test document), \"other\" (no training or "
                          "test document)"));
}

}  // namespace
}  // namespace standfast

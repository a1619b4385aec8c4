// The values that partition, permutation and occlusion promise, by brute force on small texts.
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/explained.h"

namespace standfast {
namespace {

using testing::additive_game;
using testing::all_rows;
using testing::any_game;
using testing::explained;
using testing::FormulaClassifier;
using testing::game_of;
using ::testing::HasSubstr;
using testing::kSeven;
using testing::make_explainer;
using testing::no_and_yes;
using testing::of_text;
using testing::pairwise_game;
using testing::Settings;
using testing::texts;

TEST(Partition, IsTheOwenValueByBruteForce) {
  for (const char* output : {"log-odds", "probability"})
    for (const std::string& text :
         {std::string("a b"), std::string("x y z"), std::string("it 's a b , but c"), kSeven}) {
      SCOPED_TRACE(text);
      const FormulaClassifier classifier(any_game);
      const auto made = of_text(*make_explainer("partition", {{"max-evals", int64_t{0}},
                                                              {"output", std::string(output)},
                                                              {"tokens", std::string("whitespace")}}),
                                classifier, text);
      const auto log_odds = game_of(text, any_game);
      const auto game = [&](uint32_t set) {
        return output == std::string("log-odds") ? log_odds(set) : 1 / (1 + std::exp(-log_odds(set)));
      };
      const auto expected =
          testing::owen(make_token_tree(text, split_tokens(text, TokenRule::whitespace)), game);
      ASSERT_EQ(made.tokens.size(), expected.size());
      for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(made.shares.row(i)[1], expected[i], 1e-9) << i;
      EXPECT_TRUE(made.exact());
      EXPECT_EQ(classifier.asked, made.evaluations);
    }
}

// Where no more than two players act together, every order of halves is as good: Owen's value is Shapley's.
TEST(Partition, IsTheShapleyValueOfPairwiseGames) {
  const FormulaClassifier classifier(pairwise_game);
  const auto made = of_text(
      *make_explainer("partition", {{"max-evals", int64_t{0}}, {"tokens", std::string("whitespace")}}),
      classifier, kSeven);
  const auto expected = testing::shapley(7, game_of(kSeven, pairwise_game));
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(made.shares.row(i)[1], expected[i], 1e-9) << i;
}

TEST(Partition, KeepsItsBudgetAndStillAddsUp) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += fmt::format("word{} ", i);
  for (const int64_t budget : {2, 3, 4, 17, 100, 500})
    for (const int64_t batch : {1, 7, 1000}) {
      const FormulaClassifier classifier(any_game);
      const auto made =
          of_text(*make_explainer("partition", {{"max-evals", budget}, {"batch", batch}}), classifier, text);
      EXPECT_EQ(classifier.asked, made.evaluations);
      EXPECT_LE(made.evaluations, static_cast<uint64_t>(budget));
      EXPECT_GE(made.evaluations + 1, static_cast<uint64_t>(budget)) << "all that two answers a time allow";
      EXPECT_TRUE(made.cut);
      EXPECT_FALSE(made.exact());
      EXPECT_NEAR(made.gap(1), 0, 1e-12);
      if (budget == 2) {
        EXPECT_NEAR(made.shares.row(3)[1], (made.prediction[1] - made.base[1]) / 40, 1e-12)
            << "all share equally";
      }
    }
}

TEST(Partition, AsksForManyTextsAtATime) {
  const FormulaClassifier classifier(any_game);
  std::vector<std::string> all;
  for (int i = 0; i < 30; ++i) all.push_back(fmt::format("a{} b c d e f g h i j", i));
  const Corpus corpus = texts(all);
  const auto rows = all_rows(corpus);
  explained(*make_explainer("partition", {{"batch", int64_t{100}}}), classifier, no_and_yes(),
            {&corpus, rows});
  EXPECT_LE(classifier.calls, 8U) << "the ends, then one call for each depth of the tree";
}

TEST(Partition, SaysWhenNoBudgetIsNotPossible) {
  std::string text;  // a chain: each comma is joined last
  for (int i = 0; i < 3000; ++i) text += "word ";
  const FormulaClassifier classifier(additive_game);
  const Corpus corpus = texts({text});
  const uint32_t row = 0;
  const auto made = make_explainer("partition", {{"max-evals", int64_t{0}}})
                        ->explain({&classifier, no_and_yes()}, {&corpus, std::span(&row, 1)}, {});
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("document \"d0\" has 3000 tokens"));
}

TEST(Permutation, IsTheShapleyValueWithinItsErrors) {
  const FormulaClassifier classifier(any_game);
  const auto made = of_text(
      *make_explainer("permutation", {{"pairs", int64_t{400}}, {"tokens", std::string("whitespace")}}),
      classifier, kSeven);
  const auto expected = testing::shapley(7, game_of(kSeven, any_game));
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_GT(made.errors.row(i)[1], 0);
    EXPECT_LT(made.errors.row(i)[1], 0.2);
    EXPECT_NEAR(made.shares.row(i)[1], expected[i], 5 * made.errors.row(i)[1]) << i;
  }
  EXPECT_NEAR(made.gap(1), 0, 1e-11);
  EXPECT_EQ(classifier.asked, made.evaluations);
}

// An order and its reverse give a pair of players both of its orders.
TEST(Permutation, OnePairOfOrdersIsEnoughForPairwiseGames) {
  const FormulaClassifier classifier(pairwise_game);
  const auto made =
      of_text(*make_explainer("permutation", {{"pairs", int64_t{2}}, {"tokens", std::string("whitespace")}}),
              classifier, kSeven);
  const auto expected = testing::shapley(7, game_of(kSeven, pairwise_game));
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(made.shares.row(i)[1], expected[i], 1e-9) << i;
    EXPECT_NEAR(made.errors.row(i)[1], 0, 1e-6);
  }
}

TEST(Permutation, DrawsByDocumentAndSeed) {
  const FormulaClassifier classifier(any_game);
  const Corpus corpus = texts({kSeven, kSeven});
  const auto rows = all_rows(corpus);
  const auto explainer = make_explainer("permutation");
  const auto one = explained(*explainer, classifier, no_and_yes(), {&corpus, rows}, {.seed = 1});
  const auto two = explained(*explainer, classifier, no_and_yes(), {&corpus, rows}, {.seed = 2});
  EXPECT_NE(one[0].shares.data, one[1].shares.data) << "the id is part of the stream";
  EXPECT_NE(one[0].shares.data, two[0].shares.data);
}

TEST(Occlusion, IsWhatTheAnswerLoses) {
  const FormulaClassifier classifier(any_game);
  const auto game = game_of(kSeven, any_game);
  const auto one =
      of_text(*make_explainer("occlusion", {{"tokens", std::string("whitespace")}}), classifier, kSeven);
  for (uint32_t i = 0; i < 7; ++i)
    EXPECT_NEAR(one.shares.row(i)[1], game(127) - game(127U ^ 1U << i), 1e-9) << i;
  EXPECT_EQ(one.evaluations, 9U);
  const auto three =
      of_text(*make_explainer("occlusion", {{"window", int64_t{3}}, {"tokens", std::string("whitespace")}}),
              classifier, kSeven);
  const auto window = [&](uint32_t first) { return game(127) - game(127U ^ 7U << first); };
  EXPECT_NEAR(three.shares.row(0)[1], window(0) / 3, 1e-9);
  EXPECT_NEAR(three.shares.row(1)[1], (window(0) + window(1)) / 6, 1e-9);
  EXPECT_NEAR(three.shares.row(3)[1], (window(1) + window(2) + window(3)) / 9, 1e-9);
  EXPECT_NEAR(three.shares.row(6)[1], window(4) / 3, 1e-9);
  const auto wide = of_text(*make_explainer("occlusion", {{"window", int64_t{50}}}), classifier, "a b");
  EXPECT_NEAR(wide.shares.row(0)[1], (wide.prediction[1] - wide.base[1]) / 2, 1e-9);
}

// On words that add up all methods say the same.
TEST(Explainers, AgreeOnAdditiveGames) {
  const FormulaClassifier classifier(additive_game);
  const auto words = testing::words_in(kSeven);
  for (const char* name : {"partition", "permutation", "occlusion"}) {
    const auto made =
        of_text(*make_explainer(name, {{"tokens", std::string("whitespace")}}), classifier, kSeven);
    for (size_t i = 0; i < words.size(); ++i)
      EXPECT_NEAR(made.shares.row(i)[1], testing::number_of(words[i]), 1e-9) << name << " " << i;
  }
}

// Shares are linear in the game: those of a sum are the sum of those.
TEST(Explainers, AreLinearInTheGame) {
  const FormulaClassifier one(any_game), two(pairwise_game),
      sum([](std::string_view text) { return any_game(text) + pairwise_game(text); });
  for (const char* name : {"permutation", "occlusion", "partition"}) {
    Settings settings = {{"tokens", std::string("whitespace")}};
    if (name == std::string("partition")) settings["max-evals"] = int64_t{0};
    const auto explainer = make_explainer(name, settings);
    const auto a = of_text(*explainer, one, kSeven), b = of_text(*explainer, two, kSeven),
               both = of_text(*explainer, sum, kSeven);
    for (size_t i = 0; i < 7; ++i)
      EXPECT_NEAR(both.shares.row(i)[1], a.shares.row(i)[1] + b.shares.row(i)[1], 1e-9) << name << " " << i;
  }
}

}  // namespace
}  // namespace standfast

// The duties of analysis/attribution/explainer.h, checked for every entry of the catalog, and the values that each
// method promises, by brute force on small texts.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/analysis/attribution/bag_game.h"
#include "standfast/analysis/attribution/explainer.h"
#include "standfast/base/rng.h"
#include "standfast/model/classify/linear_model.h"
#include "tests/support/catalog_laws.h"
#include "tests/support/corpora.h"
#include "tests/support/made_up_games.h"
#include "tests/support/python.h"

namespace standfast {
namespace {

using testing::additive_game;
using testing::any_game;
using testing::FormulaClassifier;
using ::testing::HasSubstr;
using testing::no_and_yes;
using testing::pairwise_game;
using Settings = std::map<std::string, OptionValue>;

std::unique_ptr<Explainer> make(const std::string& name, const Settings& settings = {}) {
  auto made = explainers().make(name, settings);
  EXPECT_TRUE(made) << made.error().message;
  return std::move(*made);
}

Corpus texts(const std::vector<std::string>& all) {
  std::vector<testing::Doc> docs;
  for (const auto& text : all) docs.push_back({fmt::format("d{}", docs.size()), text, "", ""});
  return testing::make_corpus(docs);
}
std::vector<uint32_t> all_rows(const Corpus& corpus) {
  std::vector<uint32_t> rows(corpus.size());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

std::vector<Attribution> explained(const Explainer& explainer, const Classifier& classifier,
                                   std::span<const std::string> names, const DocumentView& documents,
                                   const ExplainContext& context = {}) {
  auto made = explainer.explain({&classifier, names}, documents, context);
  EXPECT_TRUE(made) << made.error().message;
  return made ? std::move(*made) : std::vector<Attribution>();
}
Attribution of_text(const Explainer& explainer, const Classifier& classifier, const std::string& text) {
  const Corpus corpus = texts({text});
  const uint32_t row = 0;
  auto made = explained(explainer, classifier, no_and_yes(), {&corpus, std::span(&row, 1)});
  return made.empty() ? Attribution() : std::move(made[0]);
}

// What a formula says of the words of a text that are in a set.
testing::SetGame game_of(const std::string& text, double (*formula)(std::string_view)) {
  return [words = testing::words_in(text), formula](uint32_t set) {
    std::string kept;
    for (size_t i = 0; i < words.size(); ++i)
      if ((set >> i & 1) != 0) kept += (kept.empty() ? "" : " ") + words[i];
    return formula(kept);
  };
}

// A planted word "zyx" stands in most documents of class yes and in few of no.
struct PlantedProblem {
  Corpus corpus;
  std::vector<uint32_t> rows, classes;
  std::vector<std::string> names = {"no", "yes"};
  std::vector<uint32_t> with_word;
};
const PlantedProblem& planted() {
  static const PlantedProblem made = [] {
    PlantedProblem p;
    std::vector<testing::Doc> docs;
    Rng rng(4, "tests/planted");
    for (uint32_t i = 0; i < 160; ++i) {
      std::vector<std::string> words;
      for (uint64_t k = 6 + rng.below(6); k > 0; --k) words.push_back(fmt::format("w{}", rng.below(60)));
      const bool yes = i % 2 == 1, has = rng.chance(yes ? 0.95 : 0.05);
      if (has) {
        words.insert(words.begin() + static_cast<std::ptrdiff_t>(rng.below(words.size())), "zyx,");
        if (yes) p.with_word.push_back(i);
      }
      docs.push_back({fmt::format("p{}", i), fmt::format("{}.", fmt::join(words, " ")), "", ""});
      p.rows.push_back(i);
      p.classes.push_back(yes ? 1 : 0);
    }
    p.corpus = testing::make_corpus(docs);
    return p;
  }();
  return made;
}
std::unique_ptr<Classifier> fitted(const std::string& name, const Settings& settings = {}) {
  auto classifier = classifiers().make(name, settings).value();
  const auto& p = planted();
  const auto status = classifier->fit({{&p.corpus, p.rows}, p.classes, p.names}, {});
  EXPECT_TRUE(status) << status.error().message;
  return classifier;
}

class EveryExplainer : public ::testing::TestWithParam<std::string> {
 protected:
  const ExplainerTraits& traits() const { return (*explainers().find(GetParam()))->traits; }
};
std::vector<std::string> names_of_explainers() {
  std::vector<std::string> names;
  for (const auto& entry : explainers().entries()) names.push_back(entry.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Attribution, EveryExplainer, ::testing::ValuesIn(names_of_explainers()));

TEST(Explainers, CatalogKeepsItsLaws) {
  testing::expect_laws_of_catalog(explainers());
}

void expect_same(const Attribution& a, const Attribution& b) {
  EXPECT_EQ(a.tokens, b.tokens);
  EXPECT_EQ(a.shares.data, b.shares.data);
  EXPECT_EQ(a.errors.data, b.errors.data);
  EXPECT_EQ(a.base, b.base);
  EXPECT_EQ(a.prediction, b.prediction);
  EXPECT_EQ(a.elsewhere, b.elsewhere);
  EXPECT_EQ(a.evaluations, b.evaluations);
}

TEST_P(EveryExplainer, SharesAddUpAndNeitherThreadsNorOtherDocumentsMatter) {
  const auto& p = planted();
  const auto explainer = make(GetParam());
  for (const char* name : {"maxent", "linear-svm", "naive-bayes", "low-rank-maxent", "char-ngram"}) {
    if (traits().linear_only && name == std::string("char-ngram")) continue;
    SCOPED_TRACE(name);
    const auto classifier = fitted(name);
    const std::vector<uint32_t> some = {3, 0, 17, 4, 9};
    const auto once =
        explained(*explainer, *classifier, p.names, {&p.corpus, some}, {.seed = 5, .threads = 1});
    const auto threads =
        explained(*explainer, *classifier, p.names, {&p.corpus, some}, {.seed = 5, .threads = 3});
    const std::vector<uint32_t> others = {17, 3};
    const auto alone = explained(*explainer, *classifier, p.names, {&p.corpus, others}, {.seed = 5});
    ASSERT_EQ(once.size(), some.size());
    for (size_t i = 0; i < some.size(); ++i) {
      expect_same(once[i], threads[i]);
      EXPECT_EQ(once[i].tokens, split_tokens(p.corpus.text(some[i]), TokenRule::words));
      for (size_t c = 0; c < 2; ++c) {
        if (traits().adds_up) {
          EXPECT_NEAR(once[i].gap(c), 0, 1e-11) << i;
        }
        EXPECT_NEAR(once[i].shares.row(0)[c] + once[i].shares.row(0)[1 - c], 0, 1e-9)
            << "two classes mirror each other";
      }
      EXPECT_GT(once[i].evaluations, 0U);
    }
    expect_same(alone[0], once[2]);
    expect_same(alone[1], once[0]);
  }
}

TEST_P(EveryExplainer, TextsWithoutTokensAndOfOneToken) {
  const auto explainer = make(GetParam());
  const auto classifier = fitted("maxent");
  const Corpus corpus = texts({"", " \n ", "zyx", "unknown"});
  const auto rows = all_rows(corpus);
  const auto made = explained(*explainer, *classifier, planted().names, {&corpus, rows});
  ASSERT_EQ(made.size(), 4U);
  for (const size_t i : {0, 1}) {
    EXPECT_TRUE(made[i].tokens.empty());
    EXPECT_EQ(made[i].base, made[i].prediction);
  }
  EXPECT_NEAR(made[2].shares.row(0)[1], made[2].prediction[1] - made[2].base[1], 1e-12);
  EXPECT_GT(made[2].shares.row(0)[1], 0.1);
  EXPECT_EQ(made[3].shares.row(0)[1], 0) << "a token that no feature knows";
  EXPECT_TRUE(explained(*explainer, *classifier, planted().names, {&corpus, {}}).empty());
}

// A dummy has nothing; words that the model cannot tell apart have the same, wherever they stand.
TEST_P(EveryExplainer, DummiesHaveNothingAndTwinsHaveTheSame) {
  for (const char* weight : {"presence", "counts", "tf-idf"}) {
    const auto classifier = fitted("maxent", {{"weight", std::string(weight)}});
    const auto explainer = make(GetParam());
    const Corpus corpus = texts({"w1 zyx dummy w2 , w3 zyx ( w4 )"});
    const uint32_t row = 0;
    const auto made = explained(*explainer, *classifier, planted().names, {&corpus, std::span(&row, 1)});
    ASSERT_EQ(made[0].tokens.size(), 10U);
    const auto share = [&](size_t token) { return made[0].shares.row(token)[1]; };
    for (const size_t dummy : {2, 4, 7, 9}) EXPECT_NEAR(share(dummy), 0, 1e-12) << weight << " " << dummy;
    if (!traits().symmetric) continue;
    const double error = traits().estimates ? 4 * made[0].errors.row(1)[1] + 4 * made[0].errors.row(6)[1] : 0;
    EXPECT_NEAR(share(1), share(6), error + 1e-12) << weight;
  }
}

TEST_P(EveryExplainer, APlantedTokenRanksFirst) {
  const auto& p = planted();
  const auto explainer = make(GetParam());
  for (const char* name : {"maxent", "linear-svm", "naive-bayes"}) {
    const auto classifier = fitted(name);
    const auto made = explained(*explainer, *classifier, p.names, {&p.corpus, p.with_word});
    size_t first = 0;
    for (size_t i = 0; i < made.size(); ++i) {
      size_t best = 0;
      for (size_t k = 0; k < made[i].tokens.size(); ++k)
        if (made[i].shares.row(k)[1] > made[i].shares.row(best)[1]) best = k;
      const auto token = made[i].tokens[best];
      first += p.corpus.text(p.with_word[i]).substr(token.begin, token.end - token.begin) == "zyx";
    }
    EXPECT_EQ(first, made.size()) << name;
  }
}

TEST_P(EveryExplainer, ASpanMayBeOneToken) {
  const auto& p = planted();
  const auto classifier = fitted("maxent");
  const std::vector<uint32_t> rows = {0, 1};
  const auto text = p.corpus.text(1);
  const std::vector<std::vector<TokenSpan>> whole = {{}, {{0, static_cast<uint32_t>(text.size())}}};
  const auto made = explained(*make(GetParam()), *classifier, p.names, {&p.corpus, rows}, {.whole = whole});
  EXPECT_GT(made[0].tokens.size(), 3U);
  ASSERT_EQ(made[1].tokens.size(), 1U);
  EXPECT_NEAR(made[1].shares.row(0)[0], made[1].prediction[0] - made[1].base[0], 1e-11);
}

TEST_P(EveryExplainer, AnUnfittedClassifierIsRefused) {
  const auto classifier = classifiers().make("maxent", {}).value();
  const auto& p = planted();
  const auto made = make(GetParam())->explain({classifier.get(), p.names}, {&p.corpus, p.rows}, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::usage);
}

const std::string kSeven = "b one ( two , and c";

TEST(Partition, IsTheOwenValueByBruteForce) {
  for (const char* output : {"log-odds", "probability"})
    for (const std::string& text :
         {std::string("a b"), std::string("x y z"), std::string("it 's a b , but c"), kSeven}) {
      SCOPED_TRACE(text);
      const FormulaClassifier classifier(any_game);
      const auto made = of_text(*make("partition", {{"max-evals", int64_t{0}},
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
      EXPECT_TRUE(made.exact);
      EXPECT_EQ(classifier.asked, made.evaluations);
    }
}

// Where no more than two players act together, every order of halves is as good: Owen's value is Shapley's.
TEST(Partition, IsTheShapleyValueOfPairwiseGames) {
  const FormulaClassifier classifier(pairwise_game);
  const auto made =
      of_text(*make("partition", {{"max-evals", int64_t{0}}, {"tokens", std::string("whitespace")}}),
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
          of_text(*make("partition", {{"max-evals", budget}, {"batch", batch}}), classifier, text);
      EXPECT_EQ(classifier.asked, made.evaluations);
      EXPECT_LE(made.evaluations, static_cast<uint64_t>(budget));
      EXPECT_GE(made.evaluations + 1, static_cast<uint64_t>(budget)) << "all that two answers a time allow";
      EXPECT_FALSE(made.exact);
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
  explained(*make("partition", {{"batch", int64_t{100}}}), classifier, no_and_yes(), {&corpus, rows});
  EXPECT_LE(classifier.calls, 8U) << "the ends, then one call for each depth of the tree";
}

TEST(Partition, SaysWhenNoBudgetIsNotPossible) {
  std::string text;  // a chain: each comma is joined last
  for (int i = 0; i < 3000; ++i) text += "word ";
  const FormulaClassifier classifier(additive_game);
  const Corpus corpus = texts({text});
  const uint32_t row = 0;
  const auto made = make("partition", {{"max-evals", int64_t{0}}})
                        ->explain({&classifier, no_and_yes()}, {&corpus, std::span(&row, 1)}, {});
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("document \"d0\" has 3000 tokens"));
}

TEST(Permutation, IsTheShapleyValueWithinItsErrors) {
  const FormulaClassifier classifier(any_game);
  const auto made =
      of_text(*make("permutation", {{"pairs", int64_t{400}}, {"tokens", std::string("whitespace")}}),
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
      of_text(*make("permutation", {{"pairs", int64_t{2}}, {"tokens", std::string("whitespace")}}),
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
  const auto explainer = make("permutation");
  const auto one = explained(*explainer, classifier, no_and_yes(), {&corpus, rows}, {.seed = 1});
  const auto two = explained(*explainer, classifier, no_and_yes(), {&corpus, rows}, {.seed = 2});
  EXPECT_NE(one[0].shares.data, one[1].shares.data) << "the id is part of the stream";
  EXPECT_NE(one[0].shares.data, two[0].shares.data);
}

TEST(Occlusion, IsWhatTheAnswerLoses) {
  const FormulaClassifier classifier(any_game);
  const auto game = game_of(kSeven, any_game);
  const auto one = of_text(*make("occlusion", {{"tokens", std::string("whitespace")}}), classifier, kSeven);
  for (uint32_t i = 0; i < 7; ++i)
    EXPECT_NEAR(one.shares.row(i)[1], game(127) - game(127U ^ 1U << i), 1e-9) << i;
  EXPECT_EQ(one.evaluations, 9U);
  const auto three =
      of_text(*make("occlusion", {{"window", int64_t{3}}, {"tokens", std::string("whitespace")}}), classifier,
              kSeven);
  const auto window = [&](uint32_t first) { return game(127) - game(127U ^ 7U << first); };
  EXPECT_NEAR(three.shares.row(0)[1], window(0) / 3, 1e-9);
  EXPECT_NEAR(three.shares.row(1)[1], (window(0) + window(1)) / 6, 1e-9);
  EXPECT_NEAR(three.shares.row(3)[1], (window(1) + window(2) + window(3)) / 9, 1e-9);
  EXPECT_NEAR(three.shares.row(6)[1], window(4) / 3, 1e-9);
  const auto wide = of_text(*make("occlusion", {{"window", int64_t{50}}}), classifier, "a b");
  EXPECT_NEAR(wide.shares.row(0)[1], (wide.prediction[1] - wide.base[1]) / 2, 1e-9);
}

// On words that add up all methods say the same.
TEST(Explainers, AgreeOnAdditiveGames) {
  const FormulaClassifier classifier(additive_game);
  const auto words = testing::words_in(kSeven);
  for (const char* name : {"partition", "permutation", "occlusion"}) {
    const auto made = of_text(*make(name, {{"tokens", std::string("whitespace")}}), classifier, kSeven);
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
    const auto explainer = make(name, settings);
    const auto a = of_text(*explainer, one, kSeven), b = of_text(*explainer, two, kSeven),
               both = of_text(*explainer, sum, kSeven);
    for (size_t i = 0; i < 7; ++i)
      EXPECT_NEAR(both.shares.row(i)[1], a.shares.row(i)[1] + b.shares.row(i)[1], 1e-9) << name << " " << i;
  }
}

// Linear models of single words are evaluated without texts; that changes nothing but rounding.
TEST(BagGame, GivesWhatEditedTextsGive) {
  const auto& p = planted();
  const std::vector<uint32_t> rows = {0, 1, 2, 3};
  const std::vector<std::pair<std::string, Settings>> models = {
      {"maxent", {}},
      {"maxent", {{"weight", std::string("tf-idf")}}},
      {"maxent",
       {{"weight", std::string("tf-idf")}, {"norm", std::string("l1")}, {"words", std::string("letters")}}},
      {"maxent", {{"weight", std::string("counts")}, {"norm", std::string("l2")}}},
      {"maxent", {{"features", std::string("punctuation")}, {"weight", std::string("counts")}}},
      {"naive-bayes", {}},
      {"naive-bayes", {{"event", std::string("bernoulli")}}},
      {"linear-svm", {}},
      {"low-rank-maxent", {{"min-word-length", int64_t{3}}}}};
  for (const auto& [name, settings] : models) {
    const auto classifier = fitted(name, settings);
    for (const char* tokens : {"words", "whitespace", "fine"})
      for (const char* mask : {"", "w5 ...", "..."})
        for (const char* method : {"partition", "permutation", "occlusion"}) {
          SCOPED_TRACE(fmt::format("{} {} {} {}", name, tokens, mask, method));
          Settings options = {{"tokens", std::string(tokens)}, {"mask", std::string(mask)}};
          const auto quick = explained(*make(method, options), *classifier, p.names, {&p.corpus, rows});
          options["evaluate"] = std::string("texts");
          const auto slow = explained(*make(method, options), *classifier, p.names, {&p.corpus, rows});
          for (size_t i = 0; i < rows.size(); ++i) {
            ASSERT_EQ(quick[i].shares.data.size(), slow[i].shares.data.size());
            for (size_t k = 0; k < quick[i].shares.data.size(); ++k)
              ASSERT_NEAR(quick[i].shares.data[k], slow[i].shares.data[k], 1e-9) << i << " " << k;
            EXPECT_EQ(quick[i].evaluations, slow[i].evaluations);
          }
        }
  }
}

TEST(BagGame, LeavesAloneWhatDoesNotFollowFromSingleWords) {
  const auto& p = planted();
  const auto bag_of = [&](const Settings& settings, const GameOptions& options = {}) {
    const auto classifier = fitted("maxent", settings);
    const GameRequest request{.classifier = classifier.get(), .classes = 2, .documents = {&p.corpus, p.rows}};
    return make_bag_game(request, options).value() != nullptr;
  };
  EXPECT_TRUE(bag_of({}));
  EXPECT_TRUE(bag_of({}, {.mask = "[MASK]"}));
  EXPECT_FALSE(bag_of({}, {.mask = "w1"}));
  EXPECT_FALSE(bag_of({}, {.tokens = TokenRule::fine}));
  EXPECT_TRUE(bag_of({{"words", std::string("letters")}}, {.tokens = TokenRule::fine}));
  EXPECT_FALSE(bag_of({{"word-n", std::string("1-2")}}));
  EXPECT_FALSE(bag_of({{"features", std::string("char")}}));
  EXPECT_FALSE(bag_of({{"weight", std::string("relative")}}));
  EXPECT_FALSE(bag_of({{"distort", std::string("mask-rare-single")}}));
  EXPECT_FALSE(bag_of({{"features", std::string("word+lengths")}}));
}

// The game of `linear`: features with fixed values, absent ones at the background.
TEST(Linear, IsTheShapleyValueOverFeaturesByBruteForce) {
  const auto& p = planted();
  for (const char* name : {"maxent", "linear-svm", "naive-bayes", "low-rank-maxent"})
    for (const char* weight : {"presence", "counts", "tf-idf"})
      for (const char* background : {"zero", "mean"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", name, weight, background));
        const auto classifier = fitted(name, {{"weight", std::string(weight)}});
        const LinearView view = linear_model(*classifier)->linear().value();
        const Corpus corpus = texts({"w1 zyx w2 zyx other w7"});
        const uint32_t row = 0;
        const auto made =
            explained(*make("linear", {{"background", std::string(background)}}), *classifier, p.names,
                      {&corpus, std::span(&row, 1)}, {.background = {&p.corpus, p.rows}});
        // The features of the text, and those of no text: all of them play.
        const auto x = view.features->transform(std::vector<std::string_view>{corpus.text(0)});
        std::vector<std::string_view> all;
        for (const uint32_t r : p.rows) all.push_back(p.corpus.text(r));
        const auto b = view.features->transform(all);
        std::vector<double> mean(view.weights.rows, 0);
        if (background == std::string("mean"))
          for (size_t e = 0; e < b.columns.size(); ++e)
            mean[b.columns[e]] += b.values[e] / static_cast<double>(all.size());
        const auto columns = x.row_columns(0);
        const auto game = [&](uint32_t set) {
          double score[2] = {view.bias[0], view.bias[1]};
          std::vector<double> value = mean;
          for (size_t k = 0; k < columns.size(); ++k)
            if ((set >> k & 1) != 0) value[columns[k]] = x.row_values(0)[k];
          for (size_t j = 0; j < value.size(); ++j)
            for (size_t c = 0; c < 2; ++c) score[c] += value[j] * view.weights.row(j)[c];
          return (score[1] - score[0]) / 2;  // the score less the mean of both
        };
        const auto expected = testing::shapley(static_cast<uint32_t>(columns.size()), game);
        const auto names = view.features->names();
        std::map<std::string, double> of_word;
        for (size_t k = 0; k < columns.size(); ++k) of_word[names[columns[k]]] = expected[k];
        for (size_t i = 0; i < made[0].tokens.size(); ++i) {
          const auto token = made[0].tokens[i];
          const std::string word(corpus.text(0).substr(token.begin, token.end - token.begin));
          const double share = of_word.contains(word) ? of_word[word] / (word == "zyx" ? 2 : 1) : 0;
          EXPECT_NEAR(made[0].shares.row(i)[1], share, 1e-9) << word;
        }
        EXPECT_NEAR(made[0].gap(1), 0, 1e-11);
        // Features that the text does not have are at 0 in the prediction, at the background in the game.
        EXPECT_NEAR(made[0].prediction[1], game((1U << columns.size()) - 1) + made[0].elsewhere[1], 1e-9);
        if (background == std::string("zero")) {
          EXPECT_EQ(made[0].elsewhere[1], 0);
        }
      }
}

TEST(Linear, HandsNGramsToTheTokensTheyTouch) {
  const auto& p = planted();
  for (const Settings& settings :
       std::vector<Settings>{{{"word-n", std::string("1-3")}},
                             {{"features", std::string("char")}, {"char-n", std::string("1-4")}},
                             {{"features", std::string("word+punctuation+lengths")}},
                             {{"features", std::string("word+char")}, {"weight", std::string("tf-idf")}},
                             {{"weight", std::string("relative")}}}) {
    const auto classifier = fitted("maxent", settings);
    const std::vector<uint32_t> rows = {0, 1, 5};
    const auto made = explained(*make("linear"), *classifier, p.names, {&p.corpus, rows});
    DenseMatrix answers;
    ASSERT_TRUE(classifier->predict({&p.corpus, rows}, {}, answers));
    for (size_t i = 0; i < rows.size(); ++i) {
      EXPECT_NEAR(made[i].gap(1), 0, 1e-11);
      EXPECT_NEAR(2 * made[i].prediction[1], std::log(answers.row(i)[1] / answers.row(i)[0]), 1e-9);
    }
  }
}

TEST(Linear, SaysWhatItCannotDo) {
  const auto& p = planted();
  const auto refusal = [&](const Classifier& classifier, const Settings& settings) {
    const auto made = make("linear", settings)->explain({&classifier, p.names}, {&p.corpus, p.rows}, {});
    return made ? std::string() : made.error().message;
  };
  EXPECT_THAT(refusal(*fitted("char-ngram"), {}), HasSubstr("is not linear"));
  EXPECT_THAT(refusal(*fitted("maxent"), {{"background", std::string("mean")}}),
              HasSubstr("needs documents"));
  EXPECT_THAT(refusal(*fitted("maxent", {{"features", std::string("char")},
                                         {"distort", std::string("mask-rare-single")}}),
                      {}),
              HasSubstr("partition, permutation and occlusion"));
  EXPECT_EQ(refusal(*fitted("maxent"), {{"output", std::string("log-odds")}}), "");
}

TEST(Explainers, AProgramOfAnybodysIsExplainedToo) {
  const std::string program = testing::python() +
                              " -I -S '" STANDFAST_SOURCE_DIR
                              "/examples/bring_your_own_classifier.py' {train} {test} {answers}";
  const auto classifier = fitted("command", {{"command", program}});
  const auto& p = planted();
  const std::vector<uint32_t> rows(p.with_word.begin(), p.with_word.begin() + 3);
  for (const char* name : {"partition", "occlusion", "permutation"}) {
    Settings settings = {
        {"tokens", std::string("whitespace")}};  // its words are what stands between white space
    if (name == std::string("partition")) settings["batch"] = int64_t{100};
    if (name == std::string("permutation")) settings["pairs"] = int64_t{2};
    const auto made = explained(*make(name, settings), *classifier, p.names, {&p.corpus, rows});
    for (size_t i = 0; i < rows.size(); ++i) {
      size_t best = 0;
      for (size_t k = 0; k < made[i].tokens.size(); ++k)
        if (made[i].shares.row(k)[1] > made[i].shares.row(best)[1]) best = k;
      const auto token = made[i].tokens[best];
      EXPECT_EQ(p.corpus.text(rows[i]).substr(token.begin, token.end - token.begin), "zyx,") << name;
    }
  }
}

}  // namespace
}  // namespace standfast

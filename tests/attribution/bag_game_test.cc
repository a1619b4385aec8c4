#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/analysis/attribution/text_game.h"
#include "tests/support/explained.h"

namespace standfast {
namespace {

using testing::explained;
using testing::fitted;
using testing::make_explainer;
using testing::planted;
using testing::Settings;
using testing::texts;

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
          const auto quick =
              explained(*make_explainer(method, options), *classifier, p.names, {&p.corpus, rows});
          options["evaluate"] = std::string("texts");
          const auto slow =
              explained(*make_explainer(method, options), *classifier, p.names, {&p.corpus, rows});
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

}  // namespace
}  // namespace standfast

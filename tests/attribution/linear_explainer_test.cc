// The values that `linear` promises, by brute force over features.
#include <cmath>
#include <map>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/model/classify/linear_model.h"
#include "tests/support/explained.h"

namespace standfast {
namespace {

using testing::explained;
using testing::fitted;
using ::testing::HasSubstr;
using testing::make_explainer;
using testing::planted;
using testing::Settings;
using testing::texts;

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
            explained(*make_explainer("linear", {{"background", std::string(background)}}), *classifier,
                      p.names, {&corpus, std::span(&row, 1)}, {.background = {&p.corpus, p.rows}});
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
    const auto made = explained(*make_explainer("linear"), *classifier, p.names, {&p.corpus, rows});
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
    const auto made =
        make_explainer("linear", settings)->explain({&classifier, p.names}, {&p.corpus, p.rows}, {});
    return made ? std::string() : made.error().message;
  };
  EXPECT_THAT(refusal(*fitted("char-ngram"), {}), HasSubstr("linear explains linear classifiers only"));
  EXPECT_THAT(refusal(*fitted("maxent"), {{"background", std::string("mean")}}),
              HasSubstr("needs documents"));
  EXPECT_THAT(refusal(*fitted("maxent", {{"features", std::string("char")},
                                         {"distort", std::string("mask-rare-single")}}),
                      {}),
              HasSubstr("partition, permutation and occlusion"));
  EXPECT_EQ(refusal(*fitted("maxent"), {{"output", std::string("log-odds")}}), "");
}

}  // namespace
}  // namespace standfast

// The duties of analysis/attribution/explainer.h, checked for every entry of the catalog.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/catalog_laws.h"
#include "tests/support/explained.h"
#include "tests/support/python.h"

namespace standfast {
namespace {

using testing::all_rows;
using testing::explained;
using testing::fitted;
using testing::make_explainer;
using testing::planted;
using testing::Settings;
using testing::texts;

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
  const auto explainer = make_explainer(GetParam());
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
  const auto explainer = make_explainer(GetParam());
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
    const auto explainer = make_explainer(GetParam());
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
  const auto explainer = make_explainer(GetParam());
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
  const auto made =
      explained(*make_explainer(GetParam()), *classifier, p.names, {&p.corpus, rows}, {.whole = whole});
  EXPECT_GT(made[0].tokens.size(), 3U);
  ASSERT_EQ(made[1].tokens.size(), 1U);
  EXPECT_NEAR(made[1].shares.row(0)[0], made[1].prediction[0] - made[1].base[0], 1e-11);
}

TEST_P(EveryExplainer, AnUnfittedClassifierIsRefused) {
  const auto classifier = classifiers().make("maxent", {}).value();
  const auto& p = planted();
  const auto made = make_explainer(GetParam())->explain({classifier.get(), p.names}, {&p.corpus, p.rows}, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::usage);
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
    const auto made = explained(*make_explainer(name, settings), *classifier, p.names, {&p.corpus, rows});
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

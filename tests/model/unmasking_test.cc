#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/unmasking_curve.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

// Returns a text of `length` words: word k of the habits has the share habits[k], and the rest comes from a
// common list.
std::string text_of(const std::string& name, int length, const std::vector<double>& habits) {
  Rng rng(4, "test/unmasking", name);
  std::string text;
  for (int i = 0; i < length; ++i) {
    double u = rng.uniform();
    size_t word = 0;
    while (word < habits.size() && u >= habits[word]) u -= habits[word++];
    text += word < habits.size() ? fmt::format("habit{} ", word) : fmt::format("common{} ", rng.below(30));
  }
  return text;
}

const UnmaskingOptions kSmall{
    .chunk = 100, .chunks = 20, .features = 40, .rounds = 8, .remove = 4, .folds = 5};

std::vector<double> curve(const std::string& a, const std::string& b,
                          const UnmaskingOptions& options = kSmall) {
  return unmasking_curve(UnmaskingChunks(a, "a", options), UnmaskingChunks(b, "b", options), options);
}

TEST(UnmaskingCurveTest, FallsWhereTextsDifferInAFewWordsOnly) {
  // Two words tell these texts apart at once, and nothing else does.
  const auto few = curve(text_of("1", 4000, {0.15, 0.01}), text_of("2", 4000, {0.01, 0.15}));
  EXPECT_EQ(few.size(), 8U);
  EXPECT_GT(few.front(), 0.9);
  EXPECT_LT(few[3], 0.6);
  // Thirty words tell these texts apart.
  std::vector<double> up(30), down(30);
  for (size_t i = 0; i < 30; ++i) {
    up[i] = i % 2 == 0 ? 0.045 : 0.015;
    down[i] = i % 2 == 0 ? 0.015 : 0.045;
  }
  const auto many = curve(text_of("3", 4000, up), text_of("4", 4000, down));
  EXPECT_GT(many.front(), 0.9);
  EXPECT_GT(many[3], few[3] + 0.3);
  for (const double point : many) EXPECT_TRUE(point >= 0 && point <= 1);
}

TEST(UnmaskingCurveTest, BothOrdersMirrorEachOther) {
  const std::string a = text_of("1", 1000, {0.08}), b = text_of("2", 1000, {0.02});
  for (const bool first_fold : {false, true}) {
    auto options = kSmall;
    options.first_fold = first_fold;
    options.trigrams = first_fold ? 3 : 0;
    const UnmaskingChunks x(a, "a", options), y(b, "b", options);
    const auto one = unmasking_curve(x, y, options), other = unmasking_curve(y, x, options);
    EXPECT_EQ(one.size(), other.size());
    // Later rounds may break ties between weights in another way.
    EXPECT_NEAR(one[0], other[0], 1e-12);
  }
}

TEST(UnmaskingCurveTest, IsZeroWhereFeaturesHaveRunOut) {
  auto options = kSmall;
  options.features = 6;
  const auto found = curve(text_of("1", 1000, {0.3}), text_of("2", 1000, {0.05}), options);
  EXPECT_GT(found[0], 0.5);
  for (size_t i = 2; i < found.size(); ++i) EXPECT_EQ(found[i], 0) << i;
}

TEST(UnmaskingChunksTest, NeedTwoChunksOfWords) {
  EXPECT_FALSE(UnmaskingChunks(text_of("1", 199, {}), "x", kSmall).long_enough());
  EXPECT_TRUE(UnmaskingChunks(text_of("1", 200, {}), "x", kSmall).long_enough());
  EXPECT_FALSE(UnmaskingChunks("", "x", kSmall).long_enough());
}

class UnmaskingTest : public ::testing::Test {
 protected:
  UnmaskingTest() {
    std::vector<testing::Doc> docs;
    for (int a = 0; a < 8; ++a)
      for (int k = 0; k < 3; ++k) {
        std::vector<double> habits(12);
        Rng author(1, "test/author", std::to_string(a));
        for (double& habit : habits) habit = author.chance(0.5) ? 0.05 : 0.01;
        habits[static_cast<size_t>(k)] += 0.08;  // the subject of the text
        docs.push_back({fmt::format("d{}{}", a, k),
                        text_of(fmt::format("{} {}", a, k), k == 2 && a == 7 ? 50 : 800, habits),
                        fmt::format("a{}", a), ""});
      }
    corpus = testing::make_corpus(docs);
    for (uint32_t a = 0; a < 24; ++a)
      for (uint32_t b = a + 1; b < 24; ++b)
        if (a / 3 == b / 3 || (a + b) % 4 == 0)
          (b < 12 ? train : a >= 12 ? test : apart).push_back({a, b, a / 3 == b / 3});
  }
  std::unique_ptr<Verifier> make(int64_t chunk) {
    return verifiers()
        .make("unmasking", {{"chunk", chunk},
                            {"chunks", int64_t{10}},
                            {"folds", int64_t{5}},
                            {"features", int64_t{30}},
                            {"rounds", int64_t{5}},
                            {"remove", int64_t{4}}})
        .value();
  }
  Corpus corpus;
  std::vector<Pair> train, test, apart;
};

TEST_F(UnmaskingTest, LearnsThatSlowCurvesAreOtherAuthors) {
  auto verifier = make(100);
  ASSERT_TRUE(verifier->fit({&corpus, train}, {&corpus, {}}, {}));
  std::vector<double> scores(test.size());
  ASSERT_TRUE(verifier->score({&corpus, test}, scores, {}));
  double same = 0, different = 0, n_same = 0, n = 0;
  for (size_t i = 0; i < test.size(); ++i) {
    if (test[i].a == 23 || test[i].b == 23) {  // the document has fifty words
      EXPECT_EQ(scores[i], 0.5);
      continue;
    }
    (test[i].same ? same : different) += scores[i];
    n_same += test[i].same ? 1 : 0;
    ++n;
  }
  EXPECT_GT(same / n_same, different / (n - n_same) + 0.15);
  EXPECT_EQ(verifier->facts()["words_needed"], 200);
  EXPECT_EQ(verifier->facts()["pairs"], train.size());
  EXPECT_EQ(verifier->facts()["weights"].size(), 5U);
}

TEST_F(UnmaskingTest, AnswersNothingWhereTextsAreTooShort) {
  auto verifier = make(0);  // chunks of 700 words
  ASSERT_TRUE(verifier->fit({&corpus, train}, {&corpus, {}}, {}));
  EXPECT_THAT(verifier->facts()["note"].get<std::string>(), ::testing::HasSubstr("every answer is 0.5"));
  EXPECT_EQ(verifier->facts()["pairs_too_short"], train.size());
  std::vector<double> scores(test.size());
  ASSERT_TRUE(verifier->score({&corpus, test}, scores, {}));
  for (const double score : scores) EXPECT_EQ(score, 0.5);
  EXPECT_TRUE(verifier->save());
}

TEST_F(UnmaskingTest, RefusesOptionsThatCannotBe) {
  EXPECT_FALSE(verifiers().make("unmasking", {{"chunk", int64_t{1}}}));
  EXPECT_FALSE(verifiers().make("unmasking", {{"chunks", int64_t{8}}}));  // fewer chunks than folds
  EXPECT_FALSE(verifiers().make("unmasking", {{"rounds", int64_t{-1}}}));
  EXPECT_FALSE(verifiers().make("unmasking", {{"threshold", -0.1}}));
  EXPECT_TRUE(verifiers().make("unmasking", {{"variant", std::string("pan24")}}));
}

}  // namespace
}  // namespace standfast

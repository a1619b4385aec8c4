#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/corpus/synth/synth.h"
#include "standfast/model/verify/delta_space.h"
#include "standfast/model/verify/verifier.h"
#include "tests/support/corpora.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

std::vector<std::string_view> views(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

TEST(DeltaSpaceTest, EqualsTheReferenceOfNumpy) {
  const auto json = testing::reference("distances_small");
  const auto train = json["train"].get<std::vector<std::string>>(),
             test = json["test"].get<std::vector<std::string>>();
  DeltaSpace space;
  ASSERT_TRUE(space.fit(views(train), json["words"].get<uint64_t>(), 1));
  EXPECT_EQ(space.words(), 25U);
  EXPECT_EQ(space.constant_words(), 0U);
  const auto texts = space.take(views(test), 1);
  for (size_t v = 0; v < kDeltaVariants.size(); ++v) {
    const auto expected = json["delta"][std::string(kDeltaVariants[v])].get<std::vector<double>>();
    for (size_t p = 0; p < expected.size(); ++p) {
      std::vector<double> a(space.words()), b(space.words());
      space.z(texts, json["pairs"][p][0].get<size_t>(), a);
      space.z(texts, json["pairs"][p][1].get<size_t>(), b);
      EXPECT_NEAR(delta_distance(static_cast<DeltaVariant>(v), a, b), expected[p], 1e-10)
          << kDeltaVariants[v] << " " << p;
      EXPECT_EQ(delta_distance(static_cast<DeltaVariant>(v), b, a),
                delta_distance(static_cast<DeltaVariant>(v), a, b));
      EXPECT_NEAR(delta_distance(static_cast<DeltaVariant>(v), a, a), 0, 1e-15);
    }
  }
}

TEST(DeltaSpaceTest, DropsWordsWithoutDeviation) {
  const std::vector<std::string> texts = {"a b b c", "a b c c", "a c c c"};
  DeltaSpace space;
  ASSERT_TRUE(space.fit(views(texts), 10, 1));
  EXPECT_EQ(space.words(), 2U);  // "a" is a quarter of every text
  EXPECT_EQ(space.constant_words(), 1U);
  // The words by rank are c (6 times) and b (3 times). The frequencies of c are .25 .5 .75, with mean .5 and
  // sd .25; the frequencies of b are .5 .25 0.
  std::vector<double> z(2);
  space.z(space.take(views(texts), 1), 0, z);
  EXPECT_NEAR(z[0], -1, 1e-15);
  EXPECT_NEAR(z[1], 1, 1e-15);
  // Words outside the space count in the denominator: "c c d d" has c .5 and b 0.
  const std::vector<std::string> more = {"c c d d"};
  space.z(space.take(views(more), 1), 0, z);
  EXPECT_NEAR(z[0], 0, 1e-15);
  EXPECT_NEAR(z[1], -1, 1e-15);
}

// The texts are taken from DropsWordsWithoutDeviation, with words that only spaces hold together.
TEST(DeltaSpaceTest, TakesWordsAsSpacesPartThem) {
  const std::vector<std::string> texts = {"的-a 我的… 我的… 他", "的-a 我的… 他 他", "的-a 他 他 他"};
  DeltaSpace space(true);
  ASSERT_TRUE(space.fit(views(texts), 10, 1));
  EXPECT_EQ(space.words(), 2U);
  EXPECT_EQ(space.constant_words(), 1U);
  const auto taken = space.take(views(texts), 1);
  EXPECT_EQ(taken.words, (std::vector<uint64_t>{4, 4, 4}));
  std::vector<double> z(2);
  space.z(taken, 0, z);
  EXPECT_NEAR(z[0], -1, 1e-15);
  EXPECT_NEAR(z[1], 1, 1e-15);
  DeltaSpace again(true);
  ASSERT_TRUE(again.restore(space.save()));
  std::vector<double> same(2);
  again.z(again.take(views(texts), 1), 0, same);
  EXPECT_EQ(same, z);
}

TEST(DeltaSpaceTest, RefusesTextsThatDoNotDiffer) {
  DeltaSpace space;
  const std::vector<std::string> equal = {"a b", "b a", "a b"}, empty = {"", "..."};
  const auto status = space.fit(views(equal), 10, 1);
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, ::testing::HasSubstr("none of the 2 most frequent words differs"));
  EXPECT_FALSE(space.fit(views(empty), 10, 1));
  EXPECT_FALSE(space.fit(views({"one text alone"}), 10, 1));
}

TEST(DeltaTest, FindsPlantedHabitsAndSaysWhatItLearned) {
  const auto synth = Synth::make({.authors = 12,
                                  .topics = 4,
                                  .families = 2,
                                  .documents = 96,
                                  .length = 400,
                                  .author_topic_correlation = 0,
                                  .seed = 3});
  ASSERT_TRUE(synth);
  std::vector<testing::Doc> docs;
  for (uint64_t i = 0; i < synth->size(); ++i) {
    const auto d = synth->document(i);
    docs.push_back({d.id, d.text, d.author, d.topic});
  }
  std::stable_sort(docs.begin(), docs.end(),
                   [](const auto& x, const auto& y) { return x.author < y.author; });
  const Corpus corpus = testing::make_corpus(docs);
  const auto pairs_of = [](uint32_t first, uint32_t last) {
    std::vector<Pair> pairs;
    for (uint32_t a = 8 * first; a < 8 * last; ++a)
      for (uint32_t b = a + 1; b < 8 * last; ++b) pairs.push_back({a, b, a / 8 == b / 8});
    return pairs;
  };
  const auto train = pairs_of(0, 5), validation = pairs_of(5, 8), test = pairs_of(8, 12);
  for (const auto variant : kDeltaVariants) {
    auto verifier =
        verifiers().make("delta", {{"variant", std::string(variant)}, {"words", int64_t{200}}}).value();
    ASSERT_TRUE(verifier->fit({&corpus, train}, {&corpus, validation}, {}));
    std::vector<double> scores(test.size());
    ASSERT_TRUE(verifier->score({&corpus, test}, scores, {}));
    double wins = 0, all = 0;
    for (size_t i = 0; i < test.size(); ++i)
      for (size_t j = 0; j < test.size(); ++j)
        if (test[i].same && !test[j].same) {
          wins += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
          ++all;
        }
    EXPECT_GT(wins / all, 0.7) << variant;
    const auto facts = verifier->facts();
    EXPECT_EQ(facts["variant"], variant);
    EXPECT_EQ(facts["calibration_source"], "validation pairs");
    EXPECT_EQ(facts["calibration_pairs"], validation.size());
    EXPECT_EQ(facts["documents"], 40);
    EXPECT_LT(facts["weight"].get<double>(), 0);
  }
}

// Lower-case ASCII text without punctuation has the same words by both rules, and so the same answers.
TEST(DeltaTest, WordRulesAgreeWhereSpacesPartWords) {
  const Corpus corpus = testing::make_corpus({{"1", "a b b c d", "x", ""},
                                              {"2", "a b c c e", "x", ""},
                                              {"3", "a c c c d d", "y", ""},
                                              {"4", "b b b d e", "y", ""}});
  const std::vector<Pair> pairs = {{0, 1, true}, {2, 3, true}, {0, 2, false}, {1, 3, false}};
  std::vector<std::vector<double>> found;
  for (const char* rule : {"letters", "spaces"}) {
    auto verifier = verifiers().make("delta", {{"word-rule", std::string(rule)}}).value();
    ASSERT_TRUE(verifier->fit({&corpus, pairs}, {&corpus, pairs}, {}));
    ASSERT_TRUE(verifier->score({&corpus, pairs}, found.emplace_back(pairs.size()), {}));
  }
  EXPECT_EQ(found[0], found[1]);
}

TEST(DeltaTest, RefusesOptionsThatCannotBe) {
  EXPECT_FALSE(verifiers().make("delta", {{"word-rule", std::string("paper")}}));
  EXPECT_FALSE(verifiers().make("delta", {{"words", int64_t{0}}}));
  EXPECT_FALSE(verifiers().make("delta", {{"radius", 0.5}}));
  EXPECT_FALSE(verifiers().make("delta", {{"c", 0.0}}));
  EXPECT_FALSE(verifiers().make("delta", {{"variant", std::string("gamma")}}));
}

}  // namespace
}  // namespace standfast

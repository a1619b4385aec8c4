#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/verifier.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

// Returns a corpus of authors with a favourite phrase each, and of topics with words of their own.
Corpus small_corpus() {
  const char* const phrases[] = {"indeed my dear", "as it were, then", "truth be told", "on the whole we"};
  const char* const topics[] = {"ships harbour sails", "wheat barley harvest", "violin cello sonata"};
  std::vector<testing::Doc> docs;
  Rng rng(5, "test/ngram-distance");
  for (int a = 0; a < 4; ++a)
    for (int t = 0; t < 3; ++t)
      for (int k = 0; k < 2; ++k) {
        std::string text;
        for (int i = 0; i < 6; ++i) {
          text += rng.chance(0.6) ? phrases[a] : topics[t];
          text += rng.chance(0.5) ? " The " : " and a ";
        }
        docs.push_back({fmt::format("d{}", docs.size()), text, fmt::format("a{}", a), fmt::format("t{}", t)});
      }
  return testing::make_corpus(docs);
}

std::vector<Pair> all_pairs(const Corpus& corpus, uint32_t begin, uint32_t end) {
  std::vector<Pair> pairs;
  for (uint32_t a = begin; a < end; ++a)
    for (uint32_t b = a + 1; b < end; ++b)
      pairs.push_back({a, b, corpus.value(Role::author, a) == corpus.value(Role::author, b)});
  return pairs;
}

using Given = std::map<std::string, OptionValue>;

std::unique_ptr<Verifier> make(const std::string& name, const Given& given = {}) {
  auto made = verifiers().make(name, given);
  EXPECT_TRUE(made) << made.error().message;
  return std::move(*made);
}

class NgramDistanceTest : public ::testing::TestWithParam<std::pair<const char*, Given>> {
 protected:
  Corpus corpus = small_corpus();
  std::vector<Pair> train = all_pairs(corpus, 0, 12), validation = all_pairs(corpus, 12, 24);
  ModelContext context;

  std::vector<double> scores(const Verifier& verifier, const std::vector<Pair>& pairs) {
    std::vector<double> out(pairs.size(), -1);
    EXPECT_TRUE(verifier.score({&corpus, pairs}, out, context));
    return out;
  }
};

TEST_P(NgramDistanceTest, SavedIsFitted) {
  const auto verifier = make(GetParam().first, GetParam().second);
  std::vector<double> none(validation.size());
  EXPECT_EQ(verifier->score({&corpus, validation}, none, context).error().kind, ErrorKind::usage);
  EXPECT_TRUE(verifier->facts().empty());
  ASSERT_TRUE(verifier->fit({&corpus, train}, {&corpus, validation}, context));
  const auto expected = scores(*verifier, validation);
  for (const double s : expected) {
    EXPECT_GE(s, 0);
    EXPECT_LE(s, 1);
  }
  const auto saved = verifier->save();
  ASSERT_TRUE(saved);
  const auto other = make(GetParam().first, GetParam().second);
  ASSERT_TRUE(other->restore(*saved));
  EXPECT_EQ(scores(*other, validation), expected);
  EXPECT_EQ(other->facts(), verifier->facts());
  EXPECT_FALSE(other->restore(ModelState{}));
}

TEST_P(NgramDistanceTest, ThreadsAndCompanyDoNotMatter) {
  const auto verifier = make(GetParam().first, GetParam().second);
  ASSERT_TRUE(verifier->fit({&corpus, train}, {&corpus, validation}, context));
  const auto expected = scores(*verifier, validation);
  const std::vector<Pair> swapped = {{validation[7].b, validation[7].a, false}};
  EXPECT_EQ(scores(*verifier, swapped)[0], expected[7]);
  context.threads = 3;
  const auto other = make(GetParam().first, GetParam().second);
  ASSERT_TRUE(other->fit({&corpus, validation}, {&corpus, train}, context));  // to be forgotten
  ASSERT_TRUE(other->fit({&corpus, train}, {&corpus, validation}, context));
  EXPECT_EQ(scores(*other, validation), expected);
}

INSTANTIATE_TEST_SUITE_P(Models, NgramDistanceTest,
                         ::testing::Values(std::pair{"char-ngram", Given{}},
                                           std::pair{"char-ngram",
                                                     Given{{"n", int64_t{3}},
                                                           {"features", int64_t{40}},
                                                           {"calibration", std::string("literal")},
                                                           {"objective", std::string("pan21")},
                                                           {"fit-set", std::string("pairs")},
                                                           {"iterations", int64_t{5}}}},
                                           std::pair{"topic-fit", Given{{"masked-words", int64_t{8}}}},
                                           std::pair{"topic-fit", Given{{"variant", std::string("literal")},
                                                                        {"masked-words", int64_t{8}}}}));

using CharNgram = NgramDistanceTest;

TEST_F(CharNgram, CalibratesWhereItSays) {
  const auto verifier = make("char-ngram");
  ASSERT_TRUE(verifier->fit({&corpus, train}, {&corpus, validation}, context));
  auto facts = verifier->facts();
  EXPECT_EQ(facts["calibration_source"], "validation pairs");
  EXPECT_EQ(facts["calibration_pairs"], validation.size());
  EXPECT_EQ(facts["documents"], 12);
  ASSERT_TRUE(verifier->fit({&corpus, train}, {&corpus, {}}, context));
  EXPECT_EQ(verifier->facts()["calibration_source"], "training pairs, because there are no validation pairs");
  EXPECT_GT(verifier->facts()["objective_value"].get<double>(), 0.7);  // known phrases tell the authors apart
}

TEST_F(CharNgram, TheFitSetOfPairsCountsADocumentOncePerPair) {
  const auto verifier = make("char-ngram", {{"fit-set", std::string("pairs")}});
  ASSERT_TRUE(verifier->fit({&corpus, train}, {&corpus, validation}, context));
  EXPECT_EQ(verifier->facts()["documents"], 2 * train.size());
}

TEST_F(CharNgram, RefusesOptionsThatCannotBe) {
  for (const Given& given :
       {Given{{"n", int64_t{0}}}, Given{{"features", int64_t{0}}}, Given{{"kept-share", 0.0}},
        Given{{"iterations", int64_t{-1}}}, Given{{"calibration", std::string("none")}}}) {
    const auto made = verifiers().make("char-ngram", given);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, ErrorKind::usage);
  }
  const auto verifier = make("char-ngram");
  EXPECT_EQ(verifier->fit({&corpus, {}}, {&corpus, validation}, context).error().kind, ErrorKind::data);
}

// Subsets take a byte for each feature and iteration, so a saved model could otherwise ask for any amount of
// memory.
TEST_F(CharNgram, MoreSubsetsThanMemoryAreRefused) {
  Rng rng(1, "letters");
  std::vector<testing::Doc> docs;
  for (int i = 0; i < 8; ++i) {
    std::string text;
    for (int k = 0; k < 2000; ++k) text += static_cast<char>('a' + rng.below(26));
    docs.push_back({fmt::format("d{}", i), text, fmt::format("a{}", i / 2), "t"});
  }
  const Corpus letters = testing::make_corpus(docs);
  const auto pairs = all_pairs(letters, 0, 8);
  const auto many = make("char-ngram", {{"iterations", int64_t{1000000}}});
  const auto refused = many->fit({&letters, pairs}, {&letters, {}}, context);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("1000000 iterations over 3000 features"), std::string::npos);
  const auto few = make("char-ngram");
  ASSERT_TRUE(few->fit({&letters, pairs}, {&letters, {}}, context));
  EXPECT_FALSE(many->restore(few->save().value())) << "with options of its own";
}

using TopicFitTest = NgramDistanceTest;

// Every word but the words of the topics is masked, so texts of one topic resemble each other, whoever wrote
// them.
TEST_F(TopicFitTest, SeesWhatIsNotMasked) {
  const Corpus texts = testing::make_corpus({{"1", "the the the and and of sea ship", "x", ""},
                                             {"2", "of and the and the the ship sea", "y", ""},
                                             {"3", "the the and of of the wheat field", "x", ""},
                                             {"4", "and the of the the of field corn", "y", ""}});
  const std::vector<Pair> pairs = {{0, 1, true}, {2, 3, true}, {0, 2, false}, {1, 3, false}};
  const auto verifier = make("topic-fit", {{"masked-words", int64_t{3}}});
  ASSERT_TRUE(verifier->fit({&texts, pairs}, {&texts, {}}, context));
  EXPECT_EQ(verifier->facts()["masked_words"], 3);
  EXPECT_EQ(verifier->facts()["vocabulary"], 5);
  std::vector<double> out(pairs.size());
  ASSERT_TRUE(verifier->score({&texts, pairs}, out, context));
  EXPECT_NEAR(out[0], 1, 1e-12);
  EXPECT_GT(out[1], 0.5);
  EXPECT_EQ(out[2], 0);
  EXPECT_EQ(out[3], 0);
}

// In texts that their user has cut into words, 大-海 is one word. By letters it is two words, and 海-大 is the
// same two.
TEST_F(TopicFitTest, TakesWordsAsSpacesPartThem) {
  const Corpus texts = testing::make_corpus({{"1", "的 的 的 了 了 大-海 大-海", "x", ""},
                                             {"2", "了 的 了 的 的 大-海 大-海", "y", ""},
                                             {"3", "的 的 了 了 的 海-大 海-大", "x", ""},
                                             {"4", "了 的 的 的 了 海-大 海-大", "y", ""}});
  const std::vector<Pair> pairs = {{0, 1, true}, {2, 3, true}, {0, 2, false}, {1, 3, false}};
  const auto by = [&](const std::string& rule) {
    const auto verifier = make("topic-fit", {{"masked-words", int64_t{2}}, {"word-rule", rule}});
    EXPECT_TRUE(verifier->fit({&texts, pairs}, {&texts, {}}, context));
    // Masked words are gone, and do not become words of their own.
    EXPECT_EQ(verifier->facts()["vocabulary"], 2) << rule;
    std::vector<double> out(pairs.size());
    EXPECT_TRUE(verifier->score({&texts, pairs}, out, context));
    // A saved model reads words in the same way.
    auto again = make("topic-fit", {{"masked-words", int64_t{2}}, {"word-rule", rule}});
    EXPECT_TRUE(again->restore(verifier->save().value()));
    std::vector<double> same(pairs.size());
    EXPECT_TRUE(again->score({&texts, pairs}, same, context));
    EXPECT_EQ(same, out) << rule;
    return out;
  };
  const auto cut = by("spaces"), letters = by("letters");
  EXPECT_NEAR(cut[0], 1, 1e-12);
  EXPECT_EQ(cut[2], 0);
  EXPECT_EQ(letters[0], letters[2]) << "by letters all four texts are the same";
  const auto literal = verifiers().make(
      "topic-fit", {{"variant", std::string("literal")}, {"word-rule", std::string("spaces")}});
  ASSERT_FALSE(literal);
  EXPECT_NE(literal.error().message.find("word-rule = spaces"), std::string::npos);
  EXPECT_FALSE(verifiers().make("imposters", {{"word-rule", std::string("spaces")}}));
}

}  // namespace
}  // namespace standfast

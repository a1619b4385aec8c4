// Tests that the features of texts that were counted before equal the features of the same texts read anew,
// byte by byte.
#include "standfast/feature/ngram/counted_texts.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/feature/document/document_features.h"

namespace standfast {
namespace {

using Texts = std::vector<std::string_view>;

// Returns texts of a few words each, some of them capitalised, with marks and letters beyond ASCII; the last
// text is empty.
std::vector<std::string> some_texts() {
  const std::vector<std::string> words = {"the", "The",  "cat", "don't", "naïve", "Über",
                                          "—",   "runs", "a",   "42",    "of",    "well-known"};
  Rng random(7, "tests/counted-texts");
  std::vector<std::string> texts;
  for (int i = 0; i < 60; ++i) {
    std::string text;
    for (uint64_t k = random.below(30) + 1; k > 0; --k) text += words[random.below(words.size())] + " ";
    texts.push_back(text);
  }
  texts.emplace_back();
  return texts;
}

void expect_same(const CsrMatrix& a, const CsrMatrix& b) {
  EXPECT_EQ(a.columns_count, b.columns_count);
  EXPECT_EQ(a.begin, b.begin);
  EXPECT_TRUE(std::equal(a.columns.begin(), a.columns.end(), b.columns.begin(), b.columns.end()));
  EXPECT_TRUE(std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end()));
}

DocumentFeatureOptions with(std::vector<Family> families, FeatureWeight weight, WordRule words) {
  DocumentFeatureOptions options;
  options.families = std::move(families);
  options.weight = weight;
  options.words = words;
  return options;
}

TEST(CountedTexts, GiveTheSameFeaturesAsReading) {
  const auto texts = some_texts();
  const Texts all(texts.begin(), texts.end());
  CountedTexts counted(all);
  using enum Family;
  std::vector<DocumentFeatureOptions> asked = {with({word}, FeatureWeight::presence, WordRule::paper),
                                               with({word}, FeatureWeight::tf_idf, WordRule::letters),
                                               with({character}, FeatureWeight::counts, WordRule::paper),
                                               with({word, character, function_words, punctuation, lengths},
                                                    FeatureWeight::relative, WordRule::paper)};
  for (size_t k = 0, plain = asked.size(); k < plain; ++k) {
    asked.push_back(asked[k]);
    asked.back().max_features = 5;
    asked.back().min_df = 2;
    asked.push_back(asked[k]);
    asked.back().lower_case = false;
    asked.push_back(asked[k]);
    asked.back().distort = FeatureDistortion::rare_multiple;
  }
  Rng random(1, "tests/counted-texts");
  for (const auto& options : asked) {
    Texts train, test;
    for (const auto text : all) (random.below(3) == 0 ? test : train).push_back(text);
    DocumentFeatures read(options), taken(options);
    ASSERT_TRUE(read.fit(train));
    ASSERT_TRUE(taken.fit(train, 1, &counted));
    EXPECT_EQ(read.save(), taken.save());
    expect_same(read.transform(train), taken.transform(train, 1, &counted));
    expect_same(read.transform(test), taken.transform(test, 1, &counted));
  }
}

TEST(CountedTexts, AreCountedOnceForAllBoundsAndWeights) {
  const auto texts = some_texts();
  const Texts all(texts.begin(), texts.end()), some(all.begin() + 10, all.begin() + 20);
  CountedTexts counted(all);
  TfidfOptions options;
  const auto first = counted.find(options, all, nullptr, 1);
  options.max_features = 3;
  options.binary = true;
  options.min_df = DocumentBound::share(0.5);
  const auto again = counted.find(options, some, nullptr, 1);
  ASSERT_TRUE(first && again);
  EXPECT_EQ(first->counts, again->counts);
  EXPECT_EQ(again->rows.front(), 10U);
  options.max_n = 5;
  EXPECT_NE(counted.find(options, some, nullptr, 1)->counts, first->counts);
}

TEST(CountedTexts, KnowTheirTextsByPlaceAndTheirMemory) {
  const auto texts = some_texts();
  const Texts all(texts.begin(), texts.end());
  CountedTexts counted(all);
  const std::string copy = texts.front();
  EXPECT_FALSE(counted.find({}, Texts{copy}, nullptr, 1));
  EXPECT_FALSE(counted.find({}, Texts{all.front().substr(1)}, nullptr, 1));
  CountedTexts too_many(all, 1000);
  EXPECT_FALSE(too_many.find({}, all, nullptr, 1));
  CountedTexts none(Texts{all.back()});
  EXPECT_FALSE(none.find({}, Texts{all.back()}, nullptr, 1));  // no n-gram in any text
}

}  // namespace
}  // namespace standfast
